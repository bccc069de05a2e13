"""What functions know of a pool of workers, and what they are allowed for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grant:
    """Some calls on some resources; `why` is the reason for a wildcard among them."""

    actions: Sequence[str]
    resources: Sequence[str]
    why: str = ""
    conditions: Mapping[str, Mapping[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class PoolHandle:
    """A pool as functions resize it: `kind:name`, and what they have to be allowed for that."""

    address: str
    grants: Sequence[Grant]
