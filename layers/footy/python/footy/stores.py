"""The collections, each behind one object, made once per process and only where it is used."""

from functools import cache
from typing import TYPE_CHECKING

from footy import wiring
from footy.settings import settings

if TYPE_CHECKING:
    from pymongo.database import Database

    from footy.store.active import Active
    from footy.store.aliases import Aliases
    from footy.store.arrivals import Arrivals
    from footy.store.completed import Completed
    from footy.store.documents import FixtureDocument
    from footy.store.downloads import Downloads
    from footy.store.events import Events
    from footy.store.leases import Leases
    from footy.store.live import Live
    from footy.store.moves import Moves
    from footy.store.named import Named
    from footy.store.searches import Searches
    from footy.store.staging import Staging
    from footy.store.sweeps import Sweeps


@cache
def database() -> "Database[FixtureDocument]":
    """The database behind the secret of this deployment."""
    from footy.store.database import connect, uri_of

    return connect(uri_of(wiring.secret(settings().mongodb_secret)), settings().mongodb_database)


@cache
def events() -> "Events":
    """Single goals."""
    from footy.store.events import Events

    return Events(database())


@cache
def downloads() -> "Downloads":
    """The downloads of single goals."""
    from footy.store.downloads import Downloads

    return Downloads(events())


@cache
def searches() -> "Searches":
    """The searches of single goals."""
    from footy.store.searches import Searches

    return Searches(events())


@cache
def aliases() -> "Aliases":
    """What teams are called, as far as it is known."""
    from datetime import timedelta

    from footy.store.aliases import Aliases

    return Aliases(database(), fallback_lasts=timedelta(days=wiring.rules().fallback_alias_days))


@cache
def staging() -> "Staging":
    """Fixtures that have not begun."""
    from footy.store.staging import Staging

    return Staging(database())


@cache
def active() -> "Active":
    """Fixtures being watched."""
    from footy.store.active import Active

    return Active(database())


@cache
def completed() -> "Completed":
    """The archive of fixtures."""
    from footy.store.completed import Completed

    return Completed(database())


@cache
def live() -> "Live":
    """What the API said last."""
    from footy.store.live import Live

    return Live(database())


@cache
def moves() -> "Moves":
    """Moves of fixtures between collections."""
    from footy.store.moves import Moves

    return Moves(database())


@cache
def sweeps() -> "Sweeps":
    """What is left to do at the end of a tick."""
    from footy.store.sweeps import Sweeps

    return Sweeps(database())


@cache
def named() -> "Named":
    """The objects that documents name."""
    from footy.store.named import Named

    return Named(database())


@cache
def arrivals() -> "Arrivals":
    """Fixtures that are new."""
    from footy.store.arrivals import Arrivals

    return Arrivals(database())


@cache
def leases() -> "Leases":
    """Which tick is at work."""
    from footy.store.leases import Leases

    return Leases(database())
