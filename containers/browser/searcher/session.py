"""Stored log-in session: cookies, never a password."""

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from playwright.async_api import StorageState, StorageStateCookie
from pydantic import Field, ValidationError

from footy.core.errors import SessionExpired
from footy.core.http.lenient import LenientModel, ReadableItems

LOGGED_IN, CSRF_TOKEN = "auth_token", "ct0"
SAME_SITE: dict[str, Literal["Lax", "None", "Strict"]] = {"lax": "Lax", "strict": "Strict"}


class _Cookie(LenientModel):
    name: str = Field(min_length=1)
    value: str
    domain: str = Field(min_length=1)
    path: str = "/"
    expires: float | int = -1
    httpOnly: bool = False  # noqa: N815 - as browsers export it
    secure: bool = True
    sameSite: str = ""  # noqa: N815


class _Cookies(LenientModel):
    cookies: ReadableItems[_Cookie]


@dataclass(frozen=True, slots=True)
class LoginSession:
    """Cookies of one account."""

    cookies: tuple[StorageStateCookie, ...]

    @classmethod
    def read(cls, text: str) -> "LoginSession":
        """Read a stored session; errors never contain any of it."""
        try:
            read = _Cookies.model_validate(json.loads(text)).cookies
        except (ValueError, ValidationError):
            raise SessionExpired("the session is not what docs/operator/x-sessions.md describes") from None
        session = cls(tuple(map(_cookie, read)))
        if not {LOGGED_IN, CSRF_TOKEN} <= {one["name"] for one in session.cookies if one["value"]}:
            raise SessionExpired(f"the session lacks its cookies {LOGGED_IN} and {CSRF_TOKEN}")
        return session

    @classmethod
    def of(cls, state: StorageState) -> "LoginSession":
        """Return the session of a browser's state."""
        return cls(tuple(state["cookies"]))

    @property
    def state(self) -> StorageState:
        """Return the state that a browser loads."""
        return StorageState(cookies=list(self.cookies), origins=[])

    @property
    def text(self) -> str:
        return json.dumps({"cookies": self.cookies})

    @property
    def is_logged_in(self) -> bool:
        return any(one["name"] == LOGGED_IN and one["value"] for one in self.cookies)

    @property
    def mark(self) -> str:
        """Return a fingerprint that distinguishes log-ins."""
        tokens = sorted(one["value"] for one in self.cookies if one["name"] == LOGGED_IN)
        return hashlib.sha256("".join(tokens).encode()).hexdigest()[:16]

    @property
    def ends_at(self) -> datetime | None:
        """Return when the log-in expires; None for never."""
        ends = [one["expires"] for one in self.cookies if one["name"] == LOGGED_IN and one["expires"] > 0]
        return datetime.fromtimestamp(min(ends), UTC) if ends else None

    def differs_from(self, other: "LoginSession") -> bool:
        """Return whether this session is logged in and has other tokens or expiry days."""
        return self.is_logged_in and _essence(self) != _essence(other)


def _cookie(read: _Cookie) -> StorageStateCookie:
    return StorageStateCookie(
        name=read.name,
        value=read.value,
        domain=read.domain,
        path=read.path,
        expires=float(read.expires),
        httpOnly=read.httpOnly,
        secure=read.secure,
        # browsers accept "None" only for secure cookies
        sameSite=SAME_SITE.get(read.sameSite.lower(), "None" if read.secure else "Lax"),
    )


def _essence(session: LoginSession) -> dict[str, tuple[str, int]]:
    """Return tokens and expiry days: each visit moves the expiry by seconds."""
    day = 86_400
    tokens = (one for one in session.cookies if one["name"] in (LOGGED_IN, CSRF_TOKEN))
    return {one["name"]: (one["value"], int(one["expires"] // day)) for one in tokens}
