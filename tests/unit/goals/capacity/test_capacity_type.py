"""Split of workers between Spot and on-demand."""

import pytest

from footy.goals.capacity.capacity_type import WorkerService, split_by_capacity_type


@pytest.mark.parametrize(
    ("workers", "spare", "desired"),
    [
        (0, WorkerService(0, 0), (0, 0)),
        (1, WorkerService(0, 0), (0, 1)),
        (5, WorkerService(0, 0), (4, 1)),
        (5, WorkerService(4, 4), (4, 1)),
        # what it was desired for and does not even start stands on safe ground instead
        (5, WorkerService(4, 1), (4, 4)),
        (5, WorkerService(4, 0), (4, 5)),
        (2, WorkerService(4, 0), (1, 2)),
        (0, WorkerService(4, 0), (0, 0)),
    ],
)
def test_on_demand_replaces_unavailable_spot(workers: int, spare: WorkerService, desired: tuple[int, int]) -> None:
    assert split_by_capacity_type(workers, spare) == desired
