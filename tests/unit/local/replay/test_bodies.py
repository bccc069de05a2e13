from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from local.replay import bodies
from local.replay.model import Replay
from tests.unit.local.replay.days import a_day, a_goal, body, played

NOTHING = {"home": None, "away": None}


@pytest.fixture(scope="module")
def final() -> Replay:
    return Replay.load("world-cup-final-2022")


def at(final: Replay, minutes: float) -> Any:
    return bodies.with_events(final.fixtures[0], final.fixtures[0].kick_off + timedelta(minutes=minutes))


def test_body_has_the_parts_of_the_api(final: Replay) -> None:
    parts = ["fixture", "league", "teams", "goals", "score", "events", "lineups", "statistics", "players"]
    assert list(at(final, 30)) == parts
    fixture = ["id", "referee", "timezone", "date", "timestamp", "periods", "venue", "status"]
    assert list(at(final, 30)["fixture"]) == fixture
    assert list(at(final, 30)["fixture"]["status"]) == ["long", "short", "elapsed", "extra"]
    assert list(at(final, 30)["league"]) == ["id", "name", "country", "logo", "flag", "season", "round"]


def test_list_of_a_day_comes_without_events(final: Replay) -> None:
    assert list(bodies.without_events(final.fixtures[0], final.begins_at)) == list(at(final, 0))[:5]


def test_before_the_kick_off_there_is_no_score(final: Replay) -> None:
    before = at(final, -1)
    assert before["goals"] == NOTHING
    assert before["score"] == dict.fromkeys(("halftime", "fulltime", "extratime", "penalty"), NOTHING)
    assert before["fixture"]["periods"] == {"first": None, "second": None}
    assert before["fixture"]["date"] == "2022-12-18T15:00:00+00:00"


def test_periods_begin_when_they_begin(final: Replay) -> None:
    periods = at(final, 70)["fixture"]["periods"]
    assert periods["second"] - periods["first"] == (45 + 7 + 16) * 60


@pytest.mark.parametrize(
    ("minutes", "goals", "score"),
    [
        (24, (1, 0), {"halftime": (1, 0), "fulltime": None, "extratime": None, "penalty": None}),
        (60, (2, 0), {"halftime": (2, 0), "fulltime": None, "extratime": None, "penalty": None}),
        (122, (2, 2), {"halftime": (2, 0), "fulltime": (2, 2), "extratime": None, "penalty": None}),
        (150, (3, 2), {"halftime": (2, 0), "fulltime": (2, 2), "extratime": (1, 0), "penalty": None}),
        (168, (3, 3), {"halftime": (2, 0), "fulltime": (2, 2), "extratime": (1, 1), "penalty": (0, 0)}),
        (177, (3, 3), {"halftime": (2, 0), "fulltime": (2, 2), "extratime": (1, 1), "penalty": (4, 2)}),
    ],
)
def test_final_is_scored_stretch_by_stretch(final: Replay, minutes: float, goals: Any, score: Any) -> None:
    now = at(final, minutes)
    assert tuple(now["goals"].values()) == goals
    answer = {part: tuple(sides.values()) for part, sides in now["score"].items()}
    assert answer == {part: sides or (None, None) for part, sides in score.items()}


def test_shoot_out_comes_newest_first_and_decides(final: Replay) -> None:
    end = at(final, 177)
    kicks = [row for row in end["events"] if row["comments"] == "Penalty Shootout"]
    assert [kick["time"] for kick in kicks] == [{"elapsed": 120, "extra": n} for n in range(8, 0, -1)]
    missed = {kick["player"]["name"] for kick in kicks if kick["detail"] == "Missed Penalty"}
    assert missed == {"K. Coman", "A. Tchouaméni"}
    assert end["fixture"]["status"]["short"] == "PEN"
    assert (end["teams"]["home"]["winner"], end["teams"]["away"]["winner"]) == (True, False)


def test_level_match_has_no_winner_and_a_lead_has(final: Replay) -> None:
    assert at(final, 122)["teams"]["home"]["winner"] is None
    assert (at(final, 30)["teams"]["home"]["winner"], at(final, 30)["teams"]["away"]["winner"]) == (True, False)


def test_notice_overrides_the_clock(tmp_path: Path) -> None:
    notice = '[[fixture.notice]]\nshort = "SUSP"\nfrom = 2024-05-04T15:20:00Z\nuntil = 2024-05-04T15:25:00Z\n'
    day = a_day(tmp_path, a_goal() + notice)
    statuses = [body(day, played(minutes))["fixture"]["status"]["short"] for minutes in (19, 20, 25)]
    assert statuses == ["1H", "SUSP", "1H"]
