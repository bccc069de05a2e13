"""Times at which a service of the replay does not answer as it should."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

Service = Literal["api_football", "x", "x_web", "media", "wikidata"]
SERVICES: tuple[Service, ...] = ("api_football", "x", "x_web", "media", "wikidata")
# the last five are troubles of a session on X's own pages
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
OUTAGES: tuple[Kind, ...] = get_args(Kind)
SILENT_SECONDS = 300
"""Longer than anybody waits for an answer; real seconds, as timeouts are."""


@dataclass(frozen=True, slots=True)
class Outage:
    """One window of trouble: HTTP 500, a 200 with an `errors` body, an answer that is cut, a 429, or no answer.

    Of X's own pages also: logged out, challenged, other names or another shape of answers, and 10 MB of one.
    """

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
