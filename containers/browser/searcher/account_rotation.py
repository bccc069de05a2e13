"""Which account searches next: the one at hand, or another that is free, when X does not want to see this one."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from footy.core.clock import Clock
from footy.core.errors import AccessDenied, FootyError, RateLimited, SessionExpired, UpstreamUnavailable
from footy.core.telemetry import count, log_info, log_warning, metrics
from searcher.leases import NEVER, Lease, Leases, Why
from searcher.session import Session
from searcher.store import Store

# an account that X refused for good is looked at again after a day, or as soon as it has another session
LONG = timedelta(days=1)
RENEWALS_PER_LEASE = 4
LIMIT: tuple[Why, ...] = ("rate limited",)
LOST: tuple[Why, ...] = ("expired", "blocked")


class InUse(UpstreamUnavailable):
    """Another instance searches with the account."""


@dataclass(slots=True)
class Account:
    """The account in this service's hands, until then if nobody renews it."""

    name: str
    session: Session
    held_until: datetime
    # its own pace counts from here
    asked_at: datetime = NEVER


@dataclass(slots=True)
class Rota:
    """The accounts of a deployment, seen from one instance of its service."""

    store: Store
    leases: Leases
    clock: Clock
    names: Sequence[str]
    # what others noted of an account and keeps it from being taken
    heeds: Collection[Why] = (*LIMIT, *LOST)
    current: Account | None = None
    known: dict[str, Why] = field(default_factory=dict)
    ends: dict[str, datetime] = field(default_factory=dict)

    @property
    def pause(self) -> timedelta:
        """From one renewal to the next."""
        return self.leases.lasts / RENEWALS_PER_LEASE

    async def look(self) -> None:
        """What there is to know of every account before anybody searches; none is taken."""
        for name in self.names:
            try:
                await asyncio.to_thread(self._look, name)
            except FootyError as failure:
                log_warning("account_not_ready", account=name, error=type(failure).__name__, reason=str(failure))

    async def account(self) -> Account:
        """One to search with; why there is none is told by name."""
        if self.current is None:
            self.current = await asyncio.to_thread(self._take_one)
            log_info("account_taken", account=self.current.name)
        return self.current

    async def renew(self) -> bool:
        """Whether the account is still ours; asked from time to time, also while nobody searches."""
        account = self.current
        if account is None or await self._is_renewed(account) or self.current is not account:
            return True
        log_warning("account_lost", account=account.name)
        self.current = None
        return False

    async def refuse(self, account: Account, failure: FootyError) -> None:
        """Notes what X said of an account, for every instance, and lets it go; a lost one is for a person to renew."""
        until, why = _closed(failure, self.clock.now())
        log_warning("account_closed", account=account.name, why=why, until=until.isoformat(), reason=str(failure))
        self.current = None
        if why in LOST:
            self._lose(account.name, why)
        self.known[account.name] = why
        await asyncio.to_thread(self.leases.close, account.name, until, why, account.session.mark, account.asked_at)

    async def reopen(self) -> None:
        """Takes back what was noted of the account at hand: X has answered it."""
        if self.current:
            await asyncio.to_thread(self.leases.reopen, self.current.name)

    async def note(self, account: Account, session: Session) -> None:
        """Writes a session back when it has changed, but never over one that an operator has put there meanwhile."""
        self._know(account.name, "", session if session.is_logged_in else account.session)
        if session.lasts_beyond(account.session):
            kept = await asyncio.to_thread(self._keep, account, session)
            log_info("session_kept" if kept else "session_replaced", account=account.name)
        if session.is_logged_in:
            account.session = session

    async def give_back(self) -> None:
        """Lets the account go, whole; a lease that cannot be given back ends by itself."""
        account, self.current = self.current, None
        if account:
            try:
                await asyncio.to_thread(self.leases.give_back, account.name, account.asked_at)
            except UpstreamUnavailable as failure:
                log_warning("account_not_given_back", account=account.name, reason=str(failure))

    async def _is_renewed(self, account: Account) -> bool:
        """That nobody can be asked is no loss as long as the next attempt is over before the lease is."""
        begun, pause = self.leases.real.now(), self.pause
        try:
            async with asyncio.timeout(pause.total_seconds()):
                ours = await asyncio.to_thread(self.leases.renew, account.name)
        except (UpstreamUnavailable, TimeoutError) as failure:
            log_warning(
                "lease_not_renewed", account=account.name, until=account.held_until.isoformat(), reason=str(failure)
            )
            return self.leases.real.now() + 2 * pause <= account.held_until
        account.held_until = begun + self.leases.lasts
        return ours

    def _keep(self, account: Account, session: Session) -> bool:
        if Session.read(self.store.session(account.name)).mark != account.session.mark:
            return False
        self.store.keep(account.name, session.text)
        return True

    def _take_one(self) -> Account:
        refusals: list[FootyError] = []
        for name in self.names:
            try:
                return self._take(name)
            except FootyError as refusal:
                refusals.append(refusal)
        raise _worst(refusals)

    def _take(self, name: str) -> Account:
        session, lease = self._look(name)
        held_until = self.leases.real.now() + self.leases.lasts
        if not self.leases.take(name):
            raise InUse(f"{name} is in use by another instance")
        return Account(name, session, held_until, lease.asked_at)

    def _look(self, name: str) -> tuple[Session, Lease]:
        """Its session and what is noted of it, if it may be searched with."""
        try:
            session = Session.read(self.store.session(name))
        except SessionExpired:
            self._lose(name, "expired")
            raise
        lease, now = self.leases.look(name), self.clock.now()
        holds = lease.why in LIMIT or lease.mark == session.mark
        is_heeded = lease.why in self.heeds or lease.why == self.known.get(name)
        if now < lease.closed_until and holds and is_heeded:
            self._know(name, lease.why, session)
            raise _refusal(lease, now)
        self._know(name, "", session)
        return session, lease

    def _know(self, name: str, why: Why, session: Session) -> None:
        self.known[name] = why
        if session.ends_at:
            self.ends[name] = session.ends_at

    def _lose(self, name: str, why: Why) -> None:
        """Counted by whoever notices it first."""
        if self.known.get(name) not in LOST:
            count("SessionsLost")
            metrics.flush_metrics()
        self.known[name] = why


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
    """What another instance may do at once comes first, then the shortest wait, then what a person has to do."""
    if passing := [one for one in refusals if isinstance(one, UpstreamUnavailable)]:
        return passing[0]
    if waits := [one for one in refusals if isinstance(one, RateLimited)]:
        return min(waits, key=lambda one: one.retry_after)
    return next(iter(refusals), SessionExpired("no session is configured"))
