"""Who may look and who may act: one password for all viewers, of which only a hash is kept, and a key per operator.

A session is the same text for everybody who signs in within a week, so that a cache answers all of them from one.
"""

import hashlib
import hmac
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

VIEWERS = "viewers"
UNSET = "put-yours-here"
WEEK = timedelta(days=7)
BEGINNING = datetime(2024, 1, 1, tzinfo=UTC)
# what trying one password costs: about a twentieth of a second and 16 MB
COST, BLOCK, LANES, SALT_BYTES = 2**14, 8, 1, 16
LONGEST_PASSWORD = 200


@dataclass(frozen=True, slots=True)
class ViewerSession:
    """What a viewer's browser keeps, and for how many seconds."""

    value: str
    seconds: int


class Credentials:
    """The words of the page's secret: `viewers` is a hash, every other name an operator with a key."""

    def __init__(self, words: Mapping[str, str], lasting: timedelta) -> None:
        self._viewers = words.get(VIEWERS, UNSET)
        self._operators = {name: key for name, key in words.items() if name != VIEWERS and key not in {"", UNSET}}
        self._lasting = lasting

    def session(self, password: str, now: datetime) -> ViewerSession | None:
        """The session of who knows the password; None for everybody else."""
        if not password_matches(password, self._viewers):
            return None
        begun = now - (now - BEGINNING) % WEEK
        ends = begun + self._lasting
        return ViewerSession(self._signed(int(begun.timestamp())), int((ends - now).total_seconds()))

    def admits(self, session: str, now: datetime) -> bool:
        """Whether that session was given by us, with the password of today, and has not ended."""
        begun = session.partition(".")[0]
        if self._viewers in {"", UNSET} or not (begun.isascii() and begun.isdigit() and len(begun) <= 11):  # noqa: PLR2004
            return False
        lasts = datetime.fromtimestamp(int(begun), UTC) + self._lasting > now
        return lasts and hmac.compare_digest(session.encode(), self._signed(int(begun)).encode())

    def operator(self, key: str) -> str | None:
        """Whose key it is; None when it is nobody's."""
        given = key.encode()
        return next(
            (name for name, known in self._operators.items() if hmac.compare_digest(given, known.encode())), None
        )

    def _signed(self, begun: int) -> str:
        """Made of the hash itself: another password ends all sessions."""
        seal = hmac.new(self._viewers.encode(), str(begun).encode(), hashlib.sha256).hexdigest()
        return f"{begun}.{seal}"


def hash_password(password: str, salt: bytes) -> str:
    """What is kept of a password."""
    return f"scrypt${b64encode(salt).decode()}${b64encode(_scrypt(password, salt)).decode()}"


def password_matches(password: str, kept: str) -> bool:
    """Whether it is the one of which that is kept."""
    kind, _, rest = kept.partition("$")
    salt, _, digest = rest.partition("$")
    if kind != "scrypt" or not password or len(password) > LONGEST_PASSWORD:
        return False
    try:
        return hmac.compare_digest(_scrypt(password, b64decode(salt, validate=True)), b64decode(digest, validate=True))
    except NotBase64:
        return False


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=COST, r=BLOCK, p=LANES)
