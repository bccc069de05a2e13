"""What the other stacks know of a vision service, whichever it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aws_cdk.aws_secretsmanager import ISecret

from cdk.constructs.compute.pool import Grant, PoolHandle

# what one machine answers at the same time
AT_ONCE = 2
MODEL_NAME = "qwen3-vl-8b"


@dataclass(frozen=True, slots=True)
class VisionBackend:
    """Where clips are looked at: what a function that asks is told and allowed, and who makes it larger."""

    settings: Mapping[str, str]
    secret: ISecret | None = None
    grants: Sequence[Grant] = field(default=())
    pool: PoolHandle | None = None
