"""Placement of clips: whether each published clip is under the goal that it shows, and which posts were lost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from footy.goals.model.documents import EventDocument, FixtureDocument, Video
from local.replay.model import ExpectedGoal, Replay
from local.replay.posts import Post

GoalName = tuple[int, str, str]
"""Fixture, minute, scorer."""
# copies that no deployment publishes, and that no search finds
REFUSED = ("filmed", "portrait", "truncated")


@dataclass(frozen=True, slots=True)
class PostFootage:
    """Footage of one post: whether it identifies a goal, the goal if that counts, and how it was copied."""

    identifies: bool
    goal: GoalName | None
    copy_kind: str = ""


@dataclass(frozen=True, slots=True)
class PlacementReport:
    """Clips under their own goal and under another one, and reasons why posts with the right footage were lost."""

    right: int = 0
    unidentified: int = 0
    wrong: tuple[str, ...] = ()
    posts: int = 0
    losses: Mapping[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """One line for the end of a match day."""
        placement = f"{self.right} of {self.right + len(self.wrong)} clips that identify a goal are under it"
        others = f", {self.unidentified} identify none" if self.unidentified else ""
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(self.losses.items()))
        losses = f"{sum(self.losses.values())} of {self.posts} right posts lost" + (f" ({reasons})" if reasons else "")
        return f"{placement}{others}; {losses}"


def footage_of(replay: Replay) -> dict[str, PostFootage]:
    """Return what each post of a replay shows, by its tweet id."""
    goals = {(goal.fixture_id, goal.happens_at): _name(goal) for goal in replay.goals()}
    return {
        post.tweet_id: _footage(post, goals.get((fixture.id, post.clip.shows)) if post.clip.shows else None)
        for fixture in replay.fixtures
        for row in fixture.rows
        for post in row.posts
    }


def compare_placement(fixtures: Iterable[FixtureDocument], expected: Mapping[str, PostFootage]) -> PlacementReport:
    """Compare the published clips with what the posts of the replay show."""
    goals = [(goal_name(fixture, event), event) for fixture in fixtures for event in fixture.get("events", [])]
    published = [(name, video) for name, event in goals for video in event["_s3_videos"]]
    clips = [(name, video, expected[tweet]) for name, video in published if (tweet := _tweet(video)) in expected]
    identified = [(name, video, footage) for name, video, footage in clips if footage.identifies]
    wrong = [_misplaced(*clip) for clip in identified if clip[0] != clip[2].goal]
    fates = {**dict(_unassigned(goals)), **dict(_published(published))}
    right_posts = {tweet: footage for tweet, footage in expected.items() if footage.goal}
    discovered = {post["tweet_id"] for _, event in goals for post in event["_discovered_videos"]}
    losses = Counter(
        _reason(footage, fates.get(tweet), was_discovered=tweet in discovered)
        for tweet, footage in right_posts.items()
        if fates.get(tweet) != footage.goal
    )
    return PlacementReport(
        right=len(identified) - len(wrong),
        unidentified=len(published) - len(identified),
        wrong=tuple(wrong),
        posts=len(right_posts),
        losses=dict(losses),
    )


def goal_name(fixture: FixtureDocument, event: EventDocument) -> GoalName:
    """Return fixture, minute and scorer of a goal."""
    time = event["time"]
    return fixture["_id"], minute_text(time["elapsed"] or 0, time["extra"]), event["player"]["name"] or "?"


def minute_text(elapsed: int, extra: int | None) -> str:
    """Return a minute like `45+2`."""
    return f"{elapsed}+{extra}" if extra else str(elapsed)


def _name(goal: ExpectedGoal) -> GoalName:
    return goal.fixture_id, minute_text(goal.minute, goal.extra), goal.player


def _footage(post: Post, goal: GoalName | None) -> PostFootage:
    refused = next((variant for variant in post.variants if variant in REFUSED), "")
    return PostFootage(post.clip.shows is not None, goal, "deleted" if post.deleted_at else refused)


def _published(clips: Iterable[tuple[GoalName, Video]]) -> Iterator[tuple[str, GoalName | str]]:
    for name, video in clips:
        for tweet in {*video.get("posts", {}), _tweet(video)}:
            yield tweet, name


def _unassigned(goals: Iterable[tuple[GoalName, EventDocument]]) -> Iterator[tuple[str, GoalName | str]]:
    for _, event in goals:
        for video in event.get("_waiting_videos", []):
            yield _tweet(video), "not assigned yet"


def _reason(footage: PostFootage, fate: GoalName | str | None, *, was_discovered: bool) -> str:
    if isinstance(fate, tuple):
        return "under another goal"
    return fate or footage.copy_kind or ("not published" if was_discovered else "not found by a search")


def _misplaced(name: GoalName, video: Video, footage: PostFootage) -> str:
    fixture, minute, scorer = name
    goal = f"{footage.goal[2]} {footage.goal[1]}'" if footage.goal else "a goal that does not count"
    return f"clip {_tweet(video)} under {scorer} {minute}' of fixture {fixture} shows {goal}"


def _tweet(video: Video) -> str:
    return video["source_url"].rpartition("/")[2]
