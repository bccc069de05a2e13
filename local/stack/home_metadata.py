"""What a home holds: which match day, in which database; and whether a command may go on with it or begin anew."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from local.process.errors import LocalError

REAL, UNKNOWN = "real", "unknown"
EMBEDDED = "embedded"
ANEW = "--fresh begins anew, --home takes another folder"

Course = Literal["begin", "go on"]


@dataclass(frozen=True, slots=True)
class Holding:
    """One match day: a replay by its file and content, or real life; and the database it is written to."""

    plays: str
    content: str
    # "embedded", or a digest of the address that was given
    server: str
    database: str
    # likewise
    aws: str = EMBEDDED

    @property
    def is_real(self) -> bool:
        return self.plays == REAL

    @property
    def name(self) -> str:
        return "the real matches" if self.is_real else f"the replay {Path(self.plays).stem}"


@dataclass(frozen=True, slots=True)
class Wish:
    """What the call asks for beside the match day itself."""

    fresh: bool = False
    resume: bool = False
    wipe: str | None = None
    # `demo` begins a replay anew unless told otherwise, `up` goes on with it
    begins: bool = False


def digest(content: bytes) -> str:
    """Enough of it to tell two of them apart."""
    return hashlib.sha256(content).hexdigest()[:16]


def course(held: Holding | str | None, wanted: Holding, wish: Wish) -> Course:
    """Whether to begin anew or to go on; `held` is "unknown" where nobody wrote down what is there.

    A replay's data can be made again at any time. Everything else goes only when it is called by its name.
    """
    if wish.fresh and wish.resume:
        raise LocalError("--fresh and --resume are opposites: give one of them")
    if held is None:
        if wish.resume:
            raise LocalError("there is nothing to go on with: leave --resume out")
        return "begin"
    if isinstance(held, str) or held.is_real:
        return _precious(held, wanted, wish)
    return _replayed(held, wanted, wish)


def _precious(held: Holding | str, wanted: Holding, wish: Wish) -> Course:
    kind, what = (UNKNOWN, "data that nobody described") if isinstance(held, str) else (REAL, held.name)
    if wish.wipe == kind:
        return "begin"
    if isinstance(held, str) or wanted.plays != held.plays or wish.fresh:
        raise LocalError(f"the home holds {what}: take another --home, or forget them for good with --wipe {kind}")
    return _same_places(held, wanted)


def _replayed(held: Holding, wanted: Holding, wish: Wish) -> Course:
    if wish.fresh or (wish.begins and not wish.resume and not wanted.is_real):
        return "begin"
    if wanted.plays != held.plays:
        raise LocalError(f"the home holds {held.name}, not {wanted.name}: {ANEW}")
    if wanted.content != held.content:
        raise LocalError(f"{held.name} has been changed since it was begun: {ANEW}")
    return _same_places(held, wanted)


def _same_places(held: Holding, wanted: Holding) -> Course:
    if (held.server, held.database) != (wanted.server, wanted.database):
        where = "the embedded MongoDB" if held.server == EMBEDDED else "another MONGODB_URI"
        raise LocalError(f"{held.name} was begun with {where}: set MONGODB_URI as it was, or {ANEW}")
    if held.aws != wanted.aws:
        where = "the embedded AWS" if held.aws == EMBEDDED else "another FOOTY_ENDPOINT"
        raise LocalError(f"{held.name} was begun with {where}: set FOOTY_ENDPOINT as it was, or {ANEW}")
    if wanted.aws != EMBEDDED:
        raise LocalError(f"{held.name} went on at FOOTY_ENDPOINT without what it needs of this machine: {ANEW}")
    return "go on"


def read_holding(file: Path, *, empty: bool) -> Holding | str | None:
    """What was written down; "unknown" where there is something and no word of what it is."""
    try:
        return Holding(**json.loads(file.read_text()))
    except FileNotFoundError:
        return None if empty else UNKNOWN
    except (OSError, ValueError, TypeError):
        return UNKNOWN


def write_holding(file: Path, holding: Holding) -> None:
    """Writes it down in one step."""
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(asdict(holding), indent=2))
    draft.replace(file)
