"""What the other stacks know of a vision service, whichever it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aws_cdk.aws_secretsmanager import ISecret

PORT = 8080
# what one machine answers at the same time
AT_ONCE = 2
MODEL_NAME = "qwen3-vl-8b"


@dataclass(frozen=True, slots=True)
class Grant:
    """Some calls on some resources; `why` is the reason for a wildcard among them."""

    actions: Sequence[str]
    resources: Sequence[str]
    why: str = ""


@dataclass(frozen=True, slots=True)
class PoolHandle:
    """A pool as functions resize it: `kind:name`, and what they have to be allowed for that."""

    address: str
    grants: Sequence[Grant]


@dataclass(frozen=True, slots=True)
class VisionDoor:
    """Where clips are looked at: what a function that asks is told and allowed, and who makes it larger."""

    settings: Mapping[str, str]
    secret: ISecret | None = None
    grants: Sequence[Grant] = field(default=())
    pool: PoolHandle | None = None
