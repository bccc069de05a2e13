"""X's pages: the live search, its hosts, and the log-in and challenge pages shown instead."""

import json
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode, urlsplit

from footy.core.errors import AccessDenied, FootyError, SessionExpired

HOSTS = ("x.com", "twitter.com", "twimg.com")
# not needed to read posts
UNWANTED = frozenset({"image", "media", "font"})
LOGIN = ("/i/jf/onboarding", "/i/flow/login", "/login", "/i/flow/signup", "/logout")
CHALLENGE = ("/account/access", "/account/suspended", "/i/flow/consent_flow", "/i/palm-liveness")
ANSWER = "/SearchTimeline"

Verdict = Literal["let", "unwanted", "foreign"]


@dataclass(frozen=True, slots=True)
class XPages:
    """Pages of X at one origin."""

    origin: str = "https://x.com"

    @property
    def host(self) -> str:
        """Return the host of the session's cookies."""
        return urlsplit(self.origin).hostname or ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Return the allowed hosts."""
        return HOSTS if self.host in HOSTS else (self.host,)

    @property
    def resolver_rules(self) -> str:
        """Return Chromium's resolver rules: no other host resolves, not even for redirects and sockets."""
        exceptions = (f"EXCLUDE {pattern}" for host in self.hosts for pattern in (host, f"*.{host}"))
        return ", ".join(("MAP * ~NOTFOUND", *exceptions))

    def search_page(self, query: str) -> str:
        """Return the url of the live search, newest posts first."""
        return f"{self.origin}/search?{urlencode({'q': query, 'src': 'typed_query', 'f': 'live'})}"

    def verdict(self, url: str, kind: str) -> Verdict:
        """Decide whether a request of the page may be sent."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme not in ("https", urlsplit(self.origin).scheme) or not any(
            host == one or host.endswith(f".{one}") for one in self.hosts
        ):
            return "foreign"
        return "unwanted" if kind in UNWANTED else "let"

    def is_answer(self, url: str, sent: bytes, query: str) -> bool:
        """Return whether the request asks for the posts of this query, not of an earlier one."""
        parts = urlsplit(url)
        if not parts.path.endswith(ANSWER):
            return False
        # the query is in the body; until March 2026 it was in the url
        posted, written = _object(sent).get("variables"), parse_qs(parts.query).get("variables", [""])[0]
        variables = posted if isinstance(posted, dict) else _object(written)
        return bool(variables.get("rawQuery", query) == query)

    def wall(self, url: str) -> FootyError | None:
        """Return the error for a log-in or challenge page; None for the search itself."""
        path = urlsplit(url).path
        if path.startswith(CHALLENGE):
            return AccessDenied("X shows a challenge, or has locked the account: log in by hand and renew the session")
        return SessionExpired("X asks to log in: renew the session") if path.startswith(LOGIN) else None


def _object(text: str | bytes) -> dict[str, Any]:
    """Parse a JSON object; anything else is an empty one."""
    try:
        parsed = json.loads(text)
    except ValueError:
        return {}
    return parsed if isinstance(parsed, dict) else {}
