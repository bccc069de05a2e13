"""Which account searches next: the one at hand, or another that is free, when X does not want to see this one."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from footy.clock import Clock
from footy.errors import AccessDenied, FootyError, RateLimited, SessionExpired, UpstreamUnavailable
from footy.telemetry import say, warn
from searcher.leases import Lease, Leases, Why
from searcher.session import Session
from searcher.store import Store

# an account that X refused for good is looked at again after a day, or as soon as it has another session
LONG = timedelta(days=1)


@dataclass(slots=True)
class Account:
    """The account in this service's hands."""

    name: str
    session: Session
    # its own pace counts from here
    asked_at: datetime | None = None


@dataclass(slots=True)
class Rota:
    """The accounts of a deployment, seen from one instance of its service."""

    store: Store
    leases: Leases
    clock: Clock
    names: Sequence[str]
    current: Account | None = None
    known: dict[str, str] = field(default_factory=dict)
    ends: dict[str, datetime] = field(default_factory=dict)

    async def account(self) -> Account:
        """One to search with; why there is none is told by name."""
        if self.current is None:
            self.current = await asyncio.to_thread(self._take_one)
            say("account_taken", account=self.current.name)
        return self.current

    async def renew(self) -> bool:
        """Whether the account is still ours; asked from time to time, also while nobody searches."""
        if self.current is None:
            return True
        if await asyncio.to_thread(self.leases.take, self.current.name):
            return True
        warn("account_lost", account=self.current.name)
        self.current = None
        return False

    async def refuse(self, account: Account, failure: FootyError) -> None:
        """Notes what X said of an account, for every instance, and lets it go."""
        until, why = _closed(failure, self.clock.now())
        warn("account_closed", account=account.name, why=why, until=until.isoformat(), reason=str(failure))
        self.known[account.name] = why
        self.current = None
        await asyncio.to_thread(self.leases.close, account.name, until, why, account.session.mark)

    async def note(self, account: Account, session: Session) -> None:
        """Writes a session back when it has changed, but never over one that an operator has put there meanwhile."""
        if session.lasts_beyond(account.session):
            kept = await asyncio.to_thread(self._keep, account, session)
            say("session_kept" if kept else "session_replaced", account=account.name)
        if session.is_logged_in:
            account.session = session
        self._know(account.name, "", account.session)

    async def give_back(self) -> None:
        """Lets the account go, whole."""
        account, self.current = self.current, None
        if account:
            await asyncio.to_thread(self.leases.give_back, account.name)

    def _keep(self, account: Account, session: Session) -> bool:
        if Session.read(self.store.session(account.name)).mark != account.session.mark:
            return False
        self.store.keep(account.name, session.text)
        return True

    def _take_one(self) -> Account:
        refusals = [refusal for name in self.names if (refusal := self._try(name))]
        if self.current:
            return self.current
        raise _worst(refusals)

    def _try(self, name: str) -> FootyError | None:
        """Takes the account; or why not."""
        if self.current:
            return None
        try:
            session = Session.read(self.store.session(name))
        except SessionExpired as failure:
            self.known[name] = "expired"
            return failure
        lease, now = self.leases.look(name), self.clock.now()
        if now < lease.closed_until and (lease.why == "rate limited" or lease.mark == session.mark):
            self._know(name, lease.why, session)
            return _refusal(lease, now)
        if not self.leases.take(name):
            self._know(name, "", session)
            return UpstreamUnavailable(f"{name} is in use by another instance")
        self._know(name, "", session)
        self.current = Account(name, session)
        return None

    def _know(self, name: str, why: Why, session: Session) -> None:
        self.known[name] = why
        if session.ends_at:
            self.ends[name] = session.ends_at


def _closed(failure: FootyError, now: datetime) -> tuple[datetime, Why]:
    if isinstance(failure, RateLimited):
        return now + timedelta(seconds=failure.retry_after), "rate limited"
    return now + LONG, "expired" if isinstance(failure, SessionExpired) else "blocked"


def _refusal(lease: Lease, now: datetime) -> FootyError:
    match lease.why:
        case "rate limited":
            left = (lease.closed_until - now).total_seconds()
            return RateLimited(f"X is still closed, retry after {left:.0f} s", retry_after=left)
        case "expired":
            return SessionExpired("the session has to be renewed")
        case _:
            return AccessDenied("X has blocked or challenged the account")


def _worst(refusals: list[FootyError]) -> FootyError:
    """What can be waited for comes first, the shortest wait of all; then what a person has to do."""
    waits = [one for one in refusals if isinstance(one, RateLimited)]
    if waits:
        return min(waits, key=lambda one: one.retry_after)
    busy = [one for one in refusals if isinstance(one, UpstreamUnavailable)]
    if busy:
        return busy[0]
    return next(iter(refusals), SessionExpired("no session is configured"))
