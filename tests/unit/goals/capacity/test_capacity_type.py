"""On which ground workers stand."""

import pytest

from footy.goals.capacity.capacity_type import Service, on_spare_and_on_safe_ground


@pytest.mark.parametrize(
    ("wanted", "spare", "asked"),
    [
        (0, Service(0, 0), (0, 0)),
        (1, Service(0, 0), (0, 1)),
        (5, Service(0, 0), (4, 1)),
        (5, Service(4, 4), (4, 1)),
        # what it was asked for and does not even start stands on safe ground instead
        (5, Service(4, 1), (4, 4)),
        (5, Service(4, 0), (4, 5)),
        (2, Service(4, 0), (1, 2)),
        (0, Service(4, 0), (0, 0)),
    ],
)
def test_the_first_is_safe_and_the_others_are_where_there_is_room(
    wanted: int, spare: Service, asked: tuple[int, int]
) -> None:
    assert on_spare_and_on_safe_ground(wanted, spare) == asked
