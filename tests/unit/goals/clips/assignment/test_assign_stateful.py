"""Stateful test of the assignment while goals come, go and change (D20 to D26)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from footy.goals.clips.assignment.assign import Assignment, GoalClips
from footy.goals.clips.assignment.match_facts import GoalFacts, MatchFacts
from footy.goals.clips.assignment.right_goal import best_goal
from footy.goals.clips.copies.comparison import Similarity
from footy.goals.model.clips import FrameTexts
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from tests.support.broadcasts import LEADS, Played, blurred, frame_of, matches, whole_matches
from tests.support.clips import arrival
from tests.support.examples import examples

RULES = Rules()


@dataclass(frozen=True, slots=True)
class Copy:
    """Return a copy's footage of a goal and its readable texts."""

    shape: str
    crossed: bool
    letters: bool
    legible: tuple[tuple[bool, bool], ...]


READ = st.sampled_from([(True, True), (True, False), (False, True), (False, False)])
COPIES = st.builds(
    Copy,
    shape=st.sampled_from(sorted(LEADS)),
    crossed=st.booleans(),
    letters=st.booleans(),
    legible=st.one_of(st.just(((True, True),) * 3), st.just(((False, False),) * 3), st.tuples(READ, READ, READ)),
)
NUMBER = st.integers(0, 8)


def alike(candidate: Video, pool: Sequence[Video]) -> list[Similarity]:
    """Copies of one footage are the same, and nothing else is."""
    return [
        Similarity(at, "plain", 1.0, matched=True)
        for at, video in enumerate(pool)
        if footage(video) == footage(candidate)
    ]


def footage(video: Video) -> str:
    """The number of its goal, and the shape of the clip."""
    return video["source_url"].rpartition("/")[2].rpartition("-")[0]


def goal_shown(video: Video) -> str:
    return f"goal-{footage(video).partition('-')[0]}"


class Clips(RuleBasedStateMachine):
    """One match of which the API tells goal by goal, and takes some back."""

    @initialize(played=st.one_of(matches(), whole_matches()), goal_count=NUMBER)
    def kick_off(self, played: Played, goal_count: int) -> None:
        self.played = played
        self.goal_count = 0
        self.adds_up = True
        self.shelves: dict[str, GoalClips] = {}
        self.taken_back: dict[str, GoalClips] = {}
        self.wrong_minutes: dict[int, int] = {}
        self.files: list[tuple[str, int, str]] = []
        self.links: set[str] = set()
        self.numbers = count(1)
        for _ in range(1 + goal_count % len(played.seconds)):
            self.a_goal_becomes_known()

    @rule()
    def a_goal_becomes_known(self) -> None:
        """Rows come in the order of the match: the scores follow from them. One that was taken back has its clips."""
        if self.goal_count < len(self.played.seconds):
            goal = f"goal-{self.goal_count}"
            self.goal_count += 1
            former = self.taken_back.pop(goal, None)
            self.shelves[goal] = replace(former, returned=True) if former else GoalClips(goal)
            self._settle([], "goal-0")

    @precondition(lambda self: self.goal_count > 1)
    @rule()
    def a_goal_is_taken_back(self) -> None:
        """The last one; its clips go with it, but those that were found at another come back there if they fit."""
        self.goal_count -= 1
        self.wrong_minutes.pop(self.goal_count, None)
        goal = f"goal-{self.goal_count}"
        self.taken_back[goal] = self.shelves.pop(goal)
        self._settle([], "goal-0")

    @rule(at=NUMBER, copy=COPIES, here=NUMBER, again=st.booleans())
    def a_clip_is_found(self, at: int, copy: Copy, here: int, again: bool) -> None:  # noqa: FBT001
        """Of any goal that has fallen, by the search of any that is goal_count; a second search finds the same post."""
        at, name = at % len(self.played.seconds), f"{next(self.numbers)}"
        self.files.append((f"{at}-{copy.shape}-{name}", at, name))
        self._post_found(*self.files[-1], copy, [here, *([here + 1] if again else [])])

    @precondition(lambda self: self.files)
    @rule(number=st.integers(0, 30), copy=COPIES, here=NUMBER)
    def the_same_file_is_found_in_another_post(self, number: int, copy: Copy, here: int) -> None:
        """Perhaps while it waits; the eyes may read more of it this time, or less."""
        file, at, _ = self.files[number % len(self.files)]
        shape = file.split("-")[1]
        self._post_found(file, at, f"{next(self.numbers)}", replace(copy, shape=shape), [here])

    @rule(at=NUMBER, by=st.integers(-20, 20))
    def a_minute_is_told_wrong(self, at: int, by: int) -> None:
        self.wrong_minutes[at % self.goal_count] = by
        self._settle([], "goal-0")

    @precondition(lambda self: self.wrong_minutes)
    @rule()
    def the_minutes_are_corrected(self) -> None:
        self.wrong_minutes.clear()
        self._settle([], "goal-0")

    @rule()
    def a_row_is_missing_or_comes(self) -> None:
        """While the rows do not add up to the score, the scores decide nothing."""
        self.adds_up = not self.adds_up
        self._settle([], "goal-0")

    @rule(at=NUMBER)
    def a_goal_is_complete(self, at: int) -> None:
        goal = self._goal(at)
        former = [video for video in self.shelves[goal].waiting_clips if video["share_id"]]
        self.shelves[goal] = replace(self.shelves[goal], waiting_clips=former, closed=True)

    @invariant()
    def nothing_is_published_twice(self) -> None:
        published = [(goal, footage(video)) for goal, shelf in self._shelves().items() for video in shelf.videos]
        for what in {name for _, name in published}:
            assert len({goal for goal, name in published if name == what}) == 1, what

    @invariant()
    def what_can_be_told_is_under_no_other_goal(self) -> None:
        """By all that is goal_count, each is where it belongs; and when everything is goal_count, that is the truth."""
        for goal, shelf in self._shelves().items():
            for video in shelf.videos:
                belonging = best_goal(video.get("frames_read", []), goal, self._match(), RULES.minute_tolerance)
                if not self.adds_up:  # earlier reports stay
                    continue
                assert belonging.goal == goal
                assert belonging.why != "undecided" or not video["timestamp_verified"]
                if belonging.decided and not self.wrong_minutes and self._all_is_known():
                    assert goal == goal_shown(video)

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
            self.links |= {video["share_id"] for video in shelf.videos}
        for shelf in (*self._shelves().values(), *getattr(self, "taken_back", {}).values()):
            for video in (*shelf.videos, *shelf.waiting_clips):
                there |= {video["share_id"], *video["previous_share_ids"]}
        assert not getattr(self, "links", set()) - there

    def _all_is_known(self) -> bool:
        return self.goal_count == len(self.played.seconds)

    def _goal(self, at: int) -> str:
        return f"goal-{at % self.goal_count}"

    def _shelves(self) -> dict[str, GoalClips]:
        return getattr(self, "shelves", {})

    def _match(self) -> MatchFacts:
        goals = [self._fact(at) for at in range(self.goal_count)]
        return MatchFacts(tuple(goals), "Argentina", "France", scores_count=self.adds_up)

    def _fact(self, at: int) -> GoalFacts:
        fact = self.played.match.goals[at]
        return replace(fact, elapsed=max(1, (fact.elapsed or 0) + self.wrong_minutes.get(at, 0)))

    def _post_found(self, file: str, at: int, post: str, copy: Copy, here: Sequence[int]) -> None:
        lead = LEADS[copy.shape]
        clear = [frame_of(self.played, at, n, crossed=copy.crossed, letters=copy.letters, lead=lead) for n in lead]
        frames = [blurred(frame, *legible) for frame, legible in zip(clear, copy.legible, strict=True)]
        for goal in dict.fromkeys(map(self._goal, here)):
            self._settle([self._arrival(file, post, frames, goal)], goal)

    def _arrival(self, file: str, post: str, frames: list[FrameTexts], goal: str) -> Video:
        video = arrival(file, verified=False)
        decision = {"found_at": [goal], "why": "nothing_read", "compilation": False, "distance": 0.0}
        return {**video, "frames_read": frames, "posts": {post: goal}, "goal_decision": decision}  # type: ignore[typeddict-item]

    def _settle(self, arrivals: list[Video], found_at: str) -> None:
        """Every arrival comes when the others are judged by what is goal_count, as batches and reviews leave them."""
        assignment = Assignment(self._match(), alike, lambda: f"link-{next(self.numbers)}", RULES, dict(self.shelves))
        if not arrivals:
            self.taken_back = {goal: self._restored(shelf, assignment) for goal, shelf in self.taken_back.items()}
        self.shelves = dict(assignment.assign(arrivals, found_at, again=not arrivals).goals)

    def _restored(self, shelf: GoalClips, assignment: Assignment) -> GoalClips:
        """Return the clips that stay with a removed goal."""
        return replace(
            shelf,
            videos=[video for video in shelf.videos if not self._recalled(video, assignment)],
            waiting_clips=[video for video in shelf.waiting_clips if not self._recalled(video, assignment)],
        )

    def _recalled(self, video: Video, assignment: Assignment) -> bool:
        found_at = next((goal for goal in video["goal_decision"]["found_at"] if goal in self.shelves), None)
        return found_at is not None and assignment.recall(video, found_at)


TestClips = Clips.TestCase
TestClips.settings = settings(
    max_examples=examples(200), stateful_step_count=20, suppress_health_check=list(HealthCheck), deadline=None
)
