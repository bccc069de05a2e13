"""MongoDB collections of goals, one property for each."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from footy.core.container import CoreContainer
from footy.core.settings import CoreSettings
from footy.goals.settings import Rules, Settings

if TYPE_CHECKING:
    from footy.goals.adapters.mongo.aliases import Aliases
    from footy.goals.adapters.mongo.capacity import Capacity
    from footy.goals.adapters.mongo.dump import Dump
    from footy.goals.adapters.mongo.fixtures.active import Active
    from footy.goals.adapters.mongo.fixtures.completed import Completed
    from footy.goals.adapters.mongo.fixtures.live import Live
    from footy.goals.adapters.mongo.fixtures.moves import Moves
    from footy.goals.adapters.mongo.fixtures.new_fixtures import NewFixtures
    from footy.goals.adapters.mongo.fixtures.staging import Staging
    from footy.goals.adapters.mongo.goals.downloads import Downloads
    from footy.goals.adapters.mongo.goals.events import GoalEvents
    from footy.goals.adapters.mongo.goals.hidden_clips import HiddenClips
    from footy.goals.adapters.mongo.goals.open_goals import UnfinishedGoals
    from footy.goals.adapters.mongo.goals.removed_goals import RemovedGoals
    from footy.goals.adapters.mongo.goals.searches import Searches
    from footy.goals.adapters.mongo.goals.taken_down_clips import TakenDownClips
    from footy.goals.adapters.mongo.goals.waiting_clips import WaitingClips
    from footy.goals.adapters.mongo.leases import Leases
    from footy.goals.adapters.mongo.page.matches import Matches
    from footy.goals.adapters.mongo.page.operator_log import OperatorLog
    from footy.goals.adapters.mongo.page.shares import Shares
    from footy.goals.adapters.mongo.paid_posts import PaidPosts
    from footy.goals.adapters.mongo.references import References
    from footy.goals.adapters.mongo.users import DatabaseUsers
    from footy.goals.adapters.pools.pools import WorkerPool
    from footy.goals.capacity.pool import PoolName


class Stores(CoreContainer):
    """Container of the MongoDB adapters."""

    settings: Settings
    settings_type: ClassVar[type[CoreSettings]] = Settings

    @cached_property
    def rules(self) -> Rules:
        """The rules of this deployment."""
        return self.settings.rules

    @cached_property
    def events(self) -> "GoalEvents":
        from footy.goals.adapters.mongo.goals.events import GoalEvents

        return GoalEvents(self.database)

    @cached_property
    def downloads(self) -> "Downloads":
        from footy.goals.adapters.mongo.goals.downloads import Downloads

        return Downloads(self.events)

    @cached_property
    def searches(self) -> "Searches":
        from footy.goals.adapters.mongo.goals.searches import Searches

        return Searches(self.events)

    @cached_property
    def open_goals(self) -> "UnfinishedGoals":
        from footy.goals.adapters.mongo.goals.open_goals import UnfinishedGoals

        return UnfinishedGoals(self.database)

    @cached_property
    def removed_goals(self) -> "RemovedGoals":
        from footy.goals.adapters.mongo.goals.removed_goals import RemovedGoals

        return RemovedGoals(self.database)

    @cached_property
    def waiting_clips(self) -> "WaitingClips":
        from footy.goals.adapters.mongo.goals.waiting_clips import WaitingClips

        return WaitingClips(self.database, self.events)

    @cached_property
    def staging(self) -> "Staging":
        from footy.goals.adapters.mongo.fixtures.staging import Staging

        return Staging(self.database)

    @cached_property
    def active(self) -> "Active":
        from footy.goals.adapters.mongo.fixtures.active import Active

        return Active(self.database)

    @cached_property
    def completed(self) -> "Completed":
        from footy.goals.adapters.mongo.fixtures.completed import Completed

        return Completed(self.database)

    @cached_property
    def live(self) -> "Live":
        from footy.goals.adapters.mongo.fixtures.live import Live

        return Live(self.database)

    @cached_property
    def moves(self) -> "Moves":
        from footy.goals.adapters.mongo.fixtures.moves import Moves

        return Moves(self.database)

    @cached_property
    def new_fixtures(self) -> "NewFixtures":
        from footy.goals.adapters.mongo.fixtures.new_fixtures import NewFixtures

        return NewFixtures(self.database)

    @cached_property
    def references(self) -> "References":
        from footy.goals.adapters.mongo.references import References

        return References(self.database)

    @cached_property
    def capacity(self) -> "Capacity":
        from footy.goals.adapters.mongo.capacity import Capacity

        return Capacity(self.database)

    @cached_property
    def leases(self) -> "Leases":
        from footy.goals.adapters.mongo.leases import Leases

        return Leases(self.database)

    @cached_property
    def aliases(self) -> "Aliases":
        from datetime import timedelta

        from footy.goals.adapters.mongo.aliases import Aliases

        return Aliases(self.database, fallback_lasts=timedelta(days=self.rules.fallback_alias_days))

    @cached_property
    def matches(self) -> "Matches":
        from footy.goals.adapters.mongo.page.matches import Matches

        return Matches(self.database)

    @cached_property
    def operator_log(self) -> "OperatorLog":
        from footy.goals.adapters.mongo.page.operator_log import OperatorLog

        return OperatorLog(self.database)

    @cached_property
    def hidden_clips(self) -> "HiddenClips":
        from footy.goals.adapters.mongo.goals.hidden_clips import HiddenClips

        return HiddenClips(self.database, self.events)

    @cached_property
    def taken_down_clips(self) -> "TakenDownClips":
        from footy.goals.adapters.mongo.goals.taken_down_clips import TakenDownClips

        return TakenDownClips(self.database)

    @cached_property
    def shares(self) -> "Shares":
        from footy.goals.adapters.mongo.page.shares import Shares

        return Shares(self.database)

    @cached_property
    def dump(self) -> "Dump":
        from footy.goals.adapters.mongo.dump import Dump

        return Dump(self.database)

    @cached_property
    def users(self) -> "DatabaseUsers":
        """Database users; only the `make_users` step has the master secret."""
        from footy.goals.adapters.mongo.users import DatabaseUsers

        return DatabaseUsers(self.secrets.read(self.settings.mongodb_secret), self.settings.mongodb_database)

    @cached_property
    def paid_posts(self) -> "PaidPosts":
        from footy.goals.adapters.mongo.paid_posts import PaidPosts

        return PaidPosts(self.database)

    @cached_property
    def pools(self) -> "Mapping[PoolName, WorkerPool]":
        """Worker pools of this deployment, by name."""
        from footy.goals.adapters.pools.pools import pool_at

        addresses: dict[PoolName, str] = {
            "vision": self.settings.vision_pool,
            "browser": self.settings.browser_pool,
        }
        return {name: pool_at(address, self.client) for name, address in addresses.items() if address}
