"""Properties of the choice of the goal: a deciding picture is never assigned to another goal (D20)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from footy.goals.clips.assignment.match_facts import MatchFacts
from footy.goals.clips.assignment.right_goal import best_goal, timestamp_at
from footy.goals.model.clips import FrameTexts
from tests.support.broadcasts import LEAD, NONE, Played, blurred, frame_of, matches
from tests.support.examples import examples


@settings(max_examples=examples(150))
@given(matches(), st.data(), st.booleans())
def test_a_clip_that_shows_its_goal_is_always_told(played: Played, draw: st.DataObject, crossed: bool) -> None:  # noqa: FBT001
    """With the letters of the sides, whichever stands first, and whether or not the clock can be read."""
    at, clock = draw.draw(st.integers(0, len(played.seconds) - 1)), draw.draw(st.booleans())
    found_at = draw.draw(st.sampled_from(played.match.goals)).event_id
    frames = [blurred(frame_of(played, at, n, crossed=crossed, letters=True), clock, score=True) for n in LEAD]
    belonging = best_goal(frames, found_at, played.match, 3)
    assert (belonging.goal, belonging.why) == (f"goal-{at}", "score_change")


@settings(max_examples=examples(300))
@given(matches(), st.data())
def test_a_clip_of_which_little_can_be_read_is_never_told_wrong(played: Played, draw: st.DataObject) -> None:
    """It is at its goal, where it was found, or waits: never under a third one."""
    at = draw.draw(st.integers(0, len(played.seconds) - 1))
    found_at = draw.draw(st.sampled_from(played.match.goals)).event_id
    legible = [(draw.draw(st.booleans()), draw.draw(st.booleans())) for _ in LEAD]
    frames = [
        blurred(frame_of(played, at, n, crossed=False, letters=True), *clear)
        for n, clear in zip(LEAD, legible, strict=True)
    ]
    belonging = best_goal(frames, found_at, played.match, 3)
    if belonging.decided:
        assert belonging.goal == f"goal-{at}"
    else:
        assert belonging.goal in {found_at, None}


@settings(max_examples=examples(150))
@given(matches(), st.data())
def test_what_is_told_does_not_depend_on_where_it_was_found(played: Played, draw: st.DataObject) -> None:
    text = st.sampled_from(["NONE", "0-0", "1-0", "1-1", "2-1", "FRA 1-2 ARG", "45:00", "47:10", "51:20", "60:59"])
    frames: list[FrameTexts] = [
        {"at": n, "clock": draw.draw(text), "added": NONE, "stoppage": NONE, "score": draw.draw(text)} for n in LEAD
    ]
    choice = {best_goal(frames, goal.event_id, played.match, 3) for goal in played.match.goals}
    decided = {one for one in choice if one.decided}
    assert len(decided) <= 1
    assert not decided or choice == decided
    for one in decided:
        assert one.goal is not None
        assert timestamp_at(frames, one.goal, played.match, 3)[0] != "rejected"


@settings(max_examples=examples(100))
@given(matches(), st.data())
def test_without_scores_that_count_only_the_clock_is_asked(played: Played, draw: st.DataObject) -> None:
    blind = MatchFacts(played.match.goals, "Argentina", "France", scores_count=False)
    at = draw.draw(st.integers(0, len(played.seconds) - 1))
    frames = [frame_of(played, at, n, crossed=False, letters=True) for n in LEAD]
    found_at = f"goal-{at}"
    assert best_goal(frames, found_at, blind, 3).goal == found_at
    assert (
        best_goal([blurred(one, clock=False, score=True) for one in frames], found_at, blind, 3).why == "nothing_read"
    )
