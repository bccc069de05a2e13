"""However goals become known and are corrected, and clips arrive: each footage is under its goal, and only there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from footy.clips.likeness import Likeness
from footy.clips.match_facts import GoalFacts, MatchFacts
from footy.clips.right_goal import belongs
from footy.clips.settling import Settling, Shelf
from footy.model.clips import FrameTexts
from footy.model.documents import Video
from footy.settings import Rules
from tests.examples import examples
from tests.unit.clips.making import arrival
from tests.unit.clips.test_right_goal_properties import LEAD, Played, blurred, matches, shown

RULES = Rules()


@dataclass(frozen=True, slots=True)
class Copy:
    """A post: which goal's footage, and what can be read in this copy of it."""

    at: int
    legible: tuple[tuple[bool, bool], ...]


LEGIBLE = st.tuples(*(st.tuples(st.booleans(), st.booleans()) for _ in LEAD))
CLEAR = st.just(((True, True),) * len(LEAD))
BLIND = st.just(((False, False),) * len(LEAD))


def alike(candidate: Video, pool: Sequence[Video]) -> list[Likeness]:
    """Copies of one footage are the same, and nothing else is."""
    return [
        Likeness(at, "plain", 1.0, matched=True)
        for at, video in enumerate(pool)
        if footage(video) == footage(candidate)
    ]


def footage(video: Video) -> str:
    return video["source_url"].rpartition("/")[2].partition("x")[0]


class Clips(RuleBasedStateMachine):
    """One match of which the API tells goal by goal."""

    @initialize(played=matches())
    def kick_off(self, played: Played) -> None:
        self.played = played
        self.known: list[int] = []
        self.shelves: dict[str, Shelf] = {}
        self.wrong_minutes: dict[int, int] = {}
        self.links: set[str] = set()
        self.numbers = count(1)
        self.a_goal_becomes_known(0)

    @rule(at=st.integers(0, 8))
    def a_goal_becomes_known(self, at: int) -> None:
        """Rows come in the order of the match: the scores follow from them."""
        if len(self.known) < len(self.played.seconds) and (at == 0 or len(self.known) > 1):
            goal = len(self.known)
            self.known.append(goal)
            self.shelves[f"goal-{goal}"] = Shelf(f"goal-{goal}")
            self._settle([], "goal-0")

    @rule(at=st.integers(0, 8), copy=st.one_of(LEGIBLE, CLEAR, BLIND), here=st.integers(0, 8), again=st.booleans())
    def a_clip_is_found(self, at: int, copy: Any, here: int, again: bool) -> None:  # noqa: FBT001
        """Of any goal that has fallen, by the search of any that is known; a second search finds the same post."""
        at, name = at % len(self.played.seconds), f"{next(self.numbers)}"
        frames = self._frames(Copy(at, copy))
        for goal in dict.fromkeys(self._goal(found_at) for found_at in [here, *([here + 1] if again else [])]):
            self._settle([self._arrival(f"{at}x{name}", frames, goal)], goal)

    @precondition(lambda self: self.known)
    @rule(at=st.integers(0, 8), by=st.integers(-20, 20))
    def a_minute_is_told_wrong(self, at: int, by: int) -> None:
        self.wrong_minutes[self.known[at % len(self.known)]] = by
        self._settle([], "goal-0")

    @rule()
    def the_minutes_are_corrected(self) -> None:
        self.wrong_minutes.clear()
        self._settle([], "goal-0")

    @rule(at=st.integers(0, 8))
    def a_goal_is_complete(self, at: int) -> None:
        goal = self._goal(at)
        kept = [video for video in self.shelves[goal].waiting if video["share_id"]]
        self.shelves[goal] = replace(self.shelves[goal], waiting=kept, closed=True)

    @invariant()
    def nothing_is_published_twice(self) -> None:
        shown = [(goal, footage(video)) for goal, shelf in self._shelves().items() for video in shelf.videos]
        for what in {name for _, name in shown}:
            assert len({goal for goal, name in shown if name == what}) == 1, what

    @invariant()
    def what_can_be_told_is_under_no_other_goal(self) -> None:
        for goal, shelf in self._shelves().items():
            for video in shelf.videos:
                belonging = belongs(video.get("frames_read", []), goal, self._match(), RULES.minute_tolerance)
                assert belonging.goal == goal
                if belonging.decided and not self.wrong_minutes and len(self.known) == len(self.played.seconds):
                    assert goal == f"goal-{footage(video)}"

    @invariant()
    def no_post_counts_twice(self) -> None:
        for shelf in self._shelves().values():
            for video in shelf.videos:
                assert video["popularity"] == len(video.get("posts", {}))

    @invariant()
    def every_link_leads_somewhere_and_ranks_have_no_gap(self) -> None:
        there: set[str] = set()
        for shelf in self._shelves().values():
            assert [video["rank"] for video in shelf.videos] == list(range(1, len(shelf.videos) + 1))
            for video in (*shelf.videos, *shelf.waiting):
                there |= {video["share_id"], *video["previous_share_ids"]}
            self.links |= {video["share_id"] for video in shelf.videos}
        assert not getattr(self, "links", set()) - there

    def _goal(self, at: int) -> str:
        return f"goal-{self.known[at % len(self.known)]}"

    def _shelves(self) -> dict[str, Shelf]:
        return getattr(self, "shelves", {})

    def _match(self) -> MatchFacts:
        goals = [self._fact(at) for at in self.known]
        return MatchFacts(tuple(goals), "Argentina", "France", scores_count=True)

    def _fact(self, at: int) -> GoalFacts:
        fact = self.played.match.goals[at]
        return replace(fact, elapsed=max(1, (fact.elapsed or 0) + self.wrong_minutes.get(at, 0)))

    def _frames(self, copy: Copy) -> list[FrameTexts]:
        clear = [shown(self.played, copy.at, n, crossed=False, letters=True) for n in LEAD]
        return [blurred(frame, *legible) for frame, legible in zip(clear, copy.legible, strict=True)]

    def _arrival(self, name: str, frames: list[FrameTexts], goal: str) -> Video:
        video = arrival(name, verified=False)
        decision = {"found_at": [goal], "why": "nothing_read", "compilation": False, "distance": 0.0}
        return {**video, "frames_read": frames, "posts": {name: goal}, "goal_decision": decision}  # type: ignore[typeddict-item]

    def _settle(self, arrivals: list[Video], found_at: str) -> None:
        """Every arrival comes when the others are judged by what is known, as batches and reviews leave them."""
        settling = Settling(self._match(), alike, lambda: f"link-{next(self.numbers)}", RULES, dict(self.shelves))
        self.shelves = dict(settling.settle(arrivals, found_at, anew=not arrivals).shelves)


TestClips = Clips.TestCase
TestClips.settings = settings(
    max_examples=examples(60), stateful_step_count=20, suppress_health_check=list(HealthCheck), deadline=None
)
