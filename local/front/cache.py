"""A cache as CloudFront's: an answer lasts as long as it says, one question goes through however many ask at once."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

LONGEST = re.compile(r"max-age=(\d+)")
SHARED = re.compile(r"s-maxage=(\d+)")
KEPT = 10_000
GOOD = frozenset({200, 302, 304, 404, 410})


@dataclass(frozen=True, slots=True)
class Stored:
    """One answer, and until when it may be given again."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    until: float


Ask = Callable[[], Awaitable[Stored]]


class Cache:
    """Answers by what distinguishes them: path, query, the headers that are part of the key."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._stored: dict[tuple[str, ...], Stored] = {}
        self._asking: dict[tuple[str, ...], asyncio.Task[Stored]] = {}

    async def answer(self, key: tuple[str, ...], ask: Ask) -> Stored:
        """What is known and still holds, else what is asked for now: once, for all who wait for it."""
        known = self._stored.get(key)
        if known is not None and known.until > self._now():
            return known
        if key not in self._asking:
            task = asyncio.ensure_future(ask())
            self._asking[key] = task
            task.add_done_callback(lambda _: self._asking.pop(key, None))
        found = await asyncio.shield(self._asking[key])
        if found.until > self._now():
            self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, ...], found: Stored) -> None:
        if len(self._stored) >= KEPT:
            self._stored = {one: kept for one, kept in self._stored.items() if kept.until > self._now()}
        self._stored[key] = found


def lasting(status: int, headers: Mapping[str, str]) -> float:
    """For how many seconds an answer may be given again, by its own word."""
    said = headers.get("cache-control", "")
    if status not in GOOD or "no-store" in said or "private" in said:
        return 0.0
    found = SHARED.search(said) or LONGEST.search(said)
    return float(found[1]) if found else 0.0
