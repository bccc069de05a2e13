"""Whether each published clip stands under the goal that its picture shows, as the replay knows, and what was lost."""

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
class Footage:
    """What the footage of one post shows: whether it tells a goal, which one if that stands, and how it was copied."""

    tells: bool
    goal: GoalName | None
    copied: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """How many published clips stand under their goal, and how many tell none; why right posts were lost."""

    right: int = 0
    untold: int = 0
    wrong: tuple[str, ...] = ()
    posts: int = 0
    lost: Mapping[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """In one line, for the end of a match day."""
        told = f"{self.right} of {self.right + len(self.wrong)} clips whose picture tells their goal stand under it"
        untold = f", {self.untold} tell none" if self.untold else ""
        why = ", ".join(f"{count} {reason}" for reason, count in sorted(self.lost.items()))
        lost = f"{sum(self.lost.values())} of {self.posts} right posts lost" + (f" ({why})" if why else "")
        return f"{told}{untold}; {lost}"


def footage_of(replay: Replay) -> dict[str, Footage]:
    """What each post of a replay shows, by its tweet id."""
    goals = {(goal.fixture_id, goal.happens_at): _name(goal) for goal in replay.goals()}
    return {
        post.tweet_id: _footage(post, goals.get((fixture.id, post.clip.shows)) if post.clip.shows else None)
        for fixture in replay.fixtures
        for row in fixture.rows
        for post in row.posts
    }


def truth_of(fixtures: Iterable[FixtureDocument], meant: Mapping[str, Footage]) -> Truth:
    """Counts what is documented by what the posts of the replay show."""
    goals = [(goal_name(fixture, event), event) for fixture in fixtures for event in fixture.get("events", [])]
    shown = [(name, video) for name, event in goals for video in event["_s3_videos"]]
    told = [(name, video, meant[tweet]) for name, video in shown if (tweet := _tweet(video)) in meant]
    telling = [(name, video, footage) for name, video, footage in told if footage.tells]
    wrong = [_misplaced(*one) for one in telling if one[0] != one[2].goal]
    fates = {**dict(_waiting(goals)), **dict(_published(shown))}
    right = {tweet: footage for tweet, footage in meant.items() if footage.goal}
    discovered = {post["tweet_id"] for _, event in goals for post in event["_discovered_videos"]}
    lost = Counter(
        _why(footage, fates.get(tweet), searched=tweet in discovered)
        for tweet, footage in right.items()
        if fates.get(tweet) != footage.goal
    )
    return Truth(len(telling) - len(wrong), len(shown) - len(telling), tuple(wrong), len(right), dict(lost))


def goal_name(fixture: FixtureDocument, event: EventDocument) -> GoalName:
    """A goal as people call it, and as the replay does."""
    time = event["time"]
    return fixture["_id"], minute_text(time["elapsed"] or 0, time["extra"]), event["player"]["name"] or "?"


def minute_text(elapsed: int, extra: int | None) -> str:
    """`45+2`."""
    return f"{elapsed}+{extra}" if extra else str(elapsed)


def _name(goal: ExpectedGoal) -> GoalName:
    return goal.fixture_id, minute_text(goal.minute, goal.extra), goal.player


def _footage(post: Post, goal: GoalName | None) -> Footage:
    refused = next((variant for variant in post.variants if variant in REFUSED), "")
    return Footage(post.clip.shows is not None, goal, "deleted" if post.deleted_at else refused)


def _published(shown: Iterable[tuple[GoalName, Video]]) -> Iterator[tuple[str, GoalName | str]]:
    for name, video in shown:
        for tweet in {*video.get("posts", {}), _tweet(video)}:
            yield tweet, name


def _waiting(goals: Iterable[tuple[GoalName, EventDocument]]) -> Iterator[tuple[str, GoalName | str]]:
    for _, event in goals:
        for video in event.get("_waiting_videos", []):
            yield _tweet(video), "still waiting"


def _why(footage: Footage, fate: GoalName | str | None, *, searched: bool) -> str:
    if isinstance(fate, tuple):
        return "under another goal"
    return fate or footage.copied or ("not published" if searched else "not found by a search")


def _misplaced(name: GoalName, video: Video, footage: Footage) -> str:
    fixture, minute, scorer = name
    meant = f"{footage.goal[2]} {footage.goal[1]}'" if footage.goal else "a goal that does not stand"
    return f"clip {_tweet(video)} under {scorer} {minute}' of fixture {fixture} shows {meant}"


def _tweet(video: Video) -> str:
    return video["source_url"].rpartition("/")[2]
