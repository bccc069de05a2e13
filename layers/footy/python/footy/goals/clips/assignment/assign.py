"""Assignment of a fixture's clips to its goals, with the same footage under one goal only (D20 to D26)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from footy.goals.clips.assignment.match_facts import MatchFacts
from footy.goals.clips.assignment.right_goal import best_goal, timestamp_at
from footy.goals.clips.copies.dedup import Matcher, merge
from footy.goals.clips.copies.goal_fit import BY_SCORE, BY_SCORE_CHANGE, certainty, goal_fit
from footy.goals.clips.copies.join import absorb, join
from footy.goals.clips.ranking import ranked
from footy.goals.clips.reading.scoreline import read_score
from footy.goals.model.documents import Video
from footy.goals.settings import Rules


@dataclass(frozen=True, slots=True)
class GoalClips:
    """Clips of one goal: published ones, and waiting ones that fit no known goal yet (D22).

    A closed goal accepts no waiting clips. The clips of a goal that `returned` were never compared with those that
    other goals got in the meantime.
    """

    event_id: str
    videos: Sequence[Video] = ()
    waiting_clips: Sequence[Video] = ()
    closed: bool = False
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Assigned:
    """Result of an assignment: clips by goal, outcomes of the arrivals, and keys that tombstones no longer keep."""

    goals: Mapping[str, GoalClips]
    outcomes: dict[str, int]
    similarities: dict[str, int]
    recalled: Sequence[str] = ()

    @property
    def clips(self) -> list[Video]:
        """Return all stored clips, published or waiting."""
        return [video for clips in self.goals.values() for video in (*clips.videos, *clips.waiting_clips)]


@dataclass(frozen=True, slots=True)
class _Placement:
    """A clip that moves from one goal to another, or waits (no goal)."""

    video: Video
    origin: str
    goal: str | None
    is_arrival: bool = False


@dataclass(slots=True)
class Assignment:
    """Clips by goal while they are moved between goals."""

    match: MatchFacts
    matcher: Matcher
    new_link: Callable[[], str]
    rules: Rules
    goals: dict[str, GoalClips]
    outcomes: Counter[str] = field(default_factory=Counter)
    similarities: Counter[str] = field(default_factory=Counter)
    _recalled: list[_Placement] = field(default_factory=list)

    def recall(self, video: Video, found_at: str) -> bool:
        """Take a clip back from a removed goal to the goal whose search found it, if it fits a known goal."""
        placement = self._judge(video, found_at, is_arrival=True)
        if placement.goal is None:
            return False
        self._recalled.append(replace(placement, is_arrival=False))
        return True

    def assign(self, arrivals: Iterable[Video], found_at: str, *, again: bool) -> Assigned:
        """Assign the arrivals, and with `again` every other clip too, because the goals have changed (D23)."""
        compared = {goal: {} if again and clips.returned else _certainties(clips) for goal, clips in self.goals.items()}
        new = [self._judge(video, found_at, is_arrival=True) for video in arrivals]
        moved = [*self._recalled, *(self._take_moving() if again else [])]
        unchanged = {
            goal: {md5 for md5, value in _certainties(clips).items() if compared[goal].get(md5) == value}
            for goal, clips in self.goals.items()
        }
        self.outcomes["other_goal"] += sum(one.goal not in {found_at, None} for one in new)
        for goal in self.goals:
            self._add(goal, [one.video for one in moved if one.goal == goal], is_counted=False)
            self._add(goal, [one.video for one in new if one.goal == goal], is_counted=goal == found_at)
        for one in [*moved, *new]:
            if one.goal is None:
                self._wait(one)
        self._join_across_goals(unchanged, {one.video["md5"] for one in new if one.goal == found_at})
        return Assigned(dict(self.goals), dict(+self.outcomes), dict(self.similarities))

    def _take_moving(self) -> list[_Placement]:
        """Take the clips away from their goals that belong elsewhere, or whose verification changed."""
        moving: list[_Placement] = []
        for goal, clips in self.goals.items():
            videos = [self._judge(video, goal) for video in clips.videos]
            waiting_clips = [self._judge(video, goal, waits=True) for video in clips.waiting_clips]
            staying = [_stays(one, before) for one, before in zip(videos, clips.videos, strict=True)]
            moving += [one for one, stays in zip(videos, staying, strict=True) if not stays]
            moving += [one for one in waiting_clips if one.goal is not None]
            self._change(
                goal,
                videos=[one.video for one, stays in zip(videos, staying, strict=True) if stays],
                waiting_clips=[one.video for one in waiting_clips if one.goal is None],
            )
        return moving

    def _judge(self, video: Video, origin: str, *, waits: bool = False, is_arrival: bool = False) -> _Placement:
        """Judge which goal the clip belongs to, and its timestamp there; a clip without readings stays (D26)."""
        frames, tolerance = video.get("frames_read", []), self.rules.minute_tolerance
        if not frames:
            return _Placement(video, origin, origin, is_arrival)
        if not is_arrival and self._keeps_decision(video, origin, waits=waits):
            return _Placement(video, origin, None if waits else origin)
        best = best_goal(frames, origin, self.match, tolerance)
        decision = {"why": best.why, "compilation": best.compilation, "distance": best.distance}
        found_at = video["goal_decision"]["found_at"] if "goal_decision" in video else [origin]
        placement: Video = {**video, "goal_decision": {"found_at": found_at, **decision}}  # type: ignore[typeddict-item]
        if best.goal is None:
            return _Placement(placement, origin, None, is_arrival)
        return _Placement(self._with_timestamp(placement, best.goal), origin, best.goal, is_arrival)

    def _with_timestamp(self, video: Video, goal: str) -> Video:
        frames = video.get("frames_read", [])
        status, minute = timestamp_at(frames, goal, self.match, self.rules.minute_tolerance)
        return {
            **video,
            "timestamp_status": status,
            "timestamp_verified": status == "verified",
            "extracted_minute": minute,
        }

    def _keeps_decision(self, video: Video, origin: str, *, waits: bool) -> bool:
        """Keep a decision by score while the rows do not add up to the API's score: it cannot be repeated (D20)."""
        frames = video.get("frames_read", [])
        if self.match.scores_count or not any(read_score(frame["score"]) for frame in frames):
            return False
        status, _ = timestamp_at(frames, origin, self.match, self.rules.minute_tolerance)
        return waits or (certainty(video) >= BY_SCORE and status != "rejected")

    def _add(self, goal: str, videos: Sequence[Video], *, is_counted: bool) -> None:
        if not videos:
            return
        merged = merge(self.goals[goal].videos, videos, match=self.matcher, mint=self.new_link, rules=self.rules)
        self._change(goal, videos=merged.videos)
        if is_counted:
            self.outcomes.update(merged.outcomes)
            self.similarities.update(merged.similarities)

    def _wait(self, one: _Placement) -> None:
        """Keep the clip unpublished until its goal's deadline (D22); afterwards only clips that have links."""
        clips = self.goals[one.origin]
        twin = next((video for video in clips.waiting_clips if video["md5"] == one.video["md5"]), None)
        is_refused = clips.closed and not one.video["share_id"] and twin is None
        if one.is_arrival:
            self.outcomes["fits_no_goal" if is_refused else "waiting"] += 1
        if is_refused:
            return
        others = [video for video in clips.waiting_clips if video is not twin]
        self._change(one.origin, waiting_clips=[*others, _with_link(twin, one.video) if twin else one.video])

    def _join_across_goals(self, unchanged: Mapping[str, set[str]], arrivals: set[str]) -> None:
        """Compare each new or changed clip with those of the other goals (D24); unchanged ones were compared before."""
        new = [
            (goal, video["md5"])
            for goal, clips in self.goals.items()
            for video in clips.videos
            if video["md5"] not in unchanged[goal]
        ]
        for goal, md5 in new:
            remaining: str | None = md5
            for other in [other for other in self.goals if other != goal]:
                remaining = remaining and self._join_with(goal, remaining, other)
            if remaining is None and md5 in arrivals and self.outcomes["new"]:
                self.outcomes.subtract(["new"])
                self.outcomes["other_goal"] += 1

    def _join_with(self, goal: str, md5: str, other: str) -> str | None:
        """Keep the better fit of copies under two goals; return the clip's file then, or None when it left its goal."""
        for twin in self._twins(goal, md5, other):
            video = next(one for one in self.goals[goal].videos if one["md5"] == md5)
            if _show_two_goals(video, twin):
                continue
            if goal_fit(video) <= goal_fit(twin):
                self._move(goal, video, other, twin)
                return None
            md5 = self._move(other, twin, goal, video)
        return md5

    def _twins(self, goal: str, md5: str, other: str) -> list[Video]:
        video = next((one for one in self.goals[goal].videos if one["md5"] == md5), None)
        pool = self.goals[other].videos
        if video is None or not pool:
            return []
        same = {similarity.index for similarity in self.matcher(video, pool) if similarity.same}
        return [one for at, one in enumerate(pool) if at in same or one["md5"] == md5]

    def _move(self, loser: str, video: Video, winner: str, better: Video) -> str:
        """Join the loser's clip into the winner's; use its file only when its clock has the same verdict there."""
        timed = self._with_timestamp(video, winner)
        if video.get("frames_read") and timed["timestamp_status"] == better["timestamp_status"]:
            joined = join([better, timed], self.rules.same_duration_share)
        else:
            joined = absorb(better, video)
        others = [one for one in self.goals[winner].videos if one["md5"] != better["md5"]]
        self._change(loser, videos=[one for one in self.goals[loser].videos if one["md5"] != video["md5"]])
        self._change(winner, videos=[*others, joined])
        return joined["md5"]

    def _change(
        self, goal: str, *, videos: Sequence[Video] | None = None, waiting_clips: Sequence[Video] | None = None
    ) -> None:
        clips = self.goals[goal]
        published = clips.videos if videos is None else ranked(videos)
        self.goals[goal] = replace(
            clips, videos=published, waiting_clips=clips.waiting_clips if waiting_clips is None else waiting_clips
        )


def _certainties(clips: GoalClips) -> dict[str, int]:
    """Return the certainty of each published file; while it is unchanged, the file need not be compared again."""
    return {video["md5"]: certainty(video) for video in clips.videos}


def _stays(one: _Placement, before: Video) -> bool:
    return one.goal == one.origin and one.video["timestamp_verified"] == before["timestamp_verified"]


def _with_link(waiting_clip: Video, arrival: Video) -> Video:
    """Join two clips of one file; keep the one with a link, because the nightly sweep leaves it."""
    return (
        absorb(waiting_clip, arrival)
        if waiting_clip["share_id"] or not arrival["share_id"]
        else absorb(arrival, waiting_clip)
    )


def _show_two_goals(one: Video, other: Video) -> bool:
    """Tell whether two files show a score change each at its own goal: then they are alike by chance."""
    return one["md5"] != other["md5"] and certainty(one) == certainty(other) == BY_SCORE_CHANGE
