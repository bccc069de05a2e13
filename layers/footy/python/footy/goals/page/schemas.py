"""Schemas of the public answers: without object keys, hashes and internal fields."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

StateCode = Literal["confirming", "looking", "clips", "none_posted", "none_passed", "failed", "removed"]
GoalKind = Literal["goal", "penalty", "own_goal"]
Side = Literal["home", "away"]


@dataclass(frozen=True, slots=True)
class GoalState:
    """State of a goal: code, text for people, and whether more clips may come."""

    code: StateCode
    text: str
    more: bool


@dataclass(frozen=True, slots=True)
class MinuteView:
    """Minute of a goal; `text` is the usual notation, 45+2'."""

    elapsed: int | None
    extra: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """Goals of both sides."""

    home: int
    away: int


@dataclass(frozen=True, slots=True)
class ClipView:
    """Published clip; `video` and `poster` redirect to the files, `share` is the public link."""

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
    """Side of a match; `letters` replace the crest."""

    id: int
    name: str
    letters: str


@dataclass(frozen=True, slots=True)
class LeagueView:
    """League of a match."""

    id: int
    name: str
    country: str
    round: str


@dataclass(frozen=True, slots=True)
class GoalCoverage:
    """Numbers of goals, of those with a clip, and of those with a verified clip (W4)."""

    goals: int
    with_clip: int
    verified: int


@dataclass(frozen=True, slots=True)
class MatchHead:
    """Match without its goals; `stamp` grows with every change.

    `status` is the short status of the API, `phase` its meaning; the score is null before kick-off.
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
    """Goal; `earlier_scorers` are its names before corrections of the API."""

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
    """Match with its goals in match order."""

    match: MatchHead
    goals: list[GoalView]


@dataclass(frozen=True, slots=True)
class GoalCard:
    """Goal with its match."""

    match: MatchHead
    goal: GoalView


@dataclass(frozen=True, slots=True)
class MatchList:
    """Requested matches by kick-off."""

    fixtures: list[MatchView]


@dataclass(frozen=True, slots=True)
class NewestGoals:
    """Newest goals, the newest first."""

    events: list[GoalCard]


@dataclass(frozen=True, slots=True)
class DateSummary:
    """Day with matches, in UTC."""

    date: date
    fixtures: int
    goals: int
    clips: int
    live: int


@dataclass(frozen=True, slots=True)
class MatchDays:
    """Days with matches; `today` follows the match clock."""

    today: date
    dates: list[DateSummary]


@dataclass(frozen=True, slots=True)
class Health:
    """Health of the system; `now` is the match clock, `contact` receives takedown requests."""

    state: Literal["ok", "late"]
    now: datetime
    last_tick: datetime | None
    live: int
    page: Literal["open", "closed"]
    contact: str


@dataclass(frozen=True, slots=True)
class DayCoverage:
    """Coverage of the goals of a day."""

    date: date
    total: GoalCoverage
    leagues: list["LeagueCoverage"]


@dataclass(frozen=True, slots=True)
class LeagueCoverage:
    """Coverage of the goals of one league."""

    league: LeagueView
    total: GoalCoverage


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Team or league that a search found."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Results of a search; `goals` are those of the players, the newest first."""

    players: list[str]
    teams: list[SearchHit]
    leagues: list[SearchHit]
    goals: list[GoalCard]


@dataclass(frozen=True, slots=True)
class InvalidParameter:
    """Invalid parameter, with the reason."""

    field: str
    reason: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Error answer by RFC 9457; `faults` name the invalid parameters."""

    type: str
    title: str
    status: int
    detail: str
    faults: list[InvalidParameter]
