"""What people are told: the shapes of every public answer. No key of an object, no hash, no field of ours."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

StateCode = Literal["confirming", "looking", "clips", "none_posted", "none_passed", "failed", "removed"]
GoalKind = Literal["goal", "penalty", "own_goal"]
Side = Literal["home", "away"]


@dataclass(frozen=True, slots=True)
class GoalState:
    """Where a goal stands: a word to decide by and a sentence to show; `more` while clips may still come."""

    code: StateCode
    text: str
    more: bool


@dataclass(frozen=True, slots=True)
class MinuteView:
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
class ClipView:
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
class TeamView:
    """A side of a match; `letters` stand for a crest."""

    id: int
    name: str
    letters: str


@dataclass(frozen=True, slots=True)
class LeagueView:
    """What a match is played for."""

    id: int
    name: str
    country: str
    round: str


@dataclass(frozen=True, slots=True)
class GoalCoverage:
    """How many goals have a clip, and one whose minute is verified."""

    goals: int
    with_clip: int
    verified: int


@dataclass(frozen=True, slots=True)
class MatchHead:
    """A match without its goals; `stamp` grows whenever something of it changes.

    `status` is the API's short word, `phase` what it means; the score is null before kick-off.
    """

    id: int
    kickoff: datetime | None
    status: str
    phase: Literal["waiting", "live", "over"]
    elapsed: int | None
    extra: int | None
    league: LeagueView
    home: TeamView
    away: TeamView
    score: Score | None
    shootout: Score | None
    coverage: GoalCoverage
    stamp: int


@dataclass(frozen=True, slots=True)
class GoalView:
    """One goal; `earlier_scorers` are the names it had before the API corrected itself."""

    id: str
    fixture_id: int
    first_seen: datetime
    minute: MinuteView
    side: Side
    team: str
    scorer: str | None
    assist: str | None
    kind: GoalKind
    score_after: Score
    state: GoalState
    clips: list[ClipView]
    earlier_scorers: list[str]
    first_clip_at: datetime | None
    removed_at: datetime | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match with its goals in the order they fell."""

    match: MatchHead
    goals: list[GoalView]


@dataclass(frozen=True, slots=True)
class GoalCard:
    """A goal with the match it fell in."""

    match: MatchHead
    goal: GoalView


@dataclass(frozen=True, slots=True)
class MatchList:
    """The matches that were asked for, by kick-off."""

    fixtures: list[MatchView]


@dataclass(frozen=True, slots=True)
class NewestGoals:
    """The newest goals, the newest first."""

    events: list[GoalCard]


@dataclass(frozen=True, slots=True)
class MatchDay:
    """A day on which there is something to see, by UTC."""

    date: date
    fixtures: int
    goals: int
    clips: int
    live: int


@dataclass(frozen=True, slots=True)
class MatchDays:
    """The days that have matches; `today` is the day of the match clock."""

    today: date
    dates: list[MatchDay]


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
    total: GoalCoverage
    leagues: list["LeagueCoverage"]


@dataclass(frozen=True, slots=True)
class LeagueCoverage:
    """The same for one league."""

    league: LeagueView
    total: GoalCoverage


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A team or a league that was found by its name."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What a search found; `goals` are those of the players of that name, the newest first."""

    players: list[str]
    teams: list[SearchHit]
    leagues: list[SearchHit]
    goals: list[GoalCard]


@dataclass(frozen=True, slots=True)
class InvalidParameter:
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
    faults: list[InvalidParameter]
