"""Keeps ECS from ending a worker in the middle of its work, when the pool shrinks or another version is deployed."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from fetcher.log import warn

MINUTES = 10
RENEWED_AFTER = MINUTES * 60 / 2
SECONDS = 2.0


@dataclass(slots=True)
class Protection:
    """Asked of the agent beside the task; without one there is nobody who would end it."""

    agent: str = field(default_factory=lambda: os.environ.get("ECS_AGENT_URI", ""))
    now: Callable[[], float] = time.monotonic
    _on: bool = False
    _since: float = 0.0

    def set(self, *, on: bool) -> None:
        """What changes is said, and what is about to expire; what could not be said is said again."""
        fades = on and self.now() - self._since >= RENEWED_AFTER
        if not self.agent or (on == self._on and not fades):
            return
        wish = {"ProtectionEnabled": True, "ExpiresInMinutes": MINUTES} if on else {"ProtectionEnabled": False}
        try:
            place = f"{self.agent}/task-protection/v1/state"
            answer = httpx.put(place, json=wish, timeout=SECONDS, trust_env=False).raise_for_status().json()
            refused = answer.get("failure")  # as a deployment does that waits for others: told with status 200
        except (httpx.HTTPError, ValueError, AttributeError) as failure:
            refused = str(failure)
        if refused:
            warn("protection_unknown", wanted=on, reason=refused)
            return
        self._on, self._since = on, self.now()
