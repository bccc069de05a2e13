"""Who uses which account: never two places at once, and a refusal of X holds for whoever comes next."""

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from pydantic import ValidationError

from footy.adapters.forms import Form, Moment
from footy.clock import Clock
from searcher.store import Store

Why = Literal["", "rate limited", "expired", "blocked"]
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class _Written(Form):
    owner: str = ""
    until: Moment = NEVER
    closed_until: Moment = NEVER
    why: Why = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Lease:
    """A note about one account: in whose hands until when, and until when X does not want to see it."""

    owner: str = ""
    until: datetime = NEVER
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
        """Takes or renews it; false while somebody else has it."""
        text, version = self.store.record(account)
        lease, now = _read(text), self.real.now()
        if lease.owner not in ("", self.owner) and now < lease.until:
            return False
        mine = replace(lease, owner=self.owner, until=now + self.lasts)
        return self.store.swap(account, _text(mine), version)

    def close(self, account: str, until: datetime, why: Why, mark: str) -> bool:
        """Gives it back with the reason why nobody should take it for now."""
        return self._give(account, closed_until=until, why=why, mark=mark)

    def give_back(self, account: str) -> bool:
        """Gives it back as it is."""
        return self._give(account)

    def _give(self, account: str, **changes: object) -> bool:
        text, version = self.store.record(account)
        lease = _read(text)
        if lease.owner != self.owner:
            return False
        given = Lease(**{**asdict(lease), "owner": "", "until": NEVER, **changes})  # type: ignore[arg-type] # its own fields
        return self.store.swap(account, _text(given), version)


def _read(text: str) -> Lease:
    """A note that cannot be read binds nobody."""
    try:
        written = _Written.model_validate(json.loads(text)) if text else _Written()
    except (ValueError, ValidationError):
        written = _Written()
    return Lease(written.owner, written.until, written.closed_until, written.why, written.mark)


def _text(lease: Lease) -> str:
    return json.dumps(
        {name: one.isoformat() if isinstance(one, datetime) else one for name, one in asdict(lease).items()}
    )
