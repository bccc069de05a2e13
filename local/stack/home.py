"""The folder that holds everything one local stack keeps."""

import json
import shutil
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter

from footy.core.clock import MatchClock, Pace
from local.process.errors import LocalError
from local.stack.home_lock import owner, possession
from local.stack.home_metadata import Holding, read_holding, write_holding

PROJECT = Path(__file__).resolve().parents[2]
REPLAYS_HOME, REAL_HOME = PROJECT / ".local" / "stack", PROJECT / ".local" / "real"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a stack writes down of itself while it runs."""

    stack: int
    endpoint: str
    region: str
    page: str
    mongodb: str
    database: str
    pids: dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Home:
    """Paths of one local stack."""

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
    def holds(self) -> Path:
        return self.root / "holds.json"

    @property
    def origins(self) -> Path:
        """Where the front of this home leads."""
        return self.root / "origins.json"

    def port_of(self, name: str) -> int:
        """Where a service was last time: bookmarks and what is deployed know that address."""
        try:
            return int((self.root / f"{name}.port").read_text())
        except (OSError, ValueError):
            return 0

    def note_port(self, name: str, port: int) -> None:
        (self.root / f"{name}.port").write_text(str(port))

    def possess(self) -> AbstractContextManager[None]:
        """Makes it ours, or says whose it is."""
        return possession(self.root)

    @property
    def owner(self) -> int | None:
        """The process that runs a stack from here."""
        return owner(self.root)

    @property
    def holding(self) -> Holding | str | None:
        """What is kept here."""
        kept = (self.clock, self.holds, *(folder for folder in (self.aws, self.mongo, self.logs) if _filled(folder)))
        return read_holding(self.holds, empty=not any(path.exists() for path in kept))

    def prepare(self) -> None:
        """Makes the folders, or says why that cannot be."""
        try:
            for folder in (self.aws, self.mongo, self.media, self.logs):
                folder.mkdir(parents=True, exist_ok=True)
            self.aws.chmod(0o700)  # what the emulator keeps has the keys of the real services in it
            probe = self.root / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as refusal:
            raise LocalError(
                f"the folder {self.root} cannot be written ({refusal.strerror}): give another with --home"
            ) from refusal

    def begin(self, holding: Holding) -> None:
        """Forgets what was here, but keeps the clips that were rendered for it."""
        for path in (self.aws, self.mongo, self.logs):
            shutil.rmtree(path, ignore_errors=True)
        for file in (self.clock, self.holds, self.running):
            file.unlink(missing_ok=True)
        self.prepare()
        write_holding(self.holds, holding)

    def remember(self, facts: Facts) -> None:
        """Writes down what runs, for `status`, `logs` and `down`; in one step, for they may come at any time."""
        draft = self.running.with_suffix(".draft")
        draft.touch(mode=0o600)  # the address of a database of the user's own has its password in it
        draft.write_text(json.dumps(asdict(facts), indent=2))
        draft.replace(self.running)

    def pace(self) -> Pace | None:
        """How its match clock runs; None before one was set."""
        try:
            return MatchClock(self.clock).pace()
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as damage:
            raise LocalError(f"{self.clock} is damaged: --fresh begins the match day anew") from damage

    def recall(self) -> Facts | None:
        """What runs from this folder, as far as it was written down; None while nothing does."""
        if self.owner is None:
            return None
        try:
            return TypeAdapter(Facts).validate_json(self.running.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as damage:
            raise LocalError(f"{self.running} is damaged: `make down` stops the stack, then start it again") from damage


def _filled(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())
