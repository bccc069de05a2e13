"""The folder that holds everything one local stack keeps."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local.errors import LocalError

PROJECT = Path(__file__).resolve().parent.parent


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

    def prepare(self) -> None:
        """Makes the folders, or says why that cannot be."""
        try:
            for folder in (self.aws, self.mongo, self.media, self.logs):
                folder.mkdir(parents=True, exist_ok=True)
            probe = self.root / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as refusal:
            raise LocalError(
                f"the folder {self.root} cannot be written ({refusal.strerror}): give another with --home"
            ) from refusal

    def wipe(self) -> None:
        """Forgets the last match, but keeps the clips that were rendered for it."""
        for path in (self.aws, self.mongo, self.logs):
            shutil.rmtree(path, ignore_errors=True)
        self.clock.unlink(missing_ok=True)

    def remember(self, facts: dict[str, Any]) -> None:
        """Writes down what runs, for `status`, `logs` and `down`."""
        self.running.write_text(json.dumps(facts, indent=2))

    def recall(self) -> dict[str, Any] | None:
        """What runs from this folder, as far as it was written down."""
        return json.loads(self.running.read_text()) if self.running.exists() else None
