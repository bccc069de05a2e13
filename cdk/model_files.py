"""Which files the vision model is made of: pinned by their digests, known without the CDK."""

import json
from dataclasses import dataclass

from cdk.packages import ROOT

PINNED = ROOT / "containers" / "vision" / "model.json"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of the model, as it was pinned."""

    name: str
    bytes: int
    sha256: str

    @property
    def key(self) -> str:
        """Where it lies in the bucket: what lies under a digest has it."""
        return f"{self.sha256}/{self.name}"


def pinned() -> tuple[str, dict[str, ModelFile]]:
    """Where the files come from, and which they are."""
    content = json.loads(PINNED.read_text(encoding="utf-8"))
    return content["source"], {role: ModelFile(**facts) for role, facts in content["files"].items()}
