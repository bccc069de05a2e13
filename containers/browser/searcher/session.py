"""A logged-in session as it is kept: cookies, and never a password."""

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from playwright.async_api import StorageState, StorageStateCookie
from pydantic import Field, ValidationError

from footy.core.errors import SessionExpired
from footy.core.http.lenient import LenientModel, ReadableItems

LOGGED_IN, BESIDE = "auth_token", "ct0"
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
class Session:
    """The cookies of one account."""

    cookies: tuple[StorageStateCookie, ...]

    @classmethod
    def read(cls, text: str) -> "Session":
        """What an operator put there, or what was written back; nothing of it is told in a failure."""
        try:
            read = _Cookies.model_validate(json.loads(text)).cookies
        except (ValueError, ValidationError):
            raise SessionExpired("the session is not what docs/operator/x-sessions.md describes") from None
        session = cls(tuple(map(_cookie, read)))
        if not {LOGGED_IN, BESIDE} <= {one["name"] for one in session.cookies if one["value"]}:
            raise SessionExpired(f"the session lacks its cookies {LOGGED_IN} and {BESIDE}")
        return session

    @classmethod
    def of(cls, state: StorageState) -> "Session":
        """What a browser holds."""
        return cls(tuple(state["cookies"]))

    @property
    def state(self) -> StorageState:
        """As a browser takes it."""
        return StorageState(cookies=list(self.cookies), origins=[])

    @property
    def text(self) -> str:
        return json.dumps({"cookies": self.cookies})

    @property
    def is_logged_in(self) -> bool:
        return any(one["name"] == LOGGED_IN and one["value"] for one in self.cookies)

    @property
    def mark(self) -> str:
        """Tells one log-in from another, and nothing else."""
        tokens = sorted(one["value"] for one in self.cookies if one["name"] == LOGGED_IN)
        return hashlib.sha256("".join(tokens).encode()).hexdigest()[:16]

    @property
    def ends_at(self) -> datetime | None:
        """When the browser would forget it; None for one without an end."""
        ends = [one["expires"] for one in self.cookies if one["name"] == LOGGED_IN and one["expires"] > 0]
        return datetime.fromtimestamp(min(ends), UTC) if ends else None

    def lasts_beyond(self, other: "Session") -> bool:
        """Whether it says more than the other one, and so is worth writing down."""
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
        # a browser takes "None" only of cookies that never travel in the open
        sameSite=SAME_SITE.get(read.sameSite.lower(), "None" if read.secure else "Lax"),
    )


def _essence(session: Session) -> dict[str, tuple[str, int]]:
    """What a session lives of, to the day: each visit moves ends by seconds."""
    day = 86_400
    vital = (one for one in session.cookies if one["name"] in (LOGGED_IN, BESIDE))
    return {one["name"]: (one["value"], int(one["expires"] // day)) for one in vital}
