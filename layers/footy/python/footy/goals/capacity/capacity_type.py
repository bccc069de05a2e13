"""On which ground the workers of a pool stand: spare capacity may be taken back, or not be there."""

from dataclasses import dataclass

ON_DEMAND_BASE = 1  # so many stand where nobody takes them back


@dataclass(frozen=True, slots=True)
class WorkerService:
    """A service as it is: how many workers it is to have, and how many of them run or are being started."""

    desired: int
    there: int

    @property
    def short(self) -> int:
        """How many it was asked for and could not even begin to start."""
        return max(0, self.desired - self.there)


def split_by_capacity_type(wanted: int, spare: WorkerService) -> tuple[int, int]:
    """The first on safe ground, the others on spare capacity; for each that this lacks another one on safe ground.

    ECS itself never falls back: a service on spare capacity waits until there is some.
    """
    on_spare = max(0, wanted - ON_DEMAND_BASE)
    missing = min(spare.short, on_spare)
    return on_spare, min(wanted, ON_DEMAND_BASE + missing)
