"""Leases of accounts: one instance at a time, and X's refusals are shared by all."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from pydantic import ValidationError

from footy.core.clock import Clock
from footy.core.http.lenient import LenientModel, Moment
from searcher.store import SessionStore

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
    """Record of one account: its owner until a time, and X's refusal until a time."""

    owner: str = ""
    until: datetime = NEVER
    # the pace continues with the next owner
    asked_at: datetime = NEVER
    closed_until: datetime = NEVER
    why: Why = ""
    # log-in that X refused: another one reopens the account
    mark: str = ""


@dataclass(slots=True)
class AccountLeases:
    """Leases of one owner in real time, independent of the replay clock."""

    store: SessionStore
    owner: str
    real_clock: Clock
    duration: timedelta

    def read(self, account: str) -> Lease:
        """Return the record of an account."""
        return _read(self.store.record(account)[0])

    def take(self, account: str) -> bool:
        """Lease the account; return False while another instance has it."""
        now = self.real_clock.now()

        def with_owner(lease: Lease) -> Lease | None:
            free = lease.owner in ("", self.owner) or lease.until <= now
            return replace(lease, owner=self.owner, until=now + self.duration) if free else None

        return self._rewrite(account, with_owner)

    def renew(self, account: str) -> bool:
        """Extend the lease; return False if it is not ours any more."""
        until = self.real_clock.now() + self.duration
        return self._rewrite(account, lambda lease: replace(lease, until=until) if self._has(lease) else None)

    def close(self, account: str, until: datetime, why: Why, mark: str, asked_at: datetime) -> None:
        """Release the account and record X's refusal, also if another instance has leased it by now."""

        def closed(lease: Lease) -> Lease:
            return replace(self._released(lease, asked_at), closed_until=until, why=why, mark=mark)

        self._rewrite(account, closed)

    def reopen(self, account: str) -> None:
        """Clear the refusal: X has answered the account since."""
        self._rewrite(account, lambda lease: replace(lease, closed_until=NEVER, why="", mark=""))

    def release(self, account: str, asked_at: datetime) -> None:
        """Release the account."""
        self._rewrite(account, lambda lease: self._released(lease, asked_at))

    def _has(self, lease: Lease) -> bool:
        return lease.owner == self.owner

    def _released(self, lease: Lease, asked_at: datetime) -> Lease:
        paced = replace(lease, asked_at=max(lease.asked_at, asked_at))
        return replace(paced, owner="", until=NEVER) if self._has(lease) else paced

    def _rewrite(self, account: str, change: Callable[[Lease], Lease | None]) -> bool:
        """Change the record by compare-and-swap until it succeeds; return False if nothing is to change."""
        while True:
            text, version = self.store.record(account)
            lease = change(_read(text))
            if lease is None:
                return False
            if self.store.swap(account, _text(lease), version):
                return True


def _read(text: str) -> Lease:
    """Read a record; an unreadable one counts as free."""
    try:
        written = _Written.model_validate(json.loads(text)) if text else _Written()
    except (ValueError, ValidationError):
        written = _Written()
    return Lease(**dict(written))


def _text(lease: Lease) -> str:
    return json.dumps(
        {name: one.isoformat() if isinstance(one, datetime) else one for name, one in asdict(lease).items()}
    )
