"""Schema of a replay file (TOML), with errors of one line."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, Strict, ValidationError

from local.replay.broadcast import Stoppage
from local.replay.match import DETAILS, ReplayLeague, ReplayTeam, ReplayVenue, Side
from local.replay.outages import Kind, Service
from local.replay.posts import Scene, Variant
from local.replay.timeline import DEFAULT_LENGTHS, LONG_NAMES

UNKNOWN = "unknown"
Detail = Literal[*DETAILS]  # type: ignore[valid-type]
StatusName = Literal[*LONG_NAMES]  # type: ignore[valid-type]
Moment = Annotated[AwareDatetime, Strict()]


class ReplayError(ValueError):
    """Error of a replay file; the message is one line."""


class Part(BaseModel):
    """Table of a replay file; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerPart(Part):
    """Player; the API knows some by name only."""

    id: int | None = None
    name: str


class TimePart(Part):
    """Minutes of a match: added to each period, breaks between them, and the shoot-out."""

    lengths: list[float] = list(DEFAULT_LENGTHS)
    added: list[float]
    breaks: list[float]
    kicks: float = 0


class ChangePart(Part):
    """Correction of a row, some seconds after the goal."""

    after: float
    shown: bool | None = None
    player: str | None = None
    assist: str | None = None
    minute: str | None = None
    detail: Detail | None = None


class ClipPart(Part):
    """Footage of a row."""

    id: str
    scene: Scene = "match"
    seconds: float = 12
    lead: float = 6
    clock: str = "goal"
    model_away: float = 0
    stoppage_clock: Stoppage | None = None


class PostPart(Part):
    """Post with a copy of a clip, some seconds after the goal."""

    after: float
    by: str
    text: str
    clip: str
    variants: list[Variant] = []
    starts: float = 0
    seconds: float | None = None
    retweet: bool = False
    deleted_after: float | None = None
    language: str = "en"
    lingers: float = 0


class RowPart(Part):
    """Row of the API's events."""

    minute: str
    clock: str | None = None
    side: Side
    detail: Detail
    player: str = UNKNOWN
    assist: str = UNKNOWN
    appears: float = 25
    scores_after: float | None = None
    comments: str | None = None
    change: list[ChangePart] = []
    clip: list[ClipPart] = []
    post: list[PostPart] = []


class KickPart(Part):
    """Kick of a shoot-out."""

    side: Side
    player: str = UNKNOWN
    scored: bool = True


class NoticePart(Part):
    """Status that overrides the clock's for a time."""

    short: StatusName
    starts_at: Moment = Field(alias="from")
    ends_at: Moment = Field(alias="until")


class FixturePart(Part):
    """Fixture with its rows."""

    id: int
    kick_off: Moment
    referee: str | None = None
    stoppage_clock: Stoppage = "sub_clock"
    venue: ReplayVenue
    league: ReplayLeague
    home: ReplayTeam
    away: ReplayTeam
    time: TimePart
    row: list[RowPart] = []
    kick: list[KickPart] = []
    notice: list[NoticePart] = []


class OutagePart(Part):
    """Outage of one service."""

    service: Service = "api_football"
    kind: Kind
    starts_at: Moment = Field(alias="from")
    ends_at: Moment = Field(alias="until")
    errors: dict[str, str] = {}
    leaves_out: list[int] = []


class ReplayFile(Part):
    """Whole replay file."""

    title: str
    about: str = ""
    daily_requests: int = 7500
    rules: dict[str, float] = {}
    players: dict[str, PlayerPart] = {}
    fixture: Annotated[list[FixturePart], Field(min_length=1)]
    outage: list[OutagePart] = []


def read(path: Path) -> ReplayFile:
    """Read a replay file, and raise `ReplayError` for the first error in it."""
    try:
        return ReplayFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as errors:
        error = errors.errors()[0]
        raise ReplayError(f"{path.name}: {place_of(error['loc'])}: {error['msg']}") from errors
    except (OSError, ValueError) as error:
        raise ReplayError(f"{path.name}: {str(error).splitlines()[0]}") from error


def place_of(location: Sequence[int | str]) -> str:
    """Return a place in the file, like `fixture 1: row 2: side`."""
    text = ": ".join(str(part + 1) if isinstance(part, int) else part for part in location)
    for part in location:
        if isinstance(part, int):
            text = text.replace(f": {part + 1}", f" {part + 1}", 1)
    return text
