"""Clips between the goals of a fixture: what is compared, and what becomes of copies that several goals have."""

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
    """Compares by the scene that a clip is said to show, and remembers what it was asked about."""

    scenes: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def alike(self, candidate: Video, pool: Sequence[Video]) -> list[Similarity]:
        self.asked.append(candidate["md5"])
        scene = self.scenes.get(candidate["md5"], candidate["md5"])
        same = [at for at, video in enumerate(pool) if self.scenes.get(video["md5"], video["md5"]) == scene]
        return [Similarity(at, "plain", 1.0, matched=True) for at in same]


def clip(name: str, *read: str, **facts: Any) -> Video:
    video = arrival(name, verified=False, **facts)
    return {**video, "frames_read": frames(*read)} if read else video


def settled(
    match: MatchFacts,
    shelves: dict[str, GoalClips],
    eyes: Eyes,
    found_at: str = "20",
    *arrivals: Video,
    anew: bool = False,
) -> dict[str, GoalClips]:
    links = count(1)
    now = {goal.event_id: shelves.get(goal.event_id, GoalClips(goal.event_id)) for goal in match.goals}
    settling = Assignment(match, eyes.alike, lambda: f"link-{next(links)}", Rules(), now)
    return dict(settling.assign(arrivals, found_at, again=anew).goals)


def two_goals(eyes: Eyes) -> dict[str, GoalClips]:
    shelves = settled(BEFORE, {}, eyes, "20", clip("a", *OF_20), clip("b"))
    shelves = settled(BEFORE, shelves, eyes, "60", clip("c", *OF_60), clip("d"))
    eyes.asked.clear()
    return shelves


def files(shelves: dict[str, GoalClips]) -> dict[str, list[str]]:
    return {goal: sorted(video["md5"] for video in shelf.videos) for goal, shelf in shelves.items() if shelf.videos}


def test_a_new_goal_does_not_repeat_comparisons() -> None:
    eyes = Eyes()
    shelves = two_goals(eyes)
    assert files(settled(AFTER, shelves, eyes, anew=True)) == files(shelves)
    assert eyes.asked == []


def test_only_clips_of_a_returned_goal_are_compared_again() -> None:
    eyes = Eyes()
    shelves = two_goals(eyes)
    shelves["60"] = GoalClips("60", shelves["60"].videos, returned=True)
    settled(AFTER, shelves, eyes, anew=True)
    assert sorted(set(eyes.asked)) == sorted([file_of("c"), file_of("d")])


def test_copies_join_when_one_loses_its_score_change() -> None:
    eyes = Eyes({file_of(name): "pan" for name in "ac"})
    told = match_of(("20", "home"), ("60", "home"), home="Homeham", away="Awayton")
    shelves = settled(told, {}, eyes, "20", clip("a", "- HOM 0-0 AWA", "- HOM 1-0 AWA"), clip("c", *OF_60))
    assert files(shelves) == {"20": [file_of("a")], "60": [file_of("c")]}
    corrected = match_of(("20", "away"), ("60", "home"), home="Homeham", away="Awayton")
    assert len(files(settled(corrected, shelves, eyes, anew=True))) == 1


def test_a_better_fit_takes_every_copy_of_another_goal() -> None:
    """Also after the first of them has put its longer file in the place of its own."""
    eyes = Eyes({file_of(name): "goal" for name in ("told", "longer", "unread")})
    elsewhere = [clip("longer", "60:30 -", "60:40 -", duration=20.0), clip("unread")]
    shelves = settled(match_of(("60", "home"), ("61", "home")), {}, eyes, "61", *elsewhere)
    assert files(shelves) == {"61": sorted([file_of("longer"), file_of("unread")])}
    match = match_of(("60", "home"), ("61", "home"))
    after = settled(match, shelves, eyes, "60", clip("told", "59:30 0-0", "59:40 1-0"))
    assert files(after) == {"60": [file_of("longer")]}
