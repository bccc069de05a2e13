"""Match day of a replay: what was known at any of its moments."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Literal, Self

from local.replay.build import build_fixtures, build_outage
from local.replay.match import ReplayFixture, ReplayRow
from local.replay.outages import Outage, Service
from local.replay.posts import Post, Rendering, ReplayClip, media_path
from local.replay.schema import ReplayError, read

REPLAYS = Path(__file__).parent
LEAD = timedelta(minutes=35)
"""Time before the first kick-off: the staging mark that activates it is thirty minutes earlier."""
SEARCH = timedelta(minutes=16)
"""Time that a goal keeps the system busy: ten attempts, and the wait for late ones."""
TAIL = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class ExpectedGoal:
    """Goal that counts in the end, as the system should store it."""

    fixture_id: int
    team: str
    player: str
    minute: int
    extra: int | None
    happens_at: datetime


@dataclass(frozen=True, slots=True)
class Moment:
    """Moment of an upstream event."""

    at: datetime
    kind: Literal["kick_off", "status", "goal", "row", "change", "post", "outage"]


@dataclass(frozen=True, slots=True)
class Replay:
    """One match day."""

    title: str
    about: str
    fixtures: tuple[ReplayFixture, ...]
    outages: tuple[Outage, ...]
    daily_requests: int
    rules: Mapping[str, str]

    @classmethod
    def load(cls, replay: str | Path) -> Self:
        """Load a replay from a file, or by the name of one of the project."""
        path = Path(replay)
        if path.suffix != ".toml":
            path = REPLAYS / f"{replay}.toml"
        if not path.is_file():
            raise ReplayError(f"there is no replay {str(replay)!r}: choose one of {', '.join(replay_names())}")
        file = read(path)
        try:
            fixtures = build_fixtures(file)
        except ReplayError as error:
            raise ReplayError(f"{path.name}: {error}") from error
        return cls(
            title=file.title,
            about=file.about,
            fixtures=fixtures,
            outages=tuple(map(build_outage, file.outage)),
            daily_requests=file.daily_requests,
            rules={name: f"{value:g}" for name, value in file.rules.items()},
        )

    @property
    def begins_at(self) -> datetime:
        return min(fixture.kick_off for fixture in self.fixtures) - LEAD

    @property
    def ends_at(self) -> datetime:
        """Time when the last search of the day must be over."""
        goals = [row.happens_at + SEARCH for fixture in self.fixtures for row in fixture.rows if row.is_goal]
        return max([*goals, *(fixture.timeline.ends_at for fixture in self.fixtures)]) + TAIL

    @property
    def team_ids(self) -> tuple[int, ...]:
        return tuple(sorted({team.id for fixture in self.fixtures for team in (fixture.home, fixture.away)}))

    def goals(self) -> tuple[ExpectedGoal, ...]:
        """Return the goals with a known scorer that count in the end, in the order of the day."""
        goals = [
            _expected(fixture, row) for fixture in self.fixtures for row in fixture.goals() if row.final.player.name
        ]
        return tuple(sorted(goals, key=lambda goal: goal.happens_at))

    def fixture(self, identity: int) -> ReplayFixture | None:
        return next((fixture for fixture in self.fixtures if fixture.id == identity), None)

    def on(self, day: date) -> tuple[ReplayFixture, ...]:
        """Return the fixtures of a day, in UTC."""
        return tuple(fixture for fixture in self.fixtures if fixture.kick_off.date() == day)

    def posts(self) -> tuple[Post, ...]:
        """Return every post of the day, in the order of posting."""
        posts = [post for fixture in self.fixtures for row in fixture.rows for post in row.posts]
        return tuple(sorted(posts, key=lambda post: post.at))

    def files(self) -> dict[str, tuple[Post, Rendering]]:
        """Return every file of the media host, by its path."""
        return {media_path(post, file): (post, file) for post in self.posts() for file in post.renderings()}

    def clips(self) -> dict[int, ReplayClip]:
        """Return all footage of the day by the number of its mark."""
        return {post.clip.number: post.clip for post in self.posts()}

    def outage(self, service: Service, at: datetime) -> Outage | None:
        return next((outage for outage in self.outages if outage.service == service and outage.covers(at)), None)

    def moments(self) -> tuple[Moment, ...]:
        """Return the moments of all upstream events, in order."""
        moments = [moment for fixture in self.fixtures for moment in _moments(fixture)]
        moments += [Moment(outage.starts_at, "outage") for outage in self.outages]
        return tuple(sorted(moments, key=lambda moment: moment.at))


def replay_names() -> tuple[str, ...]:
    """Return the names of the project's replays."""
    return tuple(sorted(path.stem for path in REPLAYS.glob("*.toml")))


def _expected(fixture: ReplayFixture, row: ReplayRow) -> ExpectedGoal:
    state = row.final
    return ExpectedGoal(
        fixture_id=fixture.id,
        team=fixture.team(row.side).name,
        player=state.player.name or "",
        minute=state.minute.elapsed,
        extra=state.minute.extra,
        happens_at=row.happens_at,
    )


def _moments(fixture: ReplayFixture) -> Iterator[Moment]:
    timeline = fixture.timeline
    yield Moment(timeline.starts_at, "kick_off")
    changes = [at for period in timeline.periods for at in (period.starts_at, period.ends_at)][1:]
    changes += [timeline.ends_at, *((timeline.kicks_at,) if timeline.kicks_at else ())]
    changes += [at for notice in fixture.notices for at in (notice.starts_at, notice.ends_at)]
    for at in sorted(set(changes)):
        yield Moment(at, "status")
    for row in fixture.rows:
        yield Moment(row.happens_at, "goal" if row.is_goal else "row")
        for change in row.changes if row.is_goal else ():
            yield Moment(row.happens_at + timedelta(seconds=change.after), "change")
        for post in row.posts:
            yield Moment(post.at, "post")
