"""Credentials: one password for all viewers, one key per operator; only hashes of them are stored.

Everyone who signs in within one week gets the same session value, so that caches can share answers between viewers.
"""

import hashlib
import hmac
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from secrets import token_urlsafe

VIEWERS = "viewers"
UNSET = "put-yours-here"
WEEK = timedelta(days=7)
BEGINNING = datetime(2024, 1, 1, tzinfo=UTC)
# cost of one scrypt hash: about 50 ms and 16 MB
COST, BLOCK, LANES, SALT_BYTES = 2**14, 8, 1, 16
LONGEST_PASSWORD = 200
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class ViewerSession:
    """Session cookie of a viewer and its lifetime."""

    value: str
    seconds: int


class Viewers:
    """Viewers, who share the password of the page's secret."""

    def __init__(self, secret: Mapping[str, str], lifetime: timedelta) -> None:
        self._password = secret.get(VIEWERS, UNSET)
        self._lifetime = lifetime

    def session(self, password: str, now: datetime) -> ViewerSession | None:
        """Return a session for the right password, else None."""
        if not password_matches(password, self._password):
            return None
        begun = now - (now - BEGINNING) % WEEK
        ends = begun + self._lifetime
        return ViewerSession(self._signed(int(begun.timestamp())), int((ends - now).total_seconds()))

    def admits(self, session: str, now: datetime) -> bool:
        """Return True for a session that we signed with the current password and that has not expired."""
        begun = session.partition(".")[0]
        if self._password in {"", UNSET} or not (begun.isascii() and begun.isdigit() and len(begun) <= 11):  # noqa: PLR2004
            return False
        valid = datetime.fromtimestamp(int(begun), UTC) + self._lifetime > now
        return valid and hmac.compare_digest(session.encode(), self._signed(int(begun)).encode())

    def _signed(self, begun: int) -> str:
        """Sign with the password hash, so that a new password ends all sessions."""
        seal = hmac.new(self._password.encode(), str(begun).encode(), hashlib.sha256).hexdigest()
        return f"{begun}.{seal}"


class Operators:
    """Operators by name, each with the hash of a key."""

    def __init__(self, hashes: Mapping[str, str]) -> None:
        self._hashes = hashes

    def name_of(self, key: str) -> str | None:
        """Return the operator with this key, else None; every comparison takes the same time."""
        digest = hash_key(key).encode()
        matches = [name for name, stored in self._hashes.items() if hmac.compare_digest(digest, stored.encode())]
        return matches[0] if matches else None


def new_key() -> str:
    """Return a random key."""
    return token_urlsafe(KEY_BYTES)


def hash_key(key: str) -> str:
    """Return the SHA-256 of a key: 32 random bytes cannot be guessed, so it needs neither salt nor a slow hash."""
    return hashlib.sha256(key.encode()).hexdigest()


def hash_password(password: str, salt: bytes) -> str:
    """Return the scrypt hash of a password with its salt."""
    return f"scrypt${b64encode(salt).decode()}${b64encode(_scrypt(password, salt)).decode()}"


def password_matches(password: str, stored: str) -> bool:
    """Return True when the password has this hash."""
    kind, _, rest = stored.partition("$")
    salt, _, digest = rest.partition("$")
    if kind != "scrypt" or not password or len(password) > LONGEST_PASSWORD:
        return False
    try:
        return hmac.compare_digest(_scrypt(password, b64decode(salt, validate=True)), b64decode(digest, validate=True))
    except NotBase64:
        return False


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=COST, r=BLOCK, p=LANES)
