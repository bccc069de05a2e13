"""Home metadata: which match day is in a home, in which database, and whether a command may continue or replace it."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from local.process.errors import LocalError

REAL, UNKNOWN = "real", "unknown"
EMBEDDED = "embedded"
START_OVER = "start over with --fresh, or choose another folder with --home"

StartMode = Literal["fresh", "resume"]


@dataclass(frozen=True, slots=True)
class HomeMetadata:
    """One match day, a replay or the real matches, and the database that it is written to."""

    plays: str
    content: str
    # "embedded", or a digest of the address in MONGODB_URI
    server: str
    database: str
    # "embedded", or a digest of the address in FOOTY_ENDPOINT
    aws: str = EMBEDDED

    @property
    def is_real(self) -> bool:
        return self.plays == REAL

    @property
    def title(self) -> str:
        return "the real matches" if self.is_real else f"the replay {Path(self.plays).stem}"


@dataclass(frozen=True, slots=True)
class StartOptions:
    """Options of the command that decide between a fresh start and a continuation."""

    fresh: bool = False
    resume: bool = False
    wipe: str | None = None
    # `demo` starts a replay over by default, `up` continues it
    starts_over: bool = False


def digest(content: bytes) -> str:
    """Return enough of a digest to distinguish two contents."""
    return hashlib.sha256(content).hexdigest()[:16]


def decide_start(stored: HomeMetadata | str | None, requested: HomeMetadata, options: StartOptions) -> StartMode:
    """Decide between a fresh start and a continuation; `stored` is "unknown" for data without metadata.

    A replay can be played again at any time. Everything else is deleted only when it is named with --wipe.
    """
    if options.fresh and options.resume:
        raise LocalError("--fresh and --resume are opposites: use one of them")
    if stored is None:
        if options.resume:
            raise LocalError("there is no match day to resume: leave --resume out")
        return "fresh"
    if isinstance(stored, str) or stored.is_real:
        return _start_with_protected(stored, requested, options)
    return _start_with_replay(stored, requested, options)


def _start_with_protected(stored: HomeMetadata | str, requested: HomeMetadata, options: StartOptions) -> StartMode:
    kind, title = (UNKNOWN, "unknown data") if isinstance(stored, str) else (REAL, stored.title)
    if options.wipe == kind:
        return "fresh"
    if isinstance(stored, str) or requested.plays != stored.plays or options.fresh:
        raise LocalError(f"the home contains {title}: use another --home, or delete them for good with --wipe {kind}")
    return _check_addresses(stored, requested)


def _start_with_replay(stored: HomeMetadata, requested: HomeMetadata, options: StartOptions) -> StartMode:
    if options.fresh or (options.starts_over and not options.resume and not requested.is_real):
        return "fresh"
    if requested.plays != stored.plays:
        raise LocalError(f"the home contains {stored.title}, not {requested.title}: {START_OVER}")
    if requested.content != stored.content:
        raise LocalError(f"{stored.title} has changed since it was started: {START_OVER}")
    return _check_addresses(stored, requested)


def _check_addresses(stored: HomeMetadata, requested: HomeMetadata) -> StartMode:
    if (stored.server, stored.database) != (requested.server, requested.database):
        where = "the embedded MongoDB" if stored.server == EMBEDDED else "another MONGODB_URI"
        raise LocalError(f"{stored.title} was started with {where}: restore MONGODB_URI, or {START_OVER}")
    if stored.aws != requested.aws:
        where = "the embedded AWS" if stored.aws == EMBEDDED else "another FOOTY_ENDPOINT"
        raise LocalError(f"{stored.title} was started with {where}: restore FOOTY_ENDPOINT, or {START_OVER}")
    if requested.aws != EMBEDDED:
        raise LocalError(f"{stored.title} cannot be resumed at FOOTY_ENDPOINT: {START_OVER}")
    return "resume"


def read_metadata(file: Path, *, empty: bool) -> HomeMetadata | str | None:
    """Return the stored metadata; "unknown" for a home with data and without readable metadata."""
    try:
        return HomeMetadata(**json.loads(file.read_text()))
    except FileNotFoundError:
        return None if empty else UNKNOWN
    except (OSError, ValueError, TypeError):
        return UNKNOWN


def write_metadata(file: Path, metadata: HomeMetadata) -> None:
    """Write the metadata in one step."""
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(asdict(metadata), indent=2))
    draft.replace(file)
