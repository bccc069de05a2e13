"""Description of a worker pool for the functions that resize it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grant:
    """Allowed actions on resources; `why` is the reason for a wildcard."""

    actions: Sequence[str]
    resources: Sequence[str]
    why: str = ""
    conditions: Mapping[str, Mapping[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class PoolHandle:
    """Pool address, `kind:name`, and the permissions to resize it."""

    address: str
    grants: Sequence[Grant]
