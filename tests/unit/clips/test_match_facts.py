"""What of a fixture a clip can tell."""

from typing import Any

import pytest

from footy.clips.match_facts import facts_of_match
from tests.unit.clips.goals import goal


def scored(minute: int, before: tuple[int, int], after: tuple[int, int], **facts: Any) -> Any:
    scores = {"_score_before": _document(before), "_score_after": _document(after)}
    return goal(_event_id=f"7_40_9_Goal_{minute}", time={"elapsed": minute, "extra": None}, **scores, **facts)


def _document(score: tuple[int, int]) -> dict[str, int]:
    return {"home": score[0], "away": score[1]}


def fixture(*events: Any, score: tuple[int | None, int | None]) -> Any:
    teams = {"home": {"name": "Beşiktaş"}, "away": {"name": "Arsenal"}}
    return {"_id": 7, "events": list(events), "teams": teams, "goals": {"home": score[0], "away": score[1]}}


ONE, TWO = scored(10, (0, 0), (1, 0)), scored(20, (1, 0), (1, 1))


@pytest.mark.parametrize(
    ("events", "score", "counts"),
    [
        ([ONE, TWO], (1, 1), True),
        ([TWO, ONE], (1, 1), True),
        ([], (0, 0), True),
        ([ONE, TWO], (2, 1), False),
        ([ONE, TWO], (1, 0), False),
        ([ONE, TWO], (None, None), False),
        ([TWO], (1, 1), False),
        ([ONE, scored(30, (1, 1), (2, 1))], (2, 1), False),
        ([ONE, ONE], (1, 0), False),
    ],
)
def test_scores_count_only_while_the_rows_add_up_to_them(events: list[Any], score: Any, counts: bool) -> None:  # noqa: FBT001
    assert facts_of_match(fixture(*events, score=score)).scores_count is counts


def test_the_goals_stand_in_their_order_with_the_names_of_the_sides() -> None:
    match = facts_of_match(fixture(TWO, ONE, score=(1, 1)))
    assert [(one.elapsed, one.before, one.after) for one in match.goals] == [(10, (0, 0), (1, 0)), (20, (1, 0), (1, 1))]
    assert (match.home, match.away) == ("Beşiktaş", "Arsenal")


@pytest.mark.parametrize(
    "later",
    [
        fixture(ONE, score=(1, 0)),
        fixture(ONE, TWO, score=(2, 1)),
        fixture(ONE, scored(21, (1, 0), (1, 1)), score=(1, 1)),
    ],
)
def test_the_mark_changes_with_what_a_clip_is_judged_by(later: Any) -> None:
    before = facts_of_match(fixture(ONE, TWO, score=(1, 1))).mark
    assert facts_of_match(later).mark != before
    assert facts_of_match(fixture(TWO, {**ONE, "_s3_videos": [1]}, score=(1, 1))).mark == before


def test_documents_without_scores_are_read_too() -> None:
    match = facts_of_match({"_id": 7, "fixture": {}, "events": [goal()]})  # type: ignore[typeddict-item]
    assert (match.goals[0].elapsed, match.scores_count) == (67, False)
