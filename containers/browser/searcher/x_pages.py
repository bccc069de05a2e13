"""X's own pages: where its live search is, whose hosts it needs, and what is shown in place of it."""

import json
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode, urlsplit

from footy.core.errors import AccessDenied, FootyError, SessionExpired

HOSTS = ("x.com", "twitter.com", "twimg.com")
# neither is needed to read what a page says
UNWANTED = frozenset({"image", "media", "font"})
LOGIN = ("/i/jf/onboarding", "/i/flow/login", "/login", "/i/flow/signup", "/logout")
CHALLENGE = ("/account/access", "/account/suspended", "/i/flow/consent_flow", "/i/palm-liveness")
ANSWER = "/SearchTimeline"

Verdict = Literal["let", "unwanted", "foreign"]


@dataclass(frozen=True, slots=True)
class Web:
    """The pages at one address."""

    origin: str = "https://x.com"

    @property
    def host(self) -> str:
        """Whose cookies a session is made of."""
        return urlsplit(self.origin).hostname or ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """All that may be reached."""
        return HOSTS if self.host in HOSTS else (self.host,)

    @property
    def resolver_rules(self) -> str:
        """For redirects and sockets, which no request of the page announces: no other host has an address."""
        known = (f"EXCLUDE {pattern}" for host in self.hosts for pattern in (host, f"*.{host}"))
        return ", ".join(("MAP * ~NOTFOUND", *known))

    def search_page(self, query: str) -> str:
        """The newest posts first, as a person opens them."""
        return f"{self.origin}/search?{urlencode({'q': query, 'src': 'typed_query', 'f': 'live'})}"

    def verdict(self, url: str, kind: str) -> Verdict:
        """What becomes of a request that the page makes."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme not in ("https", urlsplit(self.origin).scheme) or not any(
            host == one or host.endswith(f".{one}") for one in self.hosts
        ):
            return "foreign"
        return "unwanted" if kind in UNWANTED else "let"

    def is_answer(self, url: str, sent: bytes, query: str) -> bool:
        """Whether the page was told posts there, and not those of the search before."""
        parts = urlsplit(url)
        if not parts.path.endswith(ANSWER):
            return False
        # the page sends its question along; until March 2026 it wrote it into the address
        posted, written = _object(sent).get("variables"), parse_qs(parts.query).get("variables", [""])[0]
        variables = posted if isinstance(posted, dict) else _object(written)
        return bool(variables.get("rawQuery", query) == query)

    def wall(self, url: str) -> FootyError | None:
        """What it means that the browser was led there; None for the search itself."""
        path = urlsplit(url).path
        if path.startswith(CHALLENGE):
            return AccessDenied("X wants to be shown that a person is there: the account is challenged or locked")
        return SessionExpired("X asks to log in") if path.startswith(LOGIN) else None


def _object(text: str | bytes) -> dict[str, Any]:
    """What is no JSON object asks for nothing that is known."""
    try:
        said = json.loads(text)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}
