import pytest

from local.replay.timeline import BroadcastClock, MatchMinute, Timeline, lay_out
from tests.unit.local.replay.days import KICK_OFF, played


def a_long_match() -> Timeline:
    lengths = (45.0, 45.0, 15.0, 15.0)
    return lay_out(KICK_OFF, lengths=lengths, added=(2, 4, 1, 3), breaks=(15, 5, 1, 6), kicks=8)


@pytest.mark.parametrize(
    ("minutes", "short", "elapsed", "extra"),
    [
        (-1, "NS", None, None),
        (0, "1H", 1, None),
        (22.5, "1H", 23, None),
        (44.9, "1H", 45, None),
        (45, "1H", 45, 1),
        (46.5, "1H", 45, 2),
        (47, "HT", 45, None),
        (62, "2H", 46, None),
        (107.5, "2H", 90, 1),
        (111, "BT", 90, None),
        (116, "ET", 91, None),
        (132, "BT", 105, None),
        (133, "ET", 106, None),
        (151, "BT", 120, None),
        (157, "P", 120, None),
        (165, "PEN", 120, None),
    ],
)
def test_status_follows_the_world_clock(minutes: float, short: str, elapsed: int | None, extra: int | None) -> None:
    status = a_long_match().status(played(minutes))
    assert (status.short, status.elapsed, status.extra) == (short, elapsed, extra)


def test_match_without_extra_time_ends_after_its_second_half() -> None:
    timeline = lay_out(KICK_OFF, lengths=(45, 45), added=(0, 5), breaks=(15,), kicks=0)
    assert (timeline.final, timeline.ends_at) == ("FT", played(110))


def test_extra_time_without_kicks_ends_as_such() -> None:
    timeline = lay_out(KICK_OFF, lengths=(45, 45, 15, 15), added=(0, 0, 0, 0), breaks=(15, 5, 1), kicks=0)
    assert (timeline.final, timeline.status(timeline.ends_at).long) == ("AET", "Match Finished")


@pytest.mark.parametrize(
    ("clock", "minutes", "seconds"),
    [("22:40", 22, 40), ("45+1:15", 46, 15), ("46:00", 63, 0), ("90+3:00", 110, 0), ("107:30", 135, 30)],
)
def test_broadcast_clock_has_its_moment(clock: str, minutes: int, seconds: int) -> None:
    timeline = a_long_match()
    assert timeline.when(timeline.read_clock(clock)) == played(minutes, seconds)


def test_moment_has_its_broadcast_clock() -> None:
    assert a_long_match().clock_at(played(46, 15)) == BroadcastClock(46 * 60 + 15, 45)


@pytest.mark.parametrize(
    ("minute", "clock"), [("23", "22:30"), ("45+2", "45+1:30"), ("46", "45:30"), ("120+1", "120+0:30")]
)
def test_minute_without_a_clock_lies_in_its_middle(minute: str, clock: str) -> None:
    timeline = a_long_match()
    usual = timeline.middle_of(MatchMinute.read(minute))
    assert timeline.when(usual) == timeline.when(timeline.read_clock(clock))


@pytest.mark.parametrize("text", ["", "0", "23'", "45+", "x"])
def test_invalid_minute_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a minute"):
        MatchMinute.read(text)


@pytest.mark.parametrize(
    ("added", "breaks", "kicks", "complaint"),
    [
        ((1,), (), 0, "two or four"),
        ((1, 1), (), 0, "between the periods"),
        ((1, 1, 1, 1), (15, 5, 1), 8, "one before the kicks"),
    ],
)
def test_incomplete_timeline_is_refused(
    added: tuple[float, ...], breaks: tuple[float, ...], kicks: float, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        lay_out(KICK_OFF, lengths=(45, 45, 15, 15), added=added, breaks=breaks, kicks=kicks)
