"""What people are told: the shapes of every public answer. No key of an object, no hash, no field of ours."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

StateCode = Literal["confirming", "looking", "clips", "none_posted", "none_passed", "failed", "removed"]
GoalKind = Literal["goal", "penalty", "own_goal"]
Side = Literal["home", "away"]


@dataclass(frozen=True, slots=True)
class State:
    """Where a goal stands: a word to decide by and a sentence to show; `more` while clips may still come."""

    code: StateCode
    text: str
    more: bool


@dataclass(frozen=True, slots=True)
class Minute:
    """When a goal was scored; `text` is how people write it: 45+2'."""

    elapsed: int | None
    extra: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """Goals of the home side and of the other one."""

    home: int
    away: int


@dataclass(frozen=True, slots=True)
class Clip:
    """One clip to watch; `video` and `poster` lead on to the files, `share` is the address to hand on."""

    share_id: str
    rank: int
    verified: bool
    minute: int | None
    width: int
    height: int
    duration: float
    bytes: int
    popularity: int
    compilation: bool
    source_url: str
    video: str
    poster: str
    share: str


@dataclass(frozen=True, slots=True)
class ShownTeam:
    """A side of a match; `letters` stand for a crest."""

    id: int
    name: str
    letters: str


@dataclass(frozen=True, slots=True)
class League:
    """What a match is played for."""

    id: int
    name: str
    country: str
    round: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many goals have a clip, and one whose minute is verified."""

    goals: int
    with_clip: int
    verified: int


@dataclass(frozen=True, slots=True)
class Head:
    """A match without its goals; `stamp` grows whenever something of it changes.

    `status` is the API's short word, `phase` what it means; the score is null before kick-off.
    """

    id: int
    kickoff: datetime | None
    status: str
    phase: Literal["waiting", "live", "over"]
    elapsed: int | None
    extra: int | None
    league: League
    home: ShownTeam
    away: ShownTeam
    score: Score | None
    shootout: Score | None
    coverage: Coverage
    stamp: int


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal; `earlier_scorers` are the names it had before the API corrected itself."""

    id: str
    fixture_id: int
    first_seen: datetime
    minute: Minute
    side: Side
    team: str
    scorer: str | None
    assist: str | None
    kind: GoalKind
    score_after: Score
    state: State
    clips: list[Clip]
    earlier_scorers: list[str]
    first_clip_at: datetime | None
    removed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match with its goals in the order they fell."""

    match: Head
    goals: list[Goal]


@dataclass(frozen=True, slots=True)
class GoalCard:
    """A goal with the match it fell in."""

    match: Head
    goal: Goal


@dataclass(frozen=True, slots=True)
class Fixtures:
    """The matches that were asked for, by kick-off."""

    fixtures: list[Fixture]


@dataclass(frozen=True, slots=True)
class Events:
    """The newest goals, the newest first."""

    events: list[GoalCard]


@dataclass(frozen=True, slots=True)
class Day:
    """A day on which there is something to see, by UTC."""

    date: date
    fixtures: int
    goals: int
    clips: int
    live: int


@dataclass(frozen=True, slots=True)
class Dates:
    """The days that have matches; `today` is the day of the match clock."""

    today: date
    dates: list[Day]


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the system is awake; `now` is its clock, which a replay runs faster; `contact` hears of takedowns."""

    state: Literal["ok", "late"]
    now: datetime
    last_tick: datetime | None
    live: int
    page: Literal["open", "closed"]
    contact: str


@dataclass(frozen=True, slots=True)
class DayCoverage:
    """How much of a day's goals can be watched."""

    date: date
    total: Coverage
    leagues: list["LeagueCoverage"]


@dataclass(frozen=True, slots=True)
class LeagueCoverage:
    """The same for one league."""

    league: League
    total: Coverage


@dataclass(frozen=True, slots=True)
class Named:
    """A team or a league that was found by its name."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found; `goals` are those of the players of that name, the newest first."""

    players: list[str]
    teams: list[Named]
    leagues: list[Named]
    goals: list[GoalCard]


@dataclass(frozen=True, slots=True)
class Fault:
    """One parameter that cannot be, and why."""

    field: str
    reason: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no answer, as RFC 9457 writes it; `faults` name the parameters."""

    type: str
    title: str
    status: int
    detail: str
    faults: list[Fault]
