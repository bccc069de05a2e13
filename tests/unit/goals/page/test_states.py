"""States and clips of a goal for viewers (W1, W3, U11)."""

from typing import Any

import pytest

from footy.goals.model.documents import EventDocument, Snapshot
from footy.goals.page.goals import clips_of, earlier_scorers, goals_of
from footy.goals.page.matches import letters_of
from footy.goals.page.search import matches_name
from footy.goals.page.states import state_of
from footy.goals.settings import Rules
from tests.support.page_match import LINK, NOW, OTHER_LINK, clip, goal, match, tombstone

RULES = Rules()


def over(*downloads: dict[str, int], **telemetry: Any) -> EventDocument:
    """A goal that is complete, and what became of its downloads."""
    records = [{"id": str(n), "outcomes": outcomes} for n, outcomes in enumerate(downloads)]
    return goal(_download_complete=True, _telemetry={"opened_at": NOW, "downloads": records, **telemetry})


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (goal(_monitor_complete=False, _monitor_workflows=["a", "b"]), "being confirmed (2 of 3)"),
        (goal(_monitor_complete=False, scorer=None), "waiting for the scorer's name"),
        (goal(_download_workflows=["1", "2", "3"]), "looking for clips (3 of 10)"),
        (over({}, attempts=[{"chosen": 0}]), "no clip was posted"),
        (over({"filmed_screen": 3}, {"filmed_screen": 1, "wrong_minute": 1}),
         "clips found, none passed (4 filmed screens, 1 wrong minute)"),
        (over({"unchecked": 2}), "we failed (the vision model did not answer)"),
        (over({"not_fetched": 2}), "we failed (no worker was free to fetch the clips)"),
        (over(failed_searches=[{"n": 1}]), "we failed (X did not answer)"),
        (goal(_download_complete=True, _telemetry={}), "we failed (the search never started)"),
        (over(attempts=[{"chosen": 5}]), "we failed (the clips were not ready in time)"),
    ],
)  # fmt: skip
def test_a_state_in_words(event: EventDocument, text: str) -> None:
    assert state_of(event, 0, RULES).text == text


@pytest.mark.parametrize(("clips", "text"), [(1, "1 clip"), (2, "2 clips")])
def test_clips_are_what_counts_while_more_may_come(clips: int, text: str) -> None:
    goal_state = state_of(goal(), clips, RULES)
    assert (goal_state.text, goal_state.more) == (text, True)
    assert not state_of(over(), clips, RULES).more


def test_hidden_clips_leave_no_gap_in_the_ranks() -> None:
    goal_event = goal(_s3_videos=[clip(LINK, rank=1, hidden={"by": "anna", "at": NOW}), clip(OTHER_LINK, rank=2)])
    assert [(one.share_id, one.rank) for one in clips_of(goal_event)] == [(OTHER_LINK, 1)]


def test_who_was_named_before_is_named_still() -> None:
    named = ("L. Messi", None, "Á. Di María", "L. Messi")
    snapshots: list[Any] = [{"scorer": name} for name in named]
    earlier: Snapshot = {"hash": "", "tick": "", "at": NOW, "fields": {}}
    assert earlier_scorers(goal(_snapshots=[earlier, *snapshots])) == ["Á. Di María"]


def test_removed_goals_are_shown_for_ten_minutes() -> None:
    removed_goal = goal(2, minute=35)
    just, long_ago = tombstone(removed_goal, NOW), tombstone(removed_goal, NOW.replace(hour=3))
    assert [one.state.code for one in goals_of(match(_removed_events=[just]), NOW, RULES)] == ["removed"]
    assert goals_of(match(_removed_events=[long_ago]), NOW, RULES) == []


@pytest.mark.parametrize(
    ("query", "name", "is_match"),
    [
        ("mul", "T. Müller", True),
        ("ode", "M. Ødegaard", True),
        ("al", "Mohamed Salah", False),
        ("ala", "Mohamed Salah", True),
        ("alexander arnold", "T. Alexander-Arnold", True),
        ("xx", "L. Messi", False),
    ],
)
def test_names_are_found_by_their_letters(query: str, name: str, is_match: bool) -> None:  # noqa: FBT001 - a column
    assert matches_name(query, name) is is_match


@pytest.mark.parametrize(
    ("name", "letters"), [("FC Bayern München", "BAY"), ("Argentina", "ARG"), ("1. FC Köln", "KOL"), ("", "?")]
)
def test_three_letters_stand_for_a_crest(name: str, letters: str) -> None:
    assert letters_of(name) == letters
