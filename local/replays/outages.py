"""Times at which a service of the replay does not answer as it should."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Service = Literal["api_football", "x", "media"]
SERVICES: tuple[Service, ...] = ("api_football", "x", "media")
Kind = Literal["server_error", "errors", "partial", "rate_limited"]
OUTAGES: tuple[Kind, ...] = ("server_error", "errors", "partial", "rate_limited")


@dataclass(frozen=True, slots=True)
class Outage:
    """One window of trouble: HTTP 500, a 200 with an `errors` body, fixtures left out, or a 429."""

    service: Service
    kind: Kind
    starts_at: datetime
    ends_at: datetime
    errors: tuple[tuple[str, str], ...] = ()
    leaves_out: tuple[int, ...] = ()

    def rules(self, at: datetime) -> bool:
        return self.starts_at <= at < self.ends_at
