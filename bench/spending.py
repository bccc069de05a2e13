"""What paying for fewer posts loses: the searches of all goals of the replays, as they are and in a crowd.

An attempt finds what X would, newest first, and what it chose two attempts ago is judged and published by now. A crowd
is drawn: so many more posts for each goal, most of them early, of which one in two shows the goal.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast

from bench.line import Line
from footy.goals.model.documents import EventDocument
from footy.goals.search.budget import known_videos, posts_read, posts_to_read, posts_to_store, unread_since
from footy.goals.search.loop import choose
from footy.goals.search.posts import MOST_POSTS, SMALLEST_PAGE, FoundVideo
from footy.goals.settings import Rules
from local.cli.truth import REFUSED
from local.replay.match import Row
from local.replay.model import Replay
from local.replay.posts import Post

REPLAYS = ("world-cup-final-2022", "every-rule", "hostile", "var")
CROWDS = (0, 30, 100, 400)
STABLE = timedelta(seconds=60)
JUDGED_AFTER = 2
FULL = 3
EARLY = 240.0  # seconds: the mean of when somebody posts after a goal
RULES = Rules(enough_height=360)  # the footage of the replays is half as high as the real one

Spend = Callable[[EventDocument, Rules], int]


def _all_there_is(_event: EventDocument, _rules: Rules) -> int:
    return MOST_POSTS


POLICIES: dict[str, tuple[Spend, Rules]] = {
    "200 an attempt": (_all_there_is, RULES),
    "100 a goal": (posts_to_read, replace(RULES, posts_per_goal=100)),
    "60 a goal": (posts_to_read, replace(RULES, posts_per_goal=60, enough_clips=0)),
    "60 a goal, enough at 3": (posts_to_read, replace(RULES, posts_per_goal=60)),
    "30 a goal": (posts_to_read, replace(RULES, posts_per_goal=30)),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """One goal: when its search begins, the posts about it, and which of them show it and can be published."""

    opens: datetime
    posts: tuple[FoundVideo, ...]
    right: frozenset[str]
    large: frozenset[str]


@dataclass(slots=True)
class Outcome:
    """What the searches of some goals came to."""

    read: int = 0
    right: int = 0
    chosen: int = 0
    goals: int = 0
    served: int = 0
    full: int = 0
    most: int = 0


def measure() -> list[Line]:
    """For each crowd of others, each policy."""
    goals = list(_goals())
    return [_line(name, others, goals) for others in CROWDS for name in POLICIES]


def _line(name: str, others: int, goals: list[Wanted]) -> Line:
    spend, rules = POLICIES[name]
    outcome = Outcome()
    for number, goal in enumerate(goals):
        _search(_among(goal, others, number), spend, rules, outcome)
    usd = outcome.read * rules.post_usd / outcome.goals
    lost = outcome.right - outcome.chosen
    few, none = outcome.goals - outcome.full, outcome.goals - outcome.served
    return Line(
        work=f"{others} posts more a goal: {name}" if others else f"the replays: {name}",
        measured=(
            f"{lost} of {outcome.right} right clips not taken, {none} goals without one, {few} with fewer than {FULL}; "
            f"{outcome.read / outcome.goals:.0f} posts a goal, {outcome.most} at most, {usd:.2f} USD"
        ),
        target="",
        holds=None,
        facts={
            "lost": lost,
            "right": outcome.right,
            "without": none,
            "few": few,
            "read": outcome.read,
            "most": outcome.most,
            "usd": usd,
        },
    )


def _search(goal: Wanted, spend: Spend, rules: Rules, outcome: Outcome) -> None:
    """All attempts of one goal, by the rules of the pipeline."""
    event = cast("EventDocument", {"_telemetry": {"attempts": []}, "_s3_videos": [], "_found_videos": []})
    chosen: list[list[str]] = []
    for n in range(rules.searches_per_goal):
        now = goal.opens + timedelta(seconds=n * rules.attempt_seconds)
        event["_s3_videos"] = [
            _published(post, goal) for past in chosen[: max(0, n - JUDGED_AFTER + 1)] for post in past
        ]
        found = _page(goal, event, now, spend(event, rules), rules)
        oldest = now - timedelta(minutes=rules.tweet_age_minutes)
        known = {video.tweet_id: video for video in (*known_videos(event), *found)}
        paid = len({video.tweet_id for video in found} - {post["tweet_id"] for post in event.get("_found_videos", [])})
        seen = frozenset(post for past in chosen for post in past)
        choice = choose(known.values(), seen, posted_after=oldest, rules=rules)
        chosen.append([video.tweet_id for video in choice.chosen])
        event["_found_videos"] = posts_to_store(known.values(), oldest, rules)
        event["_telemetry"]["attempts"].append(cast("Any", {"n": n + 1, "at": now, "query": "", "read": paid}))
    took = {post for past in chosen for post in past} & goal.right
    outcome.read += posts_read(event)
    outcome.most = max(outcome.most, posts_read(event))
    outcome.right += len(goal.right)
    outcome.chosen += len(took)
    outcome.goals += 1
    outcome.served += bool(took) or not goal.right
    outcome.full += len(took) >= min(FULL, len(goal.right))


def _page(goal: Wanted, event: EventDocument, now: datetime, most: int, rules: Rules) -> list[FoundVideo]:
    since = unread_since(event, "", now, rules)
    found = [video for video in goal.posts if video.posted_at and since <= video.posted_at <= now]
    newest = sorted(found, key=lambda video: video.posted_at or now, reverse=True)
    return newest[:most] if most >= SMALLEST_PAGE else []


def _published(post: str, goal: Wanted) -> Any:
    edge = 360 if post in goal.large else 270
    return {"source_url": post, "timestamp_verified": post in goal.right, "width": edge, "height": edge}


def _goals() -> Iterator[Wanted]:
    for name in REPLAYS:
        for fixture in Replay.load(name).fixtures:
            yield from (_wanted(row) for row in fixture.goals() if row.final.player.name)


def _wanted(row: Row) -> Wanted:
    right = [post for post in row.posts if _shows(post, row)]
    return Wanted(
        opens=row.appears_at + STABLE,
        posts=tuple(map(_video, row.posts)),
        right=frozenset(post.tweet_id for post in right),
        large=frozenset(post.tweet_id for post in right if min(post.size) >= RULES.enough_height),
    )


def _shows(post: Post, row: Row) -> bool:
    refused = post.retweet or post.deleted_at is not None or set(post.variants) & {*REFUSED}
    return post.clip.shows == row.happens_at and not refused


def _video(post: Post) -> FoundVideo:
    return FoundVideo(url=post.url, tweet_id=post.tweet_id, duration=post.seconds, posted_at=post.at)


def _among(goal: Wanted, others: int, number: int) -> Wanted:
    """The same goal in a crowd, drawn alike in every run."""
    rng = random.Random(number)
    begins = goal.opens - STABLE
    right = frozenset(f"{number}-{n}" for n in range(0, others, 2)) if goal.right else frozenset()
    drawn = [_other(rng, begins, f"{number}-{n}", right) for n in range(others)]
    return replace(goal, posts=(*goal.posts, *drawn), right=goal.right | right, large=goal.large | right)


def _other(rng: random.Random, begins: datetime, name: str, right: frozenset[str]) -> FoundVideo:
    """Who shows the goal shows little else; other posts are as long as clips may be."""
    at = begins + timedelta(seconds=rng.expovariate(1 / EARLY))
    seconds = rng.uniform(8, 40) if name in right else rng.uniform(3, 60)
    return FoundVideo(url=name, tweet_id=name, duration=seconds, posted_at=at)
