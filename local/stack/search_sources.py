"""Search sources of a stack: X's API, a browser session, or one as the fallback of the other."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from footy.goals.container import SEARCH_PROVIDERS
from local.process.errors import LocalError

DEFAULT_PROVIDER = "x"
NEEDS = {"x": "X_BEARER_TOKEN", "browser": "TWITTER_SERVICE_URL or X_SESSIONS"}


@dataclass(frozen=True, slots=True)
class SearchSource:
    """Choice of a provider; `url` is a browser service elsewhere, `sessions` are for one that is started here."""

    provider: str = DEFAULT_PROVIDER
    url: str = ""
    sessions: Path | None = None

    @property
    def wants_a_browser(self) -> bool:
        """Return whether a browser service must be started."""
        return "browser" in SEARCH_PROVIDERS[self.provider] and not self.url

    @property
    def settings(self) -> dict[str, str]:
        """Settings of the functions."""
        settings = {"search_provider": self.provider}
        return {**settings, "twitter_service_url": self.url} if self.url else settings


def configured_providers(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the providers with a key or a session in the environment."""
    session = environment.get("TWITTER_SERVICE_URL") or environment.get("X_SESSIONS")
    keys = {"x": environment.get("X_BEARER_TOKEN"), "browser": session}
    return frozenset(name for name, value in keys.items() if value)


def choose_source(option: str, environment: Mapping[str, str]) -> SearchSource:
    """Return the source of --search, else the configured one; of two, the API comes first."""
    names = configured_providers(environment)
    provider = option or ("auto" if len(names) > 1 else next(iter(names), DEFAULT_PROVIDER))
    for name in SEARCH_PROVIDERS[provider]:
        if option and name not in names:
            raise LocalError(f"--search {provider} needs {NEEDS[name]}")
    sessions = environment.get("X_SESSIONS", "")
    return SearchSource(provider, environment.get("TWITTER_SERVICE_URL", ""), Path(sessions) if sessions else None)
