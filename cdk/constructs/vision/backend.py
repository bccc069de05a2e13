"""Description of a vision backend for the other stacks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aws_cdk.aws_secretsmanager import ISecret

from cdk.constructs.compute.pool import Grant, PoolHandle

# requests that one machine answers in parallel
PARALLEL_REQUESTS = 2
MODEL_NAME = "qwen3-vl-8b"


@dataclass(frozen=True, slots=True)
class VisionBackend:
    """Settings and permissions of a function that calls the backend, and the pool behind it."""

    settings: Mapping[str, str]
    secret: ISecret | None = None
    grants: Sequence[Grant] = field(default=())
    pool: PoolHandle | None = None
