"""A match day that can be asked what the world knew at any of its moments."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Literal, Self

from local.replay import bodies
from local.replay.bodies import FixtureBody
from local.replay.match import Fixture, Row
from local.replay.outages import Outage, Service
from local.replay.posts import Clip, Post, Rendering, media_path
from local.replay.reading import read
from local.replay.tables import ReplayError

REPLAYS = Path(__file__).parent
LEAD = timedelta(minutes=35)
"""Before the first kick-off: the staging mark that activates it lies thirty minutes ahead."""
SEARCH = timedelta(minutes=16)
"""How long a goal keeps the system busy: ten attempts, and the wait for late ones."""
TAIL = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class ExpectedGoal:
    """A goal that stands in the end, as the system should have it."""

    fixture_id: int
    team: str
    player: str
    minute: int
    extra: int | None
    happens_at: datetime


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which something happens."""

    at: datetime
    kind: Literal["kick_off", "status", "goal", "row", "change", "post", "outage"]
    text: str


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of time worth playing at its own pace."""

    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Replay:
    """One match day."""

    title: str
    about: str
    fixtures: tuple[Fixture, ...]
    outages: tuple[Outage, ...]
    daily_requests: int
    rules: Mapping[str, str]

    @classmethod
    def load(cls, replay: str | Path) -> Self:
        """A replay from a file, or from the name of one that comes with the project."""
        path = Path(replay)
        if path.suffix != ".toml":
            path = REPLAYS / f"{replay}.toml"
        if not path.is_file():
            raise ReplayError(f"there is no replay {str(replay)!r}; known are {', '.join(known())}")
        contents = read(path)
        return cls(
            contents.title,
            contents.about,
            contents.fixtures,
            contents.outages,
            contents.daily_requests,
            contents.rules,
        )

    @property
    def begins_at(self) -> datetime:
        return min(fixture.kick_off for fixture in self.fixtures) - LEAD

    @property
    def ends_at(self) -> datetime:
        """When the last search of the day must be over."""
        goals = [row.happens_at + SEARCH for fixture in self.fixtures for row in fixture.rows if row.is_goal]
        return max([*goals, *(fixture.timeline.ends_at for fixture in self.fixtures)]) + TAIL

    @property
    def team_ids(self) -> tuple[int, ...]:
        return tuple(sorted({team.id for fixture in self.fixtures for team in (fixture.home, fixture.away)}))

    def goals(self) -> tuple[ExpectedGoal, ...]:
        """The tracked goals that survive, in the order they fell."""
        goals = [
            _expected(fixture, row) for fixture in self.fixtures for row in fixture.goals() if row.final.player.name
        ]
        return tuple(sorted(goals, key=lambda goal: goal.happens_at))

    def fixture(self, identity: int) -> Fixture | None:
        return next((fixture for fixture in self.fixtures if fixture.id == identity), None)

    def body(self, identity: int, at: datetime) -> FixtureBody:
        """What the API says of a fixture at a moment, with its events."""
        fixture = self.fixture(identity)
        if fixture is None:
            raise KeyError(identity)
        return bodies.with_events(fixture, at)

    def on(self, day: date) -> tuple[Fixture, ...]:
        """The fixtures of a day, in UTC."""
        return tuple(fixture for fixture in self.fixtures if fixture.kick_off.date() == day)

    def posts(self) -> tuple[Post, ...]:
        """Every post of the day, in the order of posting."""
        posts = [post for fixture in self.fixtures for row in fixture.rows for post in row.posts]
        return tuple(sorted(posts, key=lambda post: post.at))

    def visible_posts(self, at: datetime) -> tuple[Post, ...]:
        return tuple(post for post in self.posts() if post.visible(at))

    def files(self) -> dict[str, tuple[Post, Rendering]]:
        """Every file of the media host, by its path."""
        return {media_path(post, file): (post, file) for post in self.posts() for file in post.renderings()}

    def clips(self) -> dict[int, Clip]:
        """All footage of the day by the number of its mark."""
        return {post.clip.number: post.clip for post in self.posts()}

    def outage(self, service: Service, at: datetime) -> Outage | None:
        return next((outage for outage in self.outages if outage.service == service and outage.rules(at)), None)

    def moments(self) -> tuple[Moment, ...]:
        """Everything that happens, in order, for a person who watches."""
        moments = [moment for fixture in self.fixtures for moment in _moments(fixture)]
        moments += [Moment(outage.starts_at, "outage", f"{outage.service}: {outage.kind}") for outage in self.outages]
        return tuple(sorted(moments, key=lambda moment: moment.at))

    def busy_windows(self, margin: timedelta = timedelta(minutes=1)) -> tuple[Window, ...]:
        """The stretches in which something happens or a search runs; what lies between may be skipped."""
        spans = [(moment.at, moment.at + (SEARCH if moment.kind == "goal" else margin)) for moment in self.moments()]
        spans += [(outage.starts_at, outage.ends_at) for outage in self.outages]
        return _merged((start - margin, end) for start, end in spans)


def known() -> tuple[str, ...]:
    """The names of the replays that come with the project."""
    return tuple(sorted(path.stem for path in REPLAYS.glob("*.toml")))


def _expected(fixture: Fixture, row: Row) -> ExpectedGoal:
    state = row.final
    return ExpectedGoal(
        fixture_id=fixture.id,
        team=fixture.team(row.side).name,
        player=state.player.name or "",
        minute=state.minute.elapsed,
        extra=state.minute.extra,
        happens_at=row.happens_at,
    )


def _moments(fixture: Fixture) -> Iterator[Moment]:
    timeline = fixture.timeline
    yield Moment(timeline.starts_at, "kick_off", f"{fixture.home.name} - {fixture.away.name}")
    changes = [at for period in timeline.periods for at in (period.starts_at, period.ends_at)][1:]
    changes += [timeline.ends_at, *((timeline.kicks_at,) if timeline.kicks_at else ())]
    changes += [at for notice in fixture.notices for at in (notice.starts_at, notice.ends_at)]
    for at in sorted(set(changes)):
        yield Moment(at, "status", fixture.status(at).long)
    for row in fixture.rows:
        yield from _row_moments(fixture, row)


def _row_moments(fixture: Fixture, row: Row) -> Iterator[Moment]:
    who = f"{row.first.minute.elapsed}' {row.first.detail}, {fixture.team(row.side).name}"
    yield Moment(row.happens_at, "goal" if row.is_goal else "row", f"{who}: {row.final.player.name or 'somebody'}")
    for change in row.changes if row.is_goal else ():
        yield Moment(row.happens_at + timedelta(seconds=change.after), "change", f"{who}: the API follows")
    for post in row.posts:
        yield Moment(post.at, "post", f"@{post.by}: {post.text}")


def _merged(spans: Iterable[tuple[datetime, datetime]]) -> tuple[Window, ...]:
    merged: list[Window] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1].ends_at:
            merged[-1] = Window(merged[-1].starts_at, max(merged[-1].ends_at, end))
        else:
            merged.append(Window(start, end))
    return tuple(merged)
