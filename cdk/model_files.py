"""Pinned files of the vision model."""

import json
from dataclasses import dataclass

from cdk.packages import ROOT

PINNED = ROOT / "containers" / "vision" / "model.json"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of the model with its size and digest."""

    name: str
    bytes: int
    sha256: str

    @property
    def key(self) -> str:
        """The key in the bucket, which contains the digest."""
        return f"{self.sha256}/{self.name}"


def pinned() -> tuple[str, dict[str, ModelFile]]:
    """Return the source URL and the files by role."""
    content = json.loads(PINNED.read_text(encoding="utf-8"))
    return content["source"], {role: ModelFile(**values) for role, values in content["files"].items()}
