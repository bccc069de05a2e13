"""Clips and posts as a replay file writes them."""

from dataclasses import dataclass, field
from datetime import timedelta

from local.replay.broadcast import STOPPAGES, Board, Stoppage
from local.replay.match import SIDES, Row, Side, Team
from local.replay.posts import SCENES, VARIANTS, Clip, Post
from local.replay.tables import Table
from local.replay.timeline import Reading, Timeline

CLIP_LEAD = 6.0
"""Seconds of build-up before the goal, where the file does not say."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How the broadcaster of a fixture draws its score graphic."""

    teams: dict[Side, Team]
    timeline: Timeline
    stoppage: Stoppage

    @classmethod
    def read(cls, table: Table, teams: dict[Side, Team], timeline: Timeline) -> "Coverage":
        return cls(teams, timeline, table.choice("stoppage_clock", STOPPAGES, "sub_clock"))

    def board(self, table: Table, row: Row, earlier: list[Row], lead: float) -> Board:
        """The graphic of a clip: the clock of the goal, a clock of its own, or none."""
        home, away = (sum(goal.side == side for goal in earlier) for side in SIDES)
        clock = self._clock(table, row, lead)
        stoppage = table.choice("stoppage_clock", STOPPAGES, self.stoppage)
        return Board(
            home=self.teams["home"].code,
            away=self.teams["away"].code,
            shirts=(self.teams["home"].shirt, self.teams["away"].shirt),
            before=(home, away),
            after=(home + (row.side == "home"), away + (row.side == "away")),
            goal_at=lead,
            clock=clock,
            added=self._added(clock),
            stoppage=stoppage,
        )

    def _clock(self, table: Table, row: Row, lead: float) -> Reading | None:
        written = table.text("clock", "goal")
        if written == "none":
            return None
        if written == "goal":
            return self.timeline.clock_at(row.happens_at).later(-lead)
        return table.parsed("clock", self.timeline.reading)

    def _added(self, clock: Reading | None) -> int:
        return next((period.added for period in self.timeline.periods if clock and period.last == clock.stops_at), 0)


@dataclass(slots=True)
class Archive:
    """All clips of the day by id: any post may carry any of them."""

    clips: dict[str, Clip] = field(default_factory=dict)

    def take(self, table: Table, row: Row, earlier: list[Row], coverage: Coverage) -> None:
        """Reads one clip of a row and keeps it."""
        identity = table.text("id")
        lead = table.number("lead", CLIP_LEAD)
        board = coverage.board(table, row, earlier, lead)
        away = timedelta(seconds=table.number("model_away", 0))
        scene = table.choice("scene", SCENES, "match")
        shows = row.happens_at if scene == "match" and table.text("clock", "goal") == "goal" else None
        clip = Clip(identity, scene, table.number("seconds", 12), board, away, shows)
        if any(clip.number == other.number for other in self.clips.values()):
            raise table.wrong(f"clip {identity!r} is there twice, or its mark is taken: choose another id")
        table.end()
        self.clips[identity] = clip

    def post(self, table: Table, row: Row) -> Post:
        """Reads one post of a row; every clip must have been taken before."""
        clip = table.parsed("clip", self._clip)
        starts = table.number("starts", 0)
        at = row.happens_at + timedelta(seconds=table.number("after"))
        post = Post(
            at=at,
            by=table.text("by"),
            text=table.text("text"),
            clip=clip,
            variants=table.choices("variants", VARIANTS),
            starts=starts,
            seconds=table.number("seconds", clip.seconds - starts),
            retweet=table.flag("retweet", default=False),
            deleted_at=at + timedelta(seconds=table.number("deleted_after")) if table.has("deleted_after") else None,
            language=table.text("language", "en"),
            lingers=timedelta(seconds=table.number("lingers", 0)),
        )
        if not 0 < post.seconds <= clip.seconds - starts:
            raise table.wrong(f"the clip has no {post.seconds:g} seconds from {starts:g} on")
        table.end()
        return post

    def _clip(self, identity: str) -> Clip:
        if identity not in self.clips:
            raise ValueError(f"{identity!r} is not in this file")
        return self.clips[identity]
