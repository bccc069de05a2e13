"""Times at which a service of the replay does not answer as it should."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Service = Literal["api_football", "x", "media", "wikidata"]
SERVICES: tuple[Service, ...] = ("api_football", "x", "media", "wikidata")
Kind = Literal["server_error", "errors", "partial", "rate_limited", "silence"]
OUTAGES: tuple[Kind, ...] = ("server_error", "errors", "partial", "rate_limited", "silence")
SILENT_SECONDS = 300
"""Longer than anybody waits for an answer; real seconds, as timeouts are."""


@dataclass(frozen=True, slots=True)
class Outage:
    """One window of trouble: HTTP 500, a 200 with an `errors` body, an answer that is cut, a 429, or no answer."""

    service: Service
    kind: Kind
    starts_at: datetime
    ends_at: datetime
    errors: tuple[tuple[str, str], ...] = ()
    leaves_out: tuple[int, ...] = ()

    def rules(self, at: datetime) -> bool:
        return self.starts_at <= at < self.ends_at

    async def endure(self) -> None:
        """Lets the asking side wait, when nothing is to be heard."""
        if self.kind == "silence":
            await asyncio.sleep(SILENT_SECONDS)
