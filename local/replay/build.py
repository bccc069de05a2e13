"""Construction of a match day from a replay file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar

from local.replay.broadcast import ScoreGraphic
from local.replay.match import (
    SHOOT_OUT,
    SIDES,
    Change,
    Notice,
    ReplayFixture,
    ReplayPlayer,
    ReplayRow,
    RowState,
)
from local.replay.outages import Outage
from local.replay.posts import VARIANTS, Post, ReplayClip
from local.replay.schema import (
    UNKNOWN,
    ChangePart,
    ClipPart,
    FixturePart,
    KickPart,
    OutagePart,
    PostPart,
    ReplayError,
    ReplayFile,
    RowPart,
)
from local.replay.timeline import BroadcastClock, MatchMinute, Timeline, lay_out

Parsed = TypeVar("Parsed")
KICK_DELAY = 25.0
"""Seconds until the API shows a kick."""


def build_fixtures(file: ReplayFile) -> tuple[ReplayFixture, ...]:
    """Build the fixtures: clips before posts, because a post may carry the clip of any other goal."""
    players = {key: ReplayPlayer(player.id, player.name) for key, player in file.players.items()}
    clips: dict[str, ReplayClip] = {}
    builders = [FixtureBuilder(part, players, clips, f"fixture {n}") for n, part in enumerate(file.fixture, 1)]
    for builder in builders:
        builder.add_clips()
    return tuple(builder.fixture() for builder in builders)


def build_outage(part: OutagePart) -> Outage:
    """Build one outage."""
    return Outage(
        service=part.service,
        kind=part.kind,
        starts_at=part.starts_at,
        ends_at=part.ends_at,
        errors=tuple(part.errors.items()),
        leaves_out=tuple(part.leaves_out),
    )


@dataclass(slots=True)
class FixtureBuilder:
    """Builder of one fixture; `clips` are shared by the whole day."""

    part: FixturePart
    players: Mapping[str, ReplayPlayer]
    clips: dict[str, ReplayClip]
    place: str
    timeline: Timeline = field(init=False)
    rows: list[tuple[RowPart, ReplayRow, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.timeline = _parsed(f"{self.place}: time", self._timeline)
        places = ((part, f"{self.place}: row {n}") for n, part in enumerate(self.part.row, 1))
        rows = [(part, self._row(part, place), place) for part, place in places]
        self.rows = sorted(rows, key=lambda entry: entry[1].happens_at)

    def add_clips(self) -> None:
        """Build the clips of all rows, each with the score at its time."""
        earlier: list[ReplayRow] = []
        for part, row, place in self.rows:
            for n, clip in enumerate(part.clip, 1):
                self._add_clip(clip, row, earlier, f"{place}: clip {n}")
            if row.is_goal and row.final.shown:
                earlier.append(row)

    def fixture(self) -> ReplayFixture:
        """Build the fixture, once the clips of the day exist."""
        part = self.part
        return ReplayFixture(
            id=part.id,
            referee=part.referee,
            venue=part.venue,
            league=part.league,
            home=part.home,
            away=part.away,
            timeline=self.timeline,
            rows=(*(self._with_posts(*entry) for entry in self.rows), *self._kicks()),
            notices=tuple(Notice(notice.short, notice.starts_at, notice.ends_at) for notice in part.notice),
        )

    def _timeline(self) -> Timeline:
        time = self.part.time
        return lay_out(
            self.part.kick_off,
            lengths=tuple(time.lengths),
            added=tuple(time.added),
            breaks=tuple(time.breaks),
            kicks=time.kicks,
        )

    def _row(self, part: RowPart, place: str) -> ReplayRow:
        minute = _parsed(f"{place}: minute", lambda: MatchMinute.read(part.minute))
        player, assist = self._player(part.player, place), self._player(part.assist, place)
        changes = [Change(part.appears, shown=True), *(self._change(change, place) for change in part.change)]
        return ReplayRow(
            happens_at=self.timeline.when(self._row_clock(part, minute, place)),
            side=part.side,
            first=RowState(shown=False, player=player, assist=assist, minute=minute, detail=part.detail),
            comments=part.comments,
            changes=tuple(sorted(changes, key=lambda change: change.after)),
            scores_after=part.scores_after,
        )

    def _row_clock(self, part: RowPart, minute: MatchMinute, place: str) -> BroadcastClock:
        if (text := part.clock) is None:
            return _parsed(f"{place}: minute", lambda: self.timeline.middle_of(minute))
        return _parsed(f"{place}: clock", lambda: self.timeline.read_clock(text))

    def _change(self, part: ChangePart, place: str) -> Change:
        return Change(
            after=part.after,
            shown=part.shown,
            player=self._player(part.player, place) if part.player else None,
            assist=self._player(part.assist, place) if part.assist else None,
            minute=MatchMinute.read(part.minute) if part.minute else None,
            detail=part.detail,
        )

    def _player(self, key: str, place: str) -> ReplayPlayer:
        if key == UNKNOWN:
            return ReplayPlayer()
        if key not in self.players:
            raise ReplayError(f"{place}: player {key!r} is not among the players")
        return self.players[key]

    def _add_clip(self, part: ClipPart, row: ReplayRow, earlier: list[ReplayRow], place: str) -> None:
        shows_goal = part.scene == "match" and part.clock == "goal"
        clip = ReplayClip(
            id=part.id,
            scene=part.scene,
            seconds=part.seconds,
            graphic=self._graphic(part, row, earlier, place),
            model_away=timedelta(seconds=part.model_away),
            shows=row.happens_at if shows_goal else None,
        )
        if any(clip.number == other.number for other in self.clips.values()):
            raise ReplayError(f"{place}: clip {part.id!r} exists already, or has its mark: choose another id")
        self.clips[part.id] = clip

    def _graphic(self, part: ClipPart, row: ReplayRow, earlier: list[ReplayRow], place: str) -> ScoreGraphic:
        home, away = (sum(goal.side == side for goal in earlier) for side in SIDES)
        clock = self._clip_clock(part, row, place)
        periods = self.timeline.periods
        return ScoreGraphic(
            home=self.part.home.code,
            away=self.part.away.code,
            shirts=(self.part.home.shirt, self.part.away.shirt),
            before=(home, away),
            after=(home + (row.side == "home"), away + (row.side == "away")),
            goal_at=part.lead,
            clock=clock,
            added=next((period.added for period in periods if clock and period.last == clock.stops_at), 0),
            stoppage=part.stoppage_clock or self.part.stoppage_clock,
        )

    def _clip_clock(self, part: ClipPart, row: ReplayRow, place: str) -> BroadcastClock | None:
        if part.clock == "none":
            return None
        if part.clock == "goal":
            return self.timeline.clock_at(row.happens_at).later(-part.lead)
        return _parsed(f"{place}: clock", lambda: self.timeline.read_clock(part.clock))

    def _with_posts(self, part: RowPart, row: ReplayRow, place: str) -> ReplayRow:
        posts = [self._post(post, row, f"{place}: post {n}") for n, post in enumerate(part.post, 1)]
        return replace(row, posts=tuple(sorted(posts, key=lambda post: post.at)))

    def _post(self, part: PostPart, row: ReplayRow, place: str) -> Post:
        if part.clip not in self.clips:
            raise ReplayError(f"{place}: clip {part.clip!r} is not in this file")
        clip = self.clips[part.clip]
        at = row.happens_at + timedelta(seconds=part.after)
        seconds = clip.seconds - part.starts if part.seconds is None else part.seconds
        if not 0 < seconds <= clip.seconds - part.starts:
            raise ReplayError(f"{place}: the clip has no {seconds:g} seconds from {part.starts:g} on")
        return Post(
            at=at,
            by=part.by,
            text=part.text,
            clip=clip,
            variants=tuple(variant for variant in VARIANTS if variant in part.variants),
            starts=part.starts,
            seconds=seconds,
            retweet=part.retweet,
            deleted_at=None if part.deleted_after is None else at + timedelta(seconds=part.deleted_after),
            language=part.language,
            lingers=timedelta(seconds=part.lingers),
        )

    def _kicks(self) -> list[ReplayRow]:
        """Build the shoot-out, its kicks spread evenly over its minutes."""
        kicks, start, end = self.part.kick, self.timeline.kicks_at, self.timeline.ends_at
        if start is None:
            if kicks:
                raise ReplayError(f"{self.place}: there are kicks, but no time for them")
            return []
        step = (end - start) / (len(kicks) + 1)
        return [self._kick(part, n, start + n * step) for n, part in enumerate(kicks, 1)]

    def _kick(self, part: KickPart, n: int, at: datetime) -> ReplayRow:
        first = RowState(
            shown=False,
            player=self._player(part.player, f"{self.place}: kick {n}"),
            assist=ReplayPlayer(),
            minute=MatchMinute(self.timeline.periods[-1].last, n),
            detail="Penalty" if part.scored else "Missed Penalty",
        )
        changes = (Change(KICK_DELAY, shown=True),)
        return ReplayRow(happens_at=at, side=part.side, first=first, comments=SHOOT_OUT, changes=changes)


def _parsed(place: str, parse: Callable[[], Parsed]) -> Parsed:
    """Parse a text of the file, and name its place in errors."""
    try:
        return parse()
    except ValueError as error:
        raise ReplayError(f"{place}: {error}") from error
