"""The lower half of a world: the clock, the secrets, and the collections of the database behind one of them."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from footy.clock import Clock, MatchClock, SystemClock
from footy.settings import Rules, Settings

if TYPE_CHECKING:
    from botocore.config import Config
    from botocore.session import Session
    from pymongo.database import Database

    from footy.adapters.mongo.active import Active
    from footy.adapters.mongo.aliases import Aliases
    from footy.adapters.mongo.arrivals import Arrivals
    from footy.adapters.mongo.capacity import Capacity
    from footy.adapters.mongo.completed import Completed
    from footy.adapters.mongo.desk import Desk
    from footy.adapters.mongo.downloads import Downloads
    from footy.adapters.mongo.dump import Dump
    from footy.adapters.mongo.events import Events
    from footy.adapters.mongo.hidden_clips import HiddenClips
    from footy.adapters.mongo.leases import Leases
    from footy.adapters.mongo.live import Live
    from footy.adapters.mongo.matches import Matches
    from footy.adapters.mongo.moves import Moves
    from footy.adapters.mongo.open_goals import OpenGoals
    from footy.adapters.mongo.references import References
    from footy.adapters.mongo.removed_goals import RemovedGoals
    from footy.adapters.mongo.searches import Searches
    from footy.adapters.mongo.shares import Shares
    from footy.adapters.mongo.staging import Staging
    from footy.adapters.mongo.waiting import Waiting
    from footy.adapters.pools import Pool
    from footy.adapters.secrets import Secrets
    from footy.capacity.pool import PoolName
    from footy.model.documents import FixtureDocument


class Stores:
    """What is known of a deployment from its settings, and what it keeps in its database."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.of_this_process()

    def client(self, service: Any, config: "Config | None" = None) -> Any:
        """How this world reaches AWS: by what its process runs as."""
        return self.session.create_client(service, config=config or patience())

    @cached_property
    def session(self) -> "Session":
        """Who this process is in AWS. Not boto3's: that brings its file transfers along, an eighth of a cold start."""
        from botocore.session import Session

        return Session()

    @cached_property
    def rules(self) -> Rules:
        """The numbers of the game."""
        return self.settings.rules

    @cached_property
    def clock(self) -> Clock:
        """The machine's clock, or the match clock of a replay."""
        file = self.settings.clock_file
        return MatchClock(Path(file)) if file else SystemClock()

    @cached_property
    def machine_clock(self) -> Clock:
        """The machine's clock, whatever the match clock says: what writes are stamped by."""
        return SystemClock()

    @cached_property
    def secrets(self) -> "Secrets":
        """The keys and the password of this deployment."""
        from footy.adapters.secrets import Secrets

        return Secrets(self.client("secretsmanager"))

    @cached_property
    def database(self) -> "Database[FixtureDocument]":
        """The database behind the secret of this deployment."""
        from footy.adapters.mongo.database import connect, uri_of

        return connect(uri_of(self.secrets.read(self.settings.mongodb_secret)), self.settings.mongodb_database)

    @cached_property
    def events(self) -> "Events":
        """Single goals."""
        from footy.adapters.mongo.events import Events

        return Events(self.database)

    @cached_property
    def downloads(self) -> "Downloads":
        """The downloads of single goals."""
        from footy.adapters.mongo.downloads import Downloads

        return Downloads(self.events)

    @cached_property
    def searches(self) -> "Searches":
        """The searches of single goals."""
        from footy.adapters.mongo.searches import Searches

        return Searches(self.events)

    @cached_property
    def open_goals(self) -> "OpenGoals":
        """Goals that are not complete."""
        from footy.adapters.mongo.open_goals import OpenGoals

        return OpenGoals(self.database)

    @cached_property
    def removed_goals(self) -> "RemovedGoals":
        """Goals that were taken back, and what they left."""
        from footy.adapters.mongo.removed_goals import RemovedGoals

        return RemovedGoals(self.database)

    @cached_property
    def waiting(self) -> "Waiting":
        """Clips that wait for a goal they fit."""
        from footy.adapters.mongo.waiting import Waiting

        return Waiting(self.database, self.events)

    @cached_property
    def staging(self) -> "Staging":
        """Fixtures that have not begun."""
        from footy.adapters.mongo.staging import Staging

        return Staging(self.database)

    @cached_property
    def active(self) -> "Active":
        """Fixtures being watched."""
        from footy.adapters.mongo.active import Active

        return Active(self.database)

    @cached_property
    def completed(self) -> "Completed":
        """The archive of fixtures."""
        from footy.adapters.mongo.completed import Completed

        return Completed(self.database)

    @cached_property
    def live(self) -> "Live":
        """What the API said last."""
        from footy.adapters.mongo.live import Live

        return Live(self.database)

    @cached_property
    def moves(self) -> "Moves":
        """Moves of fixtures between collections."""
        from footy.adapters.mongo.moves import Moves

        return Moves(self.database)

    @cached_property
    def arrivals(self) -> "Arrivals":
        """Fixtures that are new."""
        from footy.adapters.mongo.arrivals import Arrivals

        return Arrivals(self.database)

    @cached_property
    def references(self) -> "References":
        """The objects that documents name."""
        from footy.adapters.mongo.references import References

        return References(self.database)

    @cached_property
    def capacity(self) -> "Capacity":
        """The calendar, what is on, and how pools stand."""
        from footy.adapters.mongo.capacity import Capacity

        return Capacity(self.database)

    @cached_property
    def leases(self) -> "Leases":
        """Which tick is at work."""
        from footy.adapters.mongo.leases import Leases

        return Leases(self.database)

    @cached_property
    def aliases(self) -> "Aliases":
        """What teams are called, as far as it is known."""
        from datetime import timedelta

        from footy.adapters.mongo.aliases import Aliases

        return Aliases(self.database, fallback_lasts=timedelta(days=self.rules.fallback_alias_days))

    @cached_property
    def matches(self) -> "Matches":
        """What the page shows."""
        from footy.adapters.mongo.matches import Matches

        return Matches(self.database)

    @cached_property
    def desk(self) -> "Desk":
        """What operators did."""
        from footy.adapters.mongo.desk import Desk

        return Desk(self.database)

    @cached_property
    def hidden_clips(self) -> "HiddenClips":
        """Clips that operators take off the page."""
        from footy.adapters.mongo.hidden_clips import HiddenClips

        return HiddenClips(self.database, self.events)

    @cached_property
    def shares(self) -> "Shares":
        """Where shared links lead."""
        from footy.adapters.mongo.shares import Shares

        return Shares(self.database)

    @cached_property
    def dump(self) -> "Dump":
        """Whole collections, as text."""
        from footy.adapters.mongo.dump import Dump

        return Dump(self.database)

    @cached_property
    def pools(self) -> "Mapping[PoolName, Pool]":
        """The pools that this deployment has."""
        from footy.adapters.pools import pool_at

        addresses: dict[PoolName, str] = {
            "vision": self.settings.vision_pool,
            "browser": self.settings.browser_pool,
        }
        return {name: pool_at(address, self.client) for name, address in addresses.items() if address}


def patience() -> "Config":
    """Less than any function has for a call that may be asked again."""
    from botocore.config import Config

    return Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 3})
