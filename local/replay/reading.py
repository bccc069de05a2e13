"""Replay files (TOML) read into the model."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from local.replay.drafts import FixtureDraft
from local.replay.footage import Archive
from local.replay.match import Fixture, Person
from local.replay.outages import OUTAGES, SERVICES, Outage
from local.replay.tables import ReplayError, Table

DAILY_REQUESTS = 7500


@dataclass(frozen=True, slots=True)
class Contents:
    """What a replay file says."""

    title: str
    about: str
    fixtures: tuple[Fixture, ...]
    outages: tuple[Outage, ...]
    daily_requests: int
    rules: dict[str, str]


def read(path: Path) -> Contents:
    """The contents of a replay file; what is wrong with it is a ReplayError of one line."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ReplayError(f"{path.name}: {str(error).splitlines()[0]}") from error
    return _contents(Table(values, path.name))


def _contents(table: Table) -> Contents:
    players = _players(table.table("players"))
    archive = Archive()
    drafts = [FixtureDraft(fixture, players, archive) for fixture in table.tables("fixture")]
    if not drafts:
        raise table.wrong("there is no fixture")
    contents = Contents(
        title=table.text("title"),
        about=table.text("about", ""),
        fixtures=tuple(draft.fixture() for draft in drafts),
        outages=tuple(_outage(outage) for outage in table.tables("outage")),
        daily_requests=table.whole("daily_requests", DAILY_REQUESTS),
        rules=_rules(table.table("rules")) if table.has("rules") else {},
    )
    table.end()
    return contents


def _players(table: Table) -> dict[str, Person]:
    players = {}
    for key in table.names():
        player = table.table(key)
        players[key] = Person(player.whole("id") if player.has("id") else None, player.text("name"))
        player.end()
    return players


def _rules(table: Table) -> dict[str, str]:
    return {name: f"{table.number(name):g}" for name in table.names()}


def _outage(table: Table) -> Outage:
    errors = table.table("errors") if table.has("errors") else None
    outage = Outage(
        service=table.choice("service", SERVICES, "api_football"),
        kind=table.choice("kind", OUTAGES),
        starts_at=table.moment("from"),
        ends_at=table.moment("until"),
        errors=tuple((key, errors.text(key)) for key in errors.names()) if errors else (),
        leaves_out=tuple(int(fixture) for fixture in table.numbers("leaves_out", ())),
    )
    table.end()
    return outage
