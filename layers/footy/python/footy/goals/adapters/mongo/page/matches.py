"""Reads of the page: matches by day, state, league, team or player, with the fields that it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import AT_ONCE
from footy.goals.fixtures.lifecycle.status import LIVE
from footy.goals.model.collections import LOOKUP_ORDER, collection_of
from footy.goals.model.documents import FixtureDocument

CLIP = (
    "_s3_key",
    "poster_key",
    "share_id",
    "rank",
    "timestamp_verified",
    "extracted_minute",
    "timestamp_status",
    "width",
    "height",
    "duration",
    "file_size",
    "popularity",
    "source_url",
    "goal_decision.compilation",
    "hidden",
)
GOAL = (
    "_event_id",
    "_first_seen",
    "time",
    "team",
    "player",
    "assist",
    "type",
    "detail",
    "comments",
    "_monitor_workflows",
    "_monitor_complete",
    "_download_complete",
    "_download_workflows",
    "_finished_downloads",
    "_score_before",
    "_score_after",
    "_previous_ids",
    "_snapshots.scorer",
    "_telemetry.opened_at",
    "_telemetry.first_clip_at",
    "_telemetry.attempts.chosen",
    "_telemetry.failed_searches.n",
    "_telemetry.downloads.outcomes",
    *(f"_s3_videos.{field}" for field in CLIP),
)
HEADER = ("fixture", "league", "teams", "goals", "score", "_stamped_at", "completed_at", "completed_because")
TOMBSTONE = ("_event_id", "at", "why", "redirect_to")
PROJECTION: Mapping[str, Any] = dict.fromkeys(
    (
        *HEADER,
        *(f"events.{field}" for field in GOAL),
        *(f"_removed_events.{field}" for field in TOMBSTONE),
        *(f"_removed_events.goal.{field}" for field in GOAL),
    ),
    1,
)
# fields for lists of days and names
NAMES: Mapping[str, Any] = dict.fromkeys(
    (
        "fixture.timestamp",
        "fixture.date",
        "fixture.status.short",
        "completed_at",
        "league",
        "teams",
        "events.player.name",
        "events._s3_videos.share_id",
        "events._s3_videos.hidden",
        "events._s3_videos.timestamp_verified",
    ),
    1,
)
# latest goal after kick-off, interrupted matches included
LONGEST_MATCH = timedelta(hours=48)
# a number, because date.max has no next day
DAY_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFilter:
    """Filter of matches; all given conditions must hold."""

    day: date | None = None
    league: int | None = None
    team: int | None = None
    live: bool = False


@translate_errors
class Matches:
    """Matches in any collection; one that is being moved is returned once."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._collections = [database[collection_of(collection)] for collection in LOOKUP_ORDER]

    def find(self, fixture_id: int) -> FixtureDocument | None:
        documents = (collection.find_one({"_id": fixture_id}, PROJECTION) for collection in self._collections)
        return next((document for document in documents if document is not None), None)

    def select(self, conditions: MatchFilter) -> list[FixtureDocument]:
        """Return the matches that meet the filter."""
        query: dict[str, Any] = {}
        if conditions.day is not None:
            begins = int(datetime.combine(conditions.day, time(), UTC).timestamp())
            query["fixture.timestamp"] = {"$gte": begins, "$lt": begins + DAY_SECONDS}
        if conditions.league is not None:
            query["league.id"] = conditions.league
        if conditions.team is not None:
            query["$or"] = [{"teams.home.id": conditions.team}, {"teams.away.id": conditions.team}]
        if conditions.live:
            query |= {"fixture.status.short": {"$in": sorted(LIVE)}, "completed_at": None}
        return self._all(query, PROJECTION)

    def with_goals_since(self, moment: datetime) -> list[FixtureDocument]:
        """Return the matches with a goal first seen since then."""
        played = {"fixture.timestamp": {"$gte": int((moment - LONGEST_MATCH).timestamp())}}
        recent = {"$gte": moment}
        goals = [{"events._first_seen": recent}, {"_removed_events.goal._first_seen": recent}]
        return self._all({**played, "$or": goals}, PROJECTION)

    def names(self) -> list[FixtureDocument]:
        """Return all matches with the fields for lists of days and names."""
        return self._all({}, NAMES)

    def of_players(self, names: list[str]) -> list[FixtureDocument]:
        """Return the matches in which these players scored."""
        return self._all({"events.player.name": {"$in": names}}, PROJECTION)

    def with_open_goals(self) -> list[FixtureDocument]:
        """Return the matches with goals that are not complete."""
        return self._all({"events": {"$elemMatch": {"_download_complete": False}}}, PROJECTION)

    def changed_since(self, moment: datetime) -> dict[int, datetime]:
        """Return the time of the last visible change of each match changed since then."""
        changed: dict[int, datetime] = {}
        for document in self._all({"_stamped_at": {"$gte": moment}}, {"_stamped_at": 1}):
            changed[document["_id"]] = document["_stamped_at"]
        return changed

    def written_since(self, moment: datetime) -> list[FixtureDocument]:
        """Return the matches changed since then."""
        return self._all({"_stamped_at": {"$gte": moment}}, PROJECTION)

    def _all(self, query: Mapping[str, Any], projection: Mapping[str, Any]) -> list[FixtureDocument]:
        matches: dict[int, FixtureDocument] = {}
        for collection in self._collections:
            for document in collection.find(query, projection, batch_size=AT_ONCE):
                matches.setdefault(document["_id"], document)
        return list(matches.values())
