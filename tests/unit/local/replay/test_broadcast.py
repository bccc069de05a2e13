import pytest

from local.replay.broadcast import GraphicTexts, ScoreGraphic, Stoppage
from local.replay.timeline import BroadcastClock


def a_board(clock: BroadcastClock | None, stoppage: Stoppage = "sub_clock") -> ScoreGraphic:
    return ScoreGraphic(
        home="RED",
        away="BLU",
        shirts=("#cc0000", "#0000cc"),
        before=(0, 0),
        after=(1, 0),
        goal_at=6,
        clock=clock,
        added=4,
        stoppage=stoppage,
    )


def test_clock_runs_with_the_clip() -> None:
    board = a_board(BroadcastClock(22 * 60 + 34, 45))
    assert [graphics.clock for second in (0, 5.9, 30) if (graphics := board.at(second))] == ["22:34", "22:39", "23:04"]


def test_score_follows_the_goal_a_little_later() -> None:
    board = a_board(BroadcastClock(22 * 60 + 34, 45))
    assert [graphics.score for second in (6, 8.9, 9) if (graphics := board.at(second))] == ["0-0", "0-0", "1-0"]


@pytest.mark.parametrize(
    ("stoppage", "graphics"),
    [
        ("sub_clock", GraphicTexts("0-0", "90:00", "+4", "02:10")),
        ("running", GraphicTexts("0-0", "92:10", "+4")),
        ("frozen", GraphicTexts("0-0", "90:00", "+4")),
    ],
)
def test_broadcasters_show_added_time_in_three_ways(stoppage: Stoppage, graphics: GraphicTexts) -> None:
    assert a_board(BroadcastClock(92 * 60 + 10, 90), stoppage).at(0) == graphics


def test_clip_may_run_into_added_time() -> None:
    board = a_board(BroadcastClock(44 * 60 + 58, 45))
    assert [(graphics.clock, graphics.stoppage) for second in (1, 2) if (graphics := board.at(second))] == [
        ("44:59", ""),
        ("45:00", "00:00"),
    ]


def test_footage_without_a_clock_has_no_graphic() -> None:
    assert a_board(None).at(3) is None
