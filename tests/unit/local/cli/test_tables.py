"""What is shown on a small terminal: never without the minute, always with the newest goals."""

import io
from datetime import UTC, datetime
from typing import Any

import pytest
from rich.console import Console

from local.cli.live_table import Screen
from local.cli.summary import ClipLine, FixtureLine, GoalLine, Summary, problems_of
from local.cli.tables import board, heading

NOW = datetime(2022, 12, 18, 16, 30, tzinfo=UTC)
CLIP = ClipLine(1, "key", 12.3, 20.0, "1280x720", 4, 23, "verified")


def a_goal(minute: int, clips: int = 2) -> GoalLine:
    return GoalLine(
        event_id=f"1_2_3_Goal_{minute}",
        fixture_id=1,
        minute=f"{minute}+2",
        scorer=f"Scorer of {minute} with a long name",
        team="Team",
        score=f"{minute % 10}-0",
        stage="watching",
        ticks=30,
        downloads=10,
        finished=10,
        monitor_complete=True,
        download_complete=True,
        because="downloads_finished",
        clips=(CLIP,) * clips,
    )


def a_fixture(*goals: GoalLine, **fields: Any) -> FixtureLine:
    known: dict[str, Any] = {
        "fixture_id": 1,
        "home": "active",
        "teams": "Argentina - France",
        "status": "2H",
        "elapsed": 90,
        "score": "3-3",
        "shootout": "",
        "unwatched": False,
        "removed": (),
        "kept": (),
        "goals": goals,
    }
    return FixtureLine(**{**known, **fields})


def drawn(*fixtures: FixtureLine, width: int, height: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True, color_system=None)
    console.print(board(NOW, fixtures, width, height))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_minute_the_score_and_the_stage_are_there_at_any_width(width: int) -> None:
    lines = "\n".join(drawn(a_fixture(a_goal(23), a_goal(118)), width=width, height=40))
    for text in ("23+2", "118+2", "8-0", "watching", "#1 "):
        assert text in lines


@pytest.mark.parametrize(("width", "height"), [(60, 24), (120, 24), (120, 40)])
def test_the_newest_goals_have_room(width: int, height: int) -> None:
    minutes = range(1, 60, 2)
    lines = drawn(a_fixture(*map(a_goal, minutes)), width=width, height=height)
    assert len(lines) <= height
    assert "59+2" in "\n".join(lines)
    assert "57+2" in "\n".join(lines)


def test_of_many_fixtures_those_that_are_played_are_shown() -> None:
    over = [a_fixture(a_goal(1), home="completed", teams=f"Over {n}") for n in range(10)]
    lines = drawn(*over, a_fixture(a_goal(9), teams="Played now"), width=60, height=24)
    assert len(lines) <= 24
    assert "Played now" in "\n".join(lines)


def test_the_result_of_a_shoot_out_is_shown() -> None:
    over = a_fixture(status="PEN", elapsed=120, shootout="4-2")
    assert heading(over) == "Argentina - France 3-3 (4-2 on penalties) PEN 120'"


def test_where_there_is_no_terminal_it_is_told_too() -> None:
    console = Console(file=io.StringIO(), width=120)
    screen = Screen(console)
    screen.show(NOW, [a_fixture(status="PEN", shootout="4-2")])
    screen.conclude(Summary([a_fixture(status="PEN", shootout="4-2")]))
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().count("4-2 on penalties") == 2


def test_a_fixture_that_was_over_when_it_was_first_seen_is_a_problem_of_its_own() -> None:
    watched, unwatched = a_fixture(home="completed"), a_fixture(home="completed", fixture_id=7, unwatched=True)
    assert problems_of([watched], [], set()) == []
    [problem] = problems_of([watched, unwatched], [], set())
    assert problem == "fixture 7 was over when it was first seen: its goals were not looked for"


@pytest.mark.parametrize("width", [60, 80, 120])
def test_how_often_a_clip_was_posted_and_whether_its_minute_is_right_has_room(width: int) -> None:
    lines = "\n".join(drawn(a_fixture(a_goal(23), removed=("9900001_990002_9900021_Goal_1",)), width=width, height=24))
    assert "1280x720" in lines
    assert "x4 \N{CHECK MARK}" in lines
    assert "Scorer of" in lines


def test_the_board_makes_room_for_what_is_concluded() -> None:
    console = Console(file=io.StringIO(), width=60, height=24, force_terminal=True, color_system=None)
    screen = Screen(console)
    with screen.match():
        screen.show(NOW, [a_fixture(a_goal(23))])
    screen.conclude(Summary([a_fixture(a_goal(23))]))
    assert isinstance(console.file, io.StringIO)
    [_, after] = console.file.getvalue().split("\x1b[?25h")  # the cursor comes back where the board ends
    assert "\x1b[2K" in after, "its lines are wiped"
    assert after.count("Argentina - France") == 1
