"""Capacity types of a pool's workers: on-demand, and Spot with on-demand fallback."""

from dataclasses import dataclass

ON_DEMAND_BASE = 1  # workers that AWS never reclaims


@dataclass(frozen=True, slots=True)
class WorkerService:
    """An ECS service with its desired and its running or starting tasks."""

    desired: int
    running: int

    @property
    def short(self) -> int:
        """Return how many desired tasks could not start."""
        return max(0, self.desired - self.running)


def split_by_capacity_type(workers: int, spot: WorkerService) -> tuple[int, int]:
    """Return the numbers of (Spot, on-demand) workers; on-demand replaces Spot that is unavailable.

    ECS has no fallback for it: a service on Spot waits until there is capacity.
    """
    on_spot = max(0, workers - ON_DEMAND_BASE)
    missing = min(spot.short, on_spot)
    return on_spot, min(workers, ON_DEMAND_BASE + missing)
