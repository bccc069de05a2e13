"""Account rotation: search with the leased account, or lease another when X refuses it."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from footy.core.clock import Clock
from footy.core.errors import AccessDenied, FootyError, RateLimited, SessionExpired, UpstreamUnavailable
from footy.core.telemetry import count, log_info, log_warning, metrics
from searcher.leases import NEVER, AccountLeases, Lease, Why
from searcher.session import LoginSession
from searcher.store import SessionStore

# a blocked account is tried again after a day, or with a new session
BLOCKED_FOR = timedelta(days=1)
RENEWALS_PER_LEASE = 4
TEMPORARY: tuple[Why, ...] = ("rate limited",)
UNUSABLE: tuple[Why, ...] = ("expired", "blocked")


class AccountInUse(UpstreamUnavailable):
    """Another instance has leased the account."""


@dataclass(slots=True)
class LeasedAccount:
    """Account that this instance has leased."""

    name: str
    session: LoginSession
    lease_until: datetime
    # start of the account's pace
    asked_at: datetime = NEVER


@dataclass(slots=True)
class AccountRotation:
    """Accounts of a deployment, as one instance of the service knows them."""

    store: SessionStore
    leases: AccountLeases
    clock: Clock
    names: Sequence[str]
    # states that keep an account from being leased
    respected: Collection[Why] = (*TEMPORARY, *UNUSABLE)
    current: LeasedAccount | None = None
    states: dict[str, Why] = field(default_factory=dict)
    ends: dict[str, datetime] = field(default_factory=dict)

    @property
    def pause(self) -> timedelta:
        """Return the time between two renewals."""
        return self.leases.duration / RENEWALS_PER_LEASE

    async def check_all(self) -> None:
        """Read the state of every account without leasing one."""
        for name in self.names:
            try:
                await asyncio.to_thread(self._read, name)
            except FootyError as failure:
                log_warning("account_not_ready", account=name, error=type(failure).__name__, reason=str(failure))

    async def account(self) -> LeasedAccount:
        """Return the leased account, or lease one; raise the reason if all are unavailable."""
        if self.current is None:
            self.current = await asyncio.to_thread(self._lease_any)
            log_info("account_taken", account=self.current.name)
        return self.current

    async def renew(self) -> bool:
        """Renew the lease, also while idle; return False if it was lost."""
        account = self.current
        if account is None or await self._is_renewed(account) or self.current is not account:
            return True
        log_warning("account_lost", account=account.name)
        self.current = None
        return False

    async def refuse(self, account: LeasedAccount, failure: FootyError) -> None:
        """Record X's refusal for every instance and release the account; an operator must renew an unusable one."""
        until, why = _closed(failure, self.clock.now())
        log_warning("account_closed", account=account.name, why=why, until=until.isoformat(), reason=str(failure))
        self.current = None
        if why in UNUSABLE:
            self._set_unusable(account.name, why)
        self.states[account.name] = why
        await asyncio.to_thread(self.leases.close, account.name, until, why, account.session.mark, account.asked_at)

    async def reopen(self) -> None:
        """Clear the refusal of the leased account: X has answered it."""
        if self.current:
            await asyncio.to_thread(self.leases.reopen, self.current.name)

    async def note(self, account: LeasedAccount, session: LoginSession) -> None:
        """Write a changed session back, but never over one that an operator has stored meanwhile."""
        self._set_state(account.name, "", session if session.is_logged_in else account.session)
        if session.differs_from(account.session):
            was_written = await asyncio.to_thread(self._write_back, account, session)
            log_info("session_kept" if was_written else "session_replaced", account=account.name)
        if session.is_logged_in:
            account.session = session

    async def release(self) -> None:
        """Release the account; a lease that cannot be released expires."""
        account, self.current = self.current, None
        if account:
            try:
                await asyncio.to_thread(self.leases.release, account.name, account.asked_at)
            except UpstreamUnavailable as failure:
                log_warning("account_not_given_back", account=account.name, reason=str(failure))

    async def _is_renewed(self, account: LeasedAccount) -> bool:
        """Renew; a failure to reach the store is harmless while another attempt fits into the lease."""
        begun, pause = self.leases.real_clock.now(), self.pause
        try:
            async with asyncio.timeout(pause.total_seconds()):
                ours = await asyncio.to_thread(self.leases.renew, account.name)
        except (UpstreamUnavailable, TimeoutError) as failure:
            log_warning(
                "lease_not_renewed", account=account.name, until=account.lease_until.isoformat(), reason=str(failure)
            )
            return self.leases.real_clock.now() + 2 * pause <= account.lease_until
        account.lease_until = begun + self.leases.duration
        return ours

    def _write_back(self, account: LeasedAccount, session: LoginSession) -> bool:
        if LoginSession.read(self.store.session(account.name)).mark != account.session.mark:
            return False
        self.store.keep(account.name, session.text)
        return True

    def _lease_any(self) -> LeasedAccount:
        refusals: list[FootyError] = []
        for name in self.names:
            try:
                return self._lease(name)
            except FootyError as refusal:
                refusals.append(refusal)
        raise _worst(refusals)

    def _lease(self, name: str) -> LeasedAccount:
        session, lease = self._read(name)
        lease_until = self.leases.real_clock.now() + self.leases.duration
        if not self.leases.take(name):
            raise AccountInUse(f"{name} is in use by another instance")
        return LeasedAccount(name, session, lease_until, lease.asked_at)

    def _read(self, name: str) -> tuple[LoginSession, Lease]:
        """Return session and lease of an account; raise the reason if it cannot search."""
        try:
            session = LoginSession.read(self.store.session(name))
        except SessionExpired:
            self._set_unusable(name, "expired")
            raise
        lease, now = self.leases.read(name), self.clock.now()
        holds = lease.why in TEMPORARY or lease.mark == session.mark
        is_heeded = lease.why in self.respected or lease.why == self.states.get(name)
        if now < lease.closed_until and holds and is_heeded:
            self._set_state(name, lease.why, session)
            raise _refusal(lease, now)
        self._set_state(name, "", session)
        return session, lease

    def _set_state(self, name: str, why: Why, session: LoginSession) -> None:
        self.states[name] = why
        if session.ends_at:
            self.ends[name] = session.ends_at

    def _set_unusable(self, name: str, why: Why) -> None:
        """Count a lost session once."""
        if self.states.get(name) not in UNUSABLE:
            count("SessionsLost")
            metrics.flush_metrics()
        self.states[name] = why


def _closed(failure: FootyError, now: datetime) -> tuple[datetime, Why]:
    if isinstance(failure, RateLimited):
        return now + timedelta(seconds=failure.retry_after), "rate limited"
    return now + BLOCKED_FOR, "expired" if isinstance(failure, SessionExpired) else "blocked"


def _refusal(lease: Lease, now: datetime) -> FootyError:
    match lease.why:
        case "rate limited":
            wait = (lease.closed_until - now).total_seconds()
            return RateLimited(f"X is still rate limited, retry after {wait:.0f} s", retry_after=wait)
        case "expired":
            return SessionExpired("the session has to be renewed")
        case _:
            return AccessDenied("X has blocked or challenged the account")


def _worst(refusals: list[FootyError]) -> FootyError:
    """Choose the refusal to report: one that another instance can serve, then the shortest wait, then the rest."""
    if temporary := [one for one in refusals if isinstance(one, UpstreamUnavailable)]:
        return temporary[0]
    if waits := [one for one in refusals if isinstance(one, RateLimited)]:
        return min(waits, key=lambda one: one.retry_after)
    return next(iter(refusals), SessionExpired("no session is configured"))
