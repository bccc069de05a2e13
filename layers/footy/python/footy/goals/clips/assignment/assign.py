"""The clips of a fixture under the goals that they belong to, and the same footage under one of them only."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from footy.goals.clips.assignment.match_facts import MatchFacts
from footy.goals.clips.assignment.right_goal import best_goal, timestamp_at
from footy.goals.clips.copies.dedup import Matcher, absorb, join, merge
from footy.goals.clips.copies.goal_fit import BY_SCORE, SURELY, certainty, goal_fit
from footy.goals.clips.ranking import ranked
from footy.goals.clips.reading.scoreline import read_score
from footy.goals.model.documents import Video
from footy.goals.settings import Rules


@dataclass(frozen=True, slots=True)
class GoalClips:
    """What one goal has: its published clips, and those that fit no known goal yet; a closed goal waits no more.

    One that `returned` has clips that were never compared with what others got while it was gone.
    """

    event_id: str
    videos: Sequence[Video] = ()
    waiting: Sequence[Video] = ()
    closed: bool = False
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Assigned:
    """The clips of each goal afterwards, how the arrivals ended, and the keys that removed goals no longer keep."""

    shelves: Mapping[str, GoalClips]
    outcomes: dict[str, int]
    likenesses: dict[str, int]
    recalled: Sequence[str] = ()

    @property
    def clips(self) -> list[Video]:
        """All that are kept, published or not."""
        return [video for shelf in self.shelves.values() for video in (*shelf.videos, *shelf.waiting)]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A clip on its way from one goal to another, or to nowhere yet."""

    video: Video
    here: str
    goal: str | None
    arrival: bool = False


@dataclass(slots=True)
class Assignment:
    """The shelves while clips are moved between them."""

    match: MatchFacts
    alike: Matcher
    mint: Callable[[], str]
    rules: Rules
    shelves: dict[str, GoalClips]
    outcomes: Counter[str] = field(default_factory=Counter)
    likenesses: Counter[str] = field(default_factory=Counter)
    _recalled: list[_Judged] = field(default_factory=list)

    def recall(self, video: Video, found_at: str) -> bool:
        """Takes a clip of a goal that was taken back to where it was found, if it fits a goal that stands."""
        judged = self._judged(video, found_at, arrival=True)
        if judged.goal is None:
            return False
        self._recalled.append(replace(judged, arrival=False))
        return True

    def settle(self, arrivals: Iterable[Video], found_at: str, *, anew: bool) -> Assigned:
        """Puts arrivals where they belong; `anew` when what is known of the goals is not what the others are by."""
        told = {goal: {} if anew and shelf.returned else _told(shelf) for goal, shelf in self.shelves.items()}
        came = [self._judged(video, found_at, arrival=True) for video in arrivals]
        moved = [*self._recalled, *(self._taken_off() if anew else [])]
        before = {
            goal: {md5 for md5, surely in _told(shelf).items() if told[goal].get(md5) == surely}
            for goal, shelf in self.shelves.items()
        }
        for one in [*moved, *came]:
            self._count_elsewhere(one, found_at)
        for goal in self.shelves:
            self._put(goal, [one.video for one in moved if one.goal == goal], counted=False)
            self._put(goal, [one.video for one in came if one.goal == goal], counted=goal == found_at)
        for one in [*moved, *came]:
            if one.goal is None:
                self._wait(one)
        self._once(before, {one.video["md5"] for one in came if one.goal == found_at})
        return Assigned(dict(self.shelves), dict(+self.outcomes), dict(self.likenesses))

    def _taken_off(self) -> list[_Judged]:
        """The clips that no longer are where they belong, or whose clock is judged otherwise, off their shelves."""
        moving: list[_Judged] = []
        for goal, shelf in self.shelves.items():
            videos = [self._judged(video, goal) for video in shelf.videos]
            waiting = [self._judged(video, goal, waits=True) for video in shelf.waiting]
            staying = [_stays(one, old) for one, old in zip(videos, shelf.videos, strict=True)]
            moving += [one for one, stays in zip(videos, staying, strict=True) if not stays]
            moving += [one for one in waiting if one.goal is not None]
            self._change(
                goal,
                videos=[one.video for one, stays in zip(videos, staying, strict=True) if stays],
                waiting=[one.video for one in waiting if one.goal is None],
            )
        return moving

    def _judged(self, video: Video, here: str, *, waits: bool = False, arrival: bool = False) -> _Judged:
        """Where the clip belongs, with the verdict of its clock there; nothing changes where nothing was read."""
        frames, tolerance = video.get("frames_read", []), self.rules.minute_tolerance
        if not frames:
            return _Judged(video, here, here, arrival)
        if not arrival and self._stands(video, here, waits=waits):
            return _Judged(video, here, None if waits else here)
        belonging = best_goal(frames, here, self.match, tolerance)
        decision = {"why": belonging.why, "compilation": belonging.compilation, "distance": belonging.distance}
        found_at = video["goal_decision"]["found_at"] if "goal_decision" in video else [here]
        judged: Video = {**video, "goal_decision": {"found_at": found_at, **decision}}  # type: ignore[typeddict-item]
        if belonging.goal is None:
            return _Judged(judged, here, None, arrival)
        return _Judged(self._timed(judged, belonging.goal), here, belonging.goal, arrival)

    def _timed(self, video: Video, goal: str) -> Video:
        """The clip with what its clock says at that goal."""
        frames = video.get("frames_read", [])
        status, minute = timestamp_at(frames, goal, self.match, self.rules.minute_tolerance)
        return {
            **video,
            "timestamp_status": status,
            "timestamp_verified": status == "verified",
            "extracted_minute": minute,
        }

    def _stands(self, video: Video, here: str, *, waits: bool) -> bool:
        """Whether what was told by a score stays: while the rows do not add up, it cannot be asked again."""
        frames = video.get("frames_read", [])
        if self.match.scores_count or not any(read_score(frame["score"]) for frame in frames):
            return False
        status, _ = timestamp_at(frames, here, self.match, self.rules.minute_tolerance)
        return waits or (certainty(video) >= BY_SCORE and status != "rejected")

    def _count_elsewhere(self, one: _Judged, found_at: str) -> None:
        if one.arrival and one.goal not in {found_at, None}:
            self.outcomes["other_goal"] += 1

    def _put(self, goal: str, videos: Sequence[Video], *, counted: bool) -> None:
        if not videos:
            return
        merged = merge(self.shelves[goal].videos, videos, match=self.alike, mint=self.mint, rules=self.rules)
        self._change(goal, videos=merged.videos)
        if counted:
            self.outcomes.update(merged.outcomes)
            self.likenesses.update(merged.likenesses)

    def _wait(self, one: _Judged) -> None:
        """Unpublished until the deadline of the goal it was found at; longer only what people have a link to."""
        shelf = self.shelves[one.here]
        twin = next((video for video in shelf.waiting if video["md5"] == one.video["md5"]), None)
        refused = shelf.closed and not one.video["share_id"] and twin is None
        if one.arrival:
            self.outcomes["fits_no_goal" if refused else "waiting"] += 1
        if refused:
            return
        others = [video for video in shelf.waiting if video is not twin]
        self._change(one.here, waiting=[*others, _with_link(twin, one.video) if twin else one.video])

    def _once(self, before: Mapping[str, set[str]], arrivals: set[str]) -> None:
        """Every clip that is new on its shelf is compared with those of the other goals: these were with each other.

        So is one that tells its goal otherwise than before, and one that a goal brought which was taken back.
        """
        new = [
            (goal, video["md5"])
            for goal, shelf in self.shelves.items()
            for video in shelf.videos
            if video["md5"] not in before[goal]
        ]
        for goal, md5 in new:
            left: str | None = md5
            for other in [other for other in self.shelves if other != goal]:
                left = left and self._same_footage(goal, left, other)
            if left is None and md5 in arrivals and self.outcomes["new"]:
                self.outcomes.subtract(["new"])
                self.outcomes["other_goal"] += 1

    def _same_footage(self, goal: str, md5: str, other: str) -> str | None:
        """Keeps the better fit where both goals have the clip; the file in its place, None when it left its goal."""
        for twin in self._twins(goal, md5, other):
            video = next(one for one in self.shelves[goal].videos if one["md5"] == md5)
            if _two_goals(video, twin):
                continue
            if goal_fit(video) <= goal_fit(twin):
                self._give(goal, video, other, twin)
                return None
            md5 = self._give(other, twin, goal, video)
        return md5

    def _twins(self, goal: str, md5: str, other: str) -> list[Video]:
        video = next((one for one in self.shelves[goal].videos if one["md5"] == md5), None)
        pool = self.shelves[other].videos
        if video is None or not pool:
            return []
        same = {like.index for like in self.alike(video, pool) if like.same}
        return [one for at, one in enumerate(pool) if at in same or one["md5"] == md5]

    def _give(self, loser: str, video: Video, winner: str, kept: Video) -> str:
        """The clip of the loser becomes one with the winner's; its file only where its clock says the same."""
        timed = self._timed(video, winner)
        if video.get("frames_read") and timed["timestamp_status"] == kept["timestamp_status"]:
            joined = join([kept, timed], self.rules.same_duration_share)
        else:
            joined = absorb(kept, video)
        others = [one for one in self.shelves[winner].videos if one["md5"] != kept["md5"]]
        self._change(loser, videos=[one for one in self.shelves[loser].videos if one["md5"] != video["md5"]])
        self._change(winner, videos=[*others, joined])
        return joined["md5"]

    def _change(
        self, goal: str, *, videos: Sequence[Video] | None = None, waiting: Sequence[Video] | None = None
    ) -> None:
        shelf = self.shelves[goal]
        shown = shelf.videos if videos is None else ranked(videos)
        self.shelves[goal] = replace(shelf, videos=shown, waiting=shelf.waiting if waiting is None else waiting)


def _told(shelf: GoalClips) -> dict[str, int]:
    """How surely each published file tells its goal: while that is as it was, it need not be compared again."""
    return {video["md5"]: certainty(video) for video in shelf.videos}


def _stays(one: _Judged, old: Video) -> bool:
    return one.goal == one.here and one.video["timestamp_verified"] == old["timestamp_verified"]


def _with_link(waits: Video, comes: Video) -> Video:
    """One of the same file in the place of both: the one that people have a link to, for the night leaves that."""
    return absorb(waits, comes) if waits["share_id"] or not comes["share_id"] else absorb(comes, waits)


def _two_goals(one: Video, other: Video) -> bool:
    """One shows both goals, or the two are alike by chance: each shows the score changing at its own goal."""
    return one["md5"] != other["md5"] and certainty(one) == certainty(other) == SURELY
