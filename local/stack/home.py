"""Home of a local stack: the folder with all its data."""

import json
import shutil
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter

from footy.core.clock import MatchClock, Pace
from local import PROJECT
from local.process.errors import LocalError
from local.stack.home_lock import lock_home, lock_owner
from local.stack.home_metadata import HomeMetadata, read_metadata, write_metadata
from local.stack.sign_in import HomeKeys

REPLAYS_HOME, REAL_HOME = PROJECT / ".local" / "stack", PROJECT / ".local" / "real"


@dataclass(frozen=True, slots=True)
class RunningStack:
    """Addresses and processes of a running stack."""

    stack: int
    endpoint: str
    region: str
    page: str
    mongodb: str
    database: str
    pids: dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Home:
    """Paths and files of one local stack."""

    root: Path

    @property
    def aws(self) -> Path:
        return self.root / "aws"

    @property
    def mongo(self) -> Path:
        return self.root / "mongo"

    @property
    def media(self) -> Path:
        return self.root / "media"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def clock(self) -> Path:
        return self.root / "clock.json"

    @property
    def addresses(self) -> Path:
        return self.root / "addresses.json"

    @property
    def running(self) -> Path:
        return self.root / "running.json"

    @property
    def metadata_file(self) -> Path:
        return self.root / "holds.json"

    @property
    def keys(self) -> HomeKeys:
        """Keys of the console and the images, the same for all match days in this home."""
        return HomeKeys.of(self.root / "keys.json")

    @property
    def origins(self) -> Path:
        """Addresses of the origins of the front."""
        return self.root / "origins.json"

    def port_of(self, name: str) -> int:
        """Return the previous port of a service, which bookmarks and deployed functions know."""
        try:
            return int((self.root / f"{name}.port").read_text())
        except (OSError, ValueError):
            return 0

    def note_port(self, name: str, port: int) -> None:
        (self.root / f"{name}.port").write_text(str(port))

    def lock(self) -> AbstractContextManager[None]:
        """Lock the home for this process, or name the process that holds it."""
        return lock_home(self.root)

    @property
    def owner(self) -> int | None:
        """Process that runs a stack from here."""
        return lock_owner(self.root)

    @property
    def metadata(self) -> HomeMetadata | str | None:
        """Metadata of the stored match day; None in an empty home."""
        filled = (folder for folder in (self.aws, self.mongo, self.logs) if folder.is_dir() and any(folder.iterdir()))
        stored = (self.clock, self.metadata_file, *filled)
        return read_metadata(self.metadata_file, empty=not any(path.exists() for path in stored))

    def prepare(self) -> None:
        """Create the folders."""
        try:
            for folder in (self.aws, self.mongo, self.media, self.logs):
                folder.mkdir(parents=True, exist_ok=True)
            self.aws.chmod(0o700)  # the emulator stores the keys of the real services
            probe = self.root / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as refusal:
            raise LocalError(
                f"the folder {self.root} cannot be written ({refusal.strerror}): choose another with --home"
            ) from refusal

    def start_over(self, metadata: HomeMetadata) -> None:
        """Delete the stored match day, but keep the rendered clips."""
        for path in (self.aws, self.mongo, self.logs):
            shutil.rmtree(path, ignore_errors=True)
        for file in (self.clock, self.metadata_file, self.running):
            file.unlink(missing_ok=True)
        self.prepare()
        write_metadata(self.metadata_file, metadata)

    def write_running(self, stack: RunningStack) -> None:
        """Write the facts for `status`, `logs` and `down` in one step, because they can be read at any time."""
        draft = self.running.with_suffix(".draft")
        draft.touch(mode=0o600)  # the address of the user's own database contains a password
        draft.write_text(json.dumps(asdict(stack), indent=2))
        draft.replace(self.running)

    def read_running(self) -> RunningStack | None:
        """Return the facts of the running stack; None while none runs, or while it starts."""
        if self.owner is None:
            return None
        try:
            return TypeAdapter(RunningStack).validate_json(self.running.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as damage:
            raise LocalError(
                f"{self.running} is damaged: stop the stack with `make down`, then start it again"
            ) from damage

    def pace(self) -> Pace | None:
        """Return the stored pace of the match clock; None before the first one."""
        try:
            return MatchClock(self.clock).pace()
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as damage:
            raise LocalError(f"{self.clock} is damaged: start the match day over with --fresh") from damage
