"""Outages of the simulated services."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Service = Literal["api_football", "x", "x_web", "media", "wikidata"]
# the last five concern a session on X's own pages
Kind = Literal[
    "server_error",
    "errors",
    "partial",
    "rate_limited",
    "silence",
    "expired",
    "challenged",
    "other_layout",
    "other_shape",
    "oversized",
]
SILENT_SECONDS = 300
"""Longer than any time limit of a client, in real seconds."""


@dataclass(frozen=True, slots=True)
class Outage:
    """One outage: HTTP 500, a 200 with an `errors` body, a truncated answer, a 429, or no answer.

    On X's own pages also: logged out, challenged, answers with other names or another format, and one of 10 MB.
    """

    service: Service
    kind: Kind
    starts_at: datetime
    ends_at: datetime
    errors: tuple[tuple[str, str], ...] = ()
    leaves_out: tuple[int, ...] = ()

    def covers(self, at: datetime) -> bool:
        return self.starts_at <= at < self.ends_at

    async def delay(self) -> None:
        """Keep the client waiting, if the outage is a silence."""
        if self.kind == "silence":
            await asyncio.sleep(SILENT_SECONDS)
