"""Views of matches: by day, live, by league and team."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, Literal

from footy.core.text import ascii_of
from footy.goals.fixtures.lifecycle.status import LIVE, TERMINAL, kickoff_of
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.page.goals import goals_of
from footy.goals.page.schemas import (
    DateSummary,
    DayCoverage,
    GoalCard,
    GoalCoverage,
    LeagueCoverage,
    LeagueView,
    MatchHead,
    MatchView,
    Score,
    TeamView,
)
from footy.goals.settings import Rules

LETTERS = 3
LEGAL_FORMS = frozenset({"FC", "SC", "AC", "AS", "CF", "SV", "AFC", "US", "SS", "RC"})


def fixture_of(document: FixtureDocument, now: datetime, rules: Rules) -> MatchView:
    """Return a match with its goals."""
    return MatchView(head_of(document), goals_of(document, now, rules))


def fixtures_of(documents: Iterable[FixtureDocument], now: datetime, rules: Rules) -> list[MatchView]:
    """Return matches by kick-off and id."""
    last = datetime.max.replace(tzinfo=UTC)
    ordered = sorted(documents, key=lambda document: (kickoff_of(document) or last, document["_id"]))
    return [fixture_of(document, now, rules) for document in ordered]


def newest(documents: Iterable[FixtureDocument], since: datetime, now: datetime, rules: Rules) -> list[GoalCard]:
    """Return the goals that were first seen since then, the newest first."""
    cards = [
        GoalCard(head, goal)
        for document in documents
        for head in [head_of(document)]
        for goal in goals_of(document, now, rules)
        if goal.first_seen >= since
    ]
    return sorted(cards, key=lambda card: (card.goal.first_seen, card.goal.id), reverse=True)[: rules.newest_goals]


def head_of(document: FixtureDocument) -> MatchHead:
    """Return a match without its goals."""
    status, teams = document["fixture"]["status"], document["teams"]
    stamped = document.get("_stamped_at")
    return MatchHead(
        id=document["_id"],
        kickoff=kickoff_of(document),
        status=status.get("short") or "",
        phase=phase_of(document),
        elapsed=status.get("elapsed"),
        extra=status.get("extra"),
        league=league_of(document),
        home=_team(teams["home"]),
        away=_team(teams["away"]),
        score=_score(document.get("goals")),
        shootout=_score((document.get("score") or {}).get("penalty")),
        coverage=coverage_of([document]),
        stamp=int(stamped.timestamp() * 1000) if stamped else 0,
    )


def phase_of(document: FixtureDocument) -> Literal["waiting", "live", "over"]:
    """Return the phase of a match by its status; an archived match is over in any case."""
    status = document["fixture"]["status"].get("short")
    if "completed_at" in document or status in TERMINAL:
        return "over"
    return "live" if status in LIVE else "waiting"


def league_of(document: FixtureDocument) -> LeagueView:
    """Return the league of a match."""
    league = document.get("league") or {}
    return LeagueView(
        league.get("id") or 0, league.get("name") or "", league.get("country") or "", league.get("round") or ""
    )


def days_of(documents: Iterable[FixtureDocument]) -> list[DateSummary]:
    """Return the days that have matches, in order."""
    days = defaultdict[date, Counter[str]](Counter)
    for document in documents:
        if kickoff := kickoff_of(document):
            events = document.get("events", [])
            days[kickoff.date()].update(
                fixtures=1,
                goals=len(events),
                clips=sum(len(_visible(event)) for event in events),
                live=phase_of(document) == "live",
            )
    return [
        DateSummary(day, had["fixtures"], had["goals"], had["clips"], had["live"]) for day, had in sorted(days.items())
    ]


def coverage_of(documents: Iterable[FixtureDocument]) -> GoalCoverage:
    """Count the goals with a clip, and with a verified clip (W4)."""
    events = [event for document in documents for event in document.get("events", [])]
    with_clip = [event for event in events if _visible(event)]
    verified = sum(any(video["timestamp_verified"] for video in _visible(event)) for event in with_clip)
    return GoalCoverage(len(events), len(with_clip), verified)


def day_coverage(day: date, documents: Iterable[FixtureDocument]) -> DayCoverage:
    """Return the coverage of a day and of its leagues."""
    leagues = defaultdict[int, list[FixtureDocument]](list)
    for document in documents:
        leagues[league_of(document).id].append(document)
    by_league = [LeagueCoverage(league_of(played[0]), coverage_of(played)) for _, played in sorted(leagues.items())]
    return DayCoverage(day, coverage_of([one for played in leagues.values() for one in played]), by_league)


def letters_of(name: str) -> str:
    """Return three letters instead of a crest, from the first word that is no legal form."""
    words = [word for word in ascii_of(name).upper().replace("-", " ").split() if word not in LEGAL_FORMS]
    own = next((word for word in words if word.isalpha()), ascii_of(name).upper())
    return "".join(sign for sign in own if sign.isalnum())[:LETTERS] or "?"


def _visible(event: EventDocument) -> list[Any]:
    return [video for video in event.get("_s3_videos", []) if "hidden" not in video]


def _team(team: Mapping[str, Any]) -> TeamView:
    name = team.get("name") or ""
    return TeamView(team.get("id") or 0, name, letters_of(name))


def _score(goals: Mapping[str, Any] | None) -> Score | None:
    """Return the score, or None while one side of it is unknown."""
    home, away = (goals or {}).get("home"), (goals or {}).get("away")
    return None if home is None or away is None else Score(home, away)
