"""Who uses which account: never two places at once, and a refusal of X holds for whoever comes next."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from pydantic import ValidationError

from footy.core.clock import Clock
from footy.core.http.lenient import LenientModel, Moment
from searcher.store import Store

Why = Literal["", "rate limited", "expired", "blocked"]
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class _Written(LenientModel):
    owner: str = ""
    until: Moment = NEVER
    asked_at: Moment = NEVER
    closed_until: Moment = NEVER
    why: Why = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Lease:
    """A note about one account: in whose hands until when, and until when X does not want to see it."""

    owner: str = ""
    until: datetime = NEVER
    # its pace goes on in other hands
    asked_at: datetime = NEVER
    closed_until: datetime = NEVER
    why: Why = ""
    # of the log-in that X refused: another one opens the account again
    mark: str = ""


@dataclass(slots=True)
class Leases:
    """The notes of one owner; `real` time bounds a lease, whatever pace a match is played at."""

    store: Store
    owner: str
    real: Clock
    lasts: timedelta

    def look(self, account: str) -> Lease:
        """What is noted of an account."""
        return _read(self.store.record(account)[0])

    def take(self, account: str) -> bool:
        """Takes it; false while somebody else has it."""
        now = self.real.now()

        def taken(lease: Lease) -> Lease | None:
            free = lease.owner in ("", self.owner) or lease.until <= now
            return replace(lease, owner=self.owner, until=now + self.lasts) if free else None

        return self._rewrite(account, taken)

    def renew(self, account: str) -> bool:
        """Keeps it for longer; false when it is no longer ours."""
        until = self.real.now() + self.lasts
        return self._rewrite(account, lambda lease: replace(lease, until=until) if self._has(lease) else None)

    def close(self, account: str, until: datetime, why: Why, mark: str, asked_at: datetime) -> None:
        """Gives it back with the reason why nobody should take it for now; X said so, whoever has it by then."""

        def closed(lease: Lease) -> Lease:
            return replace(self._given(lease, asked_at), closed_until=until, why=why, mark=mark)

        self._rewrite(account, closed)

    def reopen(self, account: str) -> None:
        """Takes back that nobody should take it: X has answered it since."""
        self._rewrite(account, lambda lease: replace(lease, closed_until=NEVER, why="", mark=""))

    def give_back(self, account: str, asked_at: datetime) -> None:
        """Gives it back as it is."""
        self._rewrite(account, lambda lease: self._given(lease, asked_at))

    def _has(self, lease: Lease) -> bool:
        return lease.owner == self.owner

    def _given(self, lease: Lease, asked_at: datetime) -> Lease:
        asked = replace(lease, asked_at=max(lease.asked_at, asked_at))
        return replace(asked, owner="", until=NEVER) if self._has(lease) else asked

    def _rewrite(self, account: str, change: Callable[[Lease], Lease | None]) -> bool:
        """Writes the note anew, again where somebody else wrote in between; false where there is nothing to change."""
        while True:
            text, version = self.store.record(account)
            lease = change(_read(text))
            if lease is None:
                return False
            if self.store.swap(account, _text(lease), version):
                return True


def _read(text: str) -> Lease:
    """A note that cannot be read binds nobody."""
    try:
        written = _Written.model_validate(json.loads(text)) if text else _Written()
    except (ValueError, ValidationError):
        written = _Written()
    return Lease(**dict(written))


def _text(lease: Lease) -> str:
    return json.dumps(
        {name: one.isoformat() if isinstance(one, datetime) else one for name, one in asdict(lease).items()}
    )
