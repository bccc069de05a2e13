"""Assignment of clips, with the same footage under one goal only (D20 to D26)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from footy.goals.clips.assignment.assign import Assignment, GoalClips
from footy.goals.clips.assignment.match_facts import MatchFacts
from footy.goals.clips.copies.comparison import Similarity
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from tests.support.clips import arrival, file_of
from tests.support.readings import frames, match_of

BEFORE = match_of(("20", "home"), ("60", "home"))
AFTER = match_of(("20", "home"), ("60", "home"), ("80", "home"))
OF_20, OF_60 = ("19:30 0-0", "19:40 1-0"), ("59:30 1-0", "59:40 2-0")


@dataclass
class Eyes:
    """Compares by the scene that a clip is said to show, and remembers what it was compared about."""

    scenes: dict[str, str] = field(default_factory=dict)
    compared: list[str] = field(default_factory=list)

    def alike(self, candidate: Video, pool: Sequence[Video]) -> list[Similarity]:
        self.compared.append(candidate["md5"])
        scene = self.scenes.get(candidate["md5"], candidate["md5"])
        same = [at for at, video in enumerate(pool) if self.scenes.get(video["md5"], video["md5"]) == scene]
        return [Similarity(at, "plain", 1.0, matched=True) for at in same]


def clip(name: str, *read: str, **facts: Any) -> Video:
    video = arrival(name, verified=False, **facts)
    return {**video, "frames_read": frames(*read)} if read else video


def assigned(
    match: MatchFacts,
    clips_of: dict[str, GoalClips],
    eyes: Eyes,
    found_at: str = "20",
    *arrivals: Video,
    again: bool = False,
) -> dict[str, GoalClips]:
    links = count(1)
    now = {goal.event_id: clips_of.get(goal.event_id, GoalClips(goal.event_id)) for goal in match.goals}
    assignment = Assignment(match, eyes.alike, lambda: f"link-{next(links)}", Rules(), now)
    return dict(assignment.assign(arrivals, found_at, again=again).goals)


def two_goals(eyes: Eyes) -> dict[str, GoalClips]:
    clips_of = assigned(BEFORE, {}, eyes, "20", clip("a", *OF_20), clip("b"))
    clips_of = assigned(BEFORE, clips_of, eyes, "60", clip("c", *OF_60), clip("d"))
    eyes.compared.clear()
    return clips_of


def files(clips_of: dict[str, GoalClips]) -> dict[str, list[str]]:
    return {goal: sorted(video["md5"] for video in shelf.videos) for goal, shelf in clips_of.items() if shelf.videos}


def test_a_new_goal_does_not_repeat_comparisons() -> None:
    eyes = Eyes()
    clips_of = two_goals(eyes)
    assert files(assigned(AFTER, clips_of, eyes, again=True)) == files(clips_of)
    assert eyes.compared == []


def test_only_clips_of_a_returned_goal_are_compared_again() -> None:
    eyes = Eyes()
    clips_of = two_goals(eyes)
    clips_of["60"] = GoalClips("60", clips_of["60"].videos, returned=True)
    assigned(AFTER, clips_of, eyes, again=True)
    assert sorted(set(eyes.compared)) == sorted([file_of("c"), file_of("d")])


def test_copies_join_when_one_loses_its_score_change() -> None:
    eyes = Eyes({file_of(name): "pan" for name in "ac"})
    both_goals = match_of(("20", "home"), ("60", "home"), home="Homeham", away="Awayton")
    clips_of = assigned(both_goals, {}, eyes, "20", clip("a", "- HOM 0-0 AWA", "- HOM 1-0 AWA"), clip("c", *OF_60))
    assert files(clips_of) == {"20": [file_of("a")], "60": [file_of("c")]}
    corrected = match_of(("20", "away"), ("60", "home"), home="Homeham", away="Awayton")
    assert len(files(assigned(corrected, clips_of, eyes, again=True))) == 1


def test_a_better_fit_takes_every_copy_of_another_goal() -> None:
    eyes = Eyes({file_of(name): "goal" for name in ("both_goals", "longer", "unread")})
    elsewhere = [clip("longer", "60:30 -", "60:40 -", duration=20.0), clip("unread")]
    clips_of = assigned(match_of(("60", "home"), ("61", "home")), {}, eyes, "61", *elsewhere)
    assert files(clips_of) == {"61": sorted([file_of("longer"), file_of("unread")])}
    match = match_of(("60", "home"), ("61", "home"))
    after = assigned(match, clips_of, eyes, "60", clip("both_goals", "59:30 0-0", "59:40 1-0"))
    assert files(after) == {"60": [file_of("longer")]}
