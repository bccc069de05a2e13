"""Where a stack searches: with X's API, in a browser session, or with one for the other."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from footy.goals.container import SEARCH_PROVIDERS
from local.process.errors import LocalError

USUAL = "x"
NEEDS = {"x": "X_BEARER_TOKEN", "browser": "TWITTER_SERVICE_URL or X_SESSIONS"}


@dataclass(frozen=True, slots=True)
class Searching:
    """The choice of a provider; `url` is a session's service that runs elsewhere, else `sessions` are for one here."""

    provider: str = USUAL
    url: str = ""
    sessions: Path | None = None

    @property
    def wants_a_browser(self) -> bool:
        """Whether the session's service has to be started beside the stack."""
        return "browser" in SEARCH_PROVIDERS[self.provider] and not self.url

    @property
    def settings(self) -> dict[str, str]:
        """As functions know it."""
        chosen = {"search_provider": self.provider}
        return {**chosen, "twitter_service_url": self.url} if self.url else chosen


def given(environment: Mapping[str, str]) -> frozenset[str]:
    """Which providers there is something for."""
    session = environment.get("TWITTER_SERVICE_URL") or environment.get("X_SESSIONS")
    has = {"x": environment.get("X_BEARER_TOKEN"), "browser": session}
    return frozenset(name for name, value in has.items() if value)


def chosen(asked: str, environment: Mapping[str, str]) -> Searching:
    """What is asked for, else what there are keys for: for both, the API first and the session in its place."""
    names = given(environment)
    provider = asked or ("auto" if len(names) > 1 else next(iter(names), USUAL))
    for name in SEARCH_PROVIDERS[provider]:
        if asked and name not in names:
            raise LocalError(f"--search {provider} needs {NEEDS[name]}")
    sessions = environment.get("X_SESSIONS", "")
    return Searching(provider, environment.get("TWITTER_SERVICE_URL", ""), Path(sessions) if sessions else None)
