"""Fixtures as a replay file writes them."""

from dataclasses import replace
from datetime import timedelta

from local.replay.footage import Archive, Coverage
from local.replay.match import (
    SHOOT_OUT,
    SIDES,
    TYPES,
    Change,
    Fixture,
    League,
    Notice,
    Person,
    Row,
    RowState,
    Side,
    Team,
    Venue,
)
from local.replay.tables import Table
from local.replay.timeline import LONG_NAMES, USUAL_LENGTHS, Minute, Reading, Timeline, lay_out

UNKNOWN = "unknown"
ROW_DELAY = 25.0
"""Seconds until the API shows a row, where the file does not say."""


class FixtureDraft:
    """A fixture read in two steps, clips before posts, because a post may carry the clip of any other goal."""

    def __init__(self, table: Table, players: dict[str, Person], archive: Archive) -> None:
        self._table = table
        self._players = players
        self._archive = archive
        self._teams: dict[Side, Team] = {side: _team(table.table(side)) for side in SIDES}
        self._timeline = _timeline(table)
        self._coverage = Coverage.read(table, self._teams, self._timeline)
        self._rows = sorted(self._read_rows(), key=lambda pair: pair[1].happens_at)
        self._take_clips()

    def fixture(self) -> Fixture:
        """The finished fixture, once every draft of the day exists."""
        table = self._table
        rows = [self._with_posts(row_table, row) for row_table, row in self._rows]
        fixture = Fixture(
            id=table.whole("id"),
            referee=table.text("referee") if table.has("referee") else None,
            venue=_venue(table.table("venue")),
            league=_league(table.table("league")),
            home=self._teams["home"],
            away=self._teams["away"],
            timeline=self._timeline,
            rows=(*rows, *self._kicks()),
            notices=tuple(_notice(notice) for notice in table.tables("notice")),
        )
        table.end()
        return fixture

    def _read_rows(self) -> list[tuple[Table, Row]]:
        return [(table, self._row(table)) for table in self._table.tables("row")]

    def _row(self, table: Table) -> Row:
        first = RowState(
            shown=False,
            player=self._person(table, "player"),
            assist=self._person(table, "assist"),
            minute=table.parsed("minute", Minute.read),
            detail=table.choice("detail", tuple(TYPES)),
        )
        changes = [Change(table.number("appears", ROW_DELAY), shown=True)]
        changes += [self._change(change) for change in table.tables("change")]
        return Row(
            happens_at=self._timeline.when(self._clock(table)),
            side=table.choice("side", SIDES),
            first=first,
            comments=table.text("comments") if table.has("comments") else None,
            changes=tuple(sorted(changes, key=lambda change: change.after)),
            scores_after=table.number("scores_after") if table.has("scores_after") else None,
        )

    def _change(self, table: Table) -> Change:
        change = Change(
            after=table.number("after"),
            shown=table.flag("shown", default=True) if table.has("shown") else None,
            player=self._person(table, "player") if table.has("player") else None,
            assist=self._person(table, "assist") if table.has("assist") else None,
            minute=table.parsed("minute", Minute.read) if table.has("minute") else None,
            detail=table.choice("detail", tuple(TYPES)) if table.has("detail") else None,
        )
        table.end()
        return change

    def _clock(self, table: Table) -> Reading:
        if table.has("clock"):
            return table.parsed("clock", self._timeline.reading)
        return table.parsed("minute", lambda text: self._timeline.usual_reading(Minute.read(text)))

    def _person(self, table: Table, key: str) -> Person:
        name = table.text(key, UNKNOWN)
        if name == UNKNOWN:
            return Person()
        if name not in self._players:
            raise table.wrong(f"{key} {name!r} is not among the players")
        return self._players[name]

    def _take_clips(self) -> None:
        earlier: list[Row] = []
        for table, row in self._rows:
            for clip in table.tables("clip"):
                self._archive.take(clip, row, earlier, self._coverage)
            if row.is_goal and row.final.shown:
                earlier.append(row)

    def _with_posts(self, table: Table, row: Row) -> Row:
        posts = [self._archive.post(post, row) for post in table.tables("post")]
        table.end()
        return replace(row, posts=tuple(sorted(posts, key=lambda post: post.at)))

    def _kicks(self) -> list[Row]:
        """The shoot-out, its kicks spread evenly over the minutes it takes."""
        tables = self._table.tables("kick")
        start, end = self._timeline.kicks_at, self._timeline.ends_at
        if start is None:
            if tables:
                raise self._table.wrong("there are kicks, but no time for them")
            return []
        return [self._kick(table, n, (end - start) * n / (len(tables) + 1)) for n, table in enumerate(tables, 1)]

    def _kick(self, table: Table, n: int, later: timedelta) -> Row:
        detail = "Penalty" if table.flag("scored", default=True) else "Missed Penalty"
        minute = Minute(self._timeline.periods[-1].last, n)
        row = Row(
            happens_at=(self._timeline.kicks_at or self._timeline.ends_at) + later,
            side=table.choice("side", SIDES),
            first=RowState(
                shown=False, player=self._person(table, "player"), assist=Person(), minute=minute, detail=detail
            ),
            comments=SHOOT_OUT,
            changes=(Change(ROW_DELAY, shown=True),),
        )
        table.end()
        return row


def _timeline(table: Table) -> Timeline:
    time = table.table("time")
    try:
        timeline = lay_out(
            table.moment("kick_off"),
            lengths=time.numbers("lengths", USUAL_LENGTHS),
            added=time.numbers("added"),
            breaks=time.numbers("breaks"),
            kicks=time.number("kicks", 0),
        )
    except ValueError as error:
        raise time.wrong(str(error)) from error
    time.end()
    return timeline


def _team(table: Table) -> Team:
    team = Team(table.whole("id"), table.text("name"), table.text("code"), table.text("shirt"))
    table.end()
    return team


def _league(table: Table) -> League:
    league = League(
        id=table.whole("id"),
        name=table.text("name"),
        country=table.text("country"),
        season=table.whole("season"),
        round=table.text("round"),
    )
    table.end()
    return league


def _venue(table: Table) -> Venue:
    venue = Venue(table.whole("id") if table.has("id") else None, table.text("name"), table.text("city"))
    table.end()
    return venue


def _notice(table: Table) -> Notice:
    notice = Notice(table.choice("short", tuple(LONG_NAMES)), table.moment("from"), table.moment("until"))
    table.end()
    return notice
