"""ECS task protection: no scale-in or deployment ends a worker in the middle of a job."""

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
    """Client of the ECS agent's task protection; without an agent it does nothing."""

    agent: str = field(default_factory=lambda: os.environ.get("ECS_AGENT_URI", ""))
    now: Callable[[], float] = time.monotonic
    _on: bool = False
    _since: float = 0.0

    def set(self, *, on: bool) -> None:
        """Send a change, or renew before expiry; repeat a request that failed."""
        expires = on and self.now() - self._since >= RENEWED_AFTER
        if not self.agent or (on == self._on and not expires):
            return
        request = {"ProtectionEnabled": True, "ExpiresInMinutes": MINUTES} if on else {"ProtectionEnabled": False}
        try:
            address = f"{self.agent}/task-protection/v1/state"
            answer = httpx.put(address, json=request, timeout=SECONDS, trust_env=False).raise_for_status().json()
            refusal = answer.get("failure")  # the agent refuses with status 200, for example during a deployment
        except (httpx.HTTPError, ValueError, AttributeError) as failure:
            refusal = str(failure)
        if refusal:
            warn("protection_unknown", wanted=on, reason=refusal)
            return
        self._on, self._since = on, self.now()
