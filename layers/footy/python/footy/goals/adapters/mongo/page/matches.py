"""Reads for the page: matches by day, live, by league and team, with what people are shown of their goals."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.summary_fields import AT_ONCE
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
HEAD = ("fixture", "league", "teams", "goals", "score", "_stamped_at", "completed_at", "completed_because")
STONE = ("_event_id", "at", "why", "redirect_to")
SHOWN: Mapping[str, Any] = dict.fromkeys(
    (
        *HEAD,
        *(f"events.{field}" for field in GOAL),
        *(f"_removed_events.{field}" for field in STONE),
        *(f"_removed_events.goal.{field}" for field in GOAL),
    ),
    1,
)
# what lists of days and names are made of
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
# a goal is scored within so many hours of its kick-off, if the match was not interrupted for a day
LONGEST_MATCH = timedelta(hours=48)
# of a number, because there is a last day that has no next one
DAY_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFilter:
    """Which matches: all conditions that are given hold."""

    day: date | None = None
    league: int | None = None
    team: int | None = None
    live: bool = False


@translate_errors
class Matches:
    """Matches wherever they are; one that is just moving is met once, as those who write it see it."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = [database[collection_of(place)] for place in LOOKUP_ORDER]

    def find(self, fixture_id: int) -> FixtureDocument | None:
        """The match of that id."""
        found = (place.find_one({"_id": fixture_id}, SHOWN) for place in self._places)
        return next((document for document in found if document is not None), None)

    def select(self, wanted: MatchFilter) -> list[FixtureDocument]:
        """The matches that fit."""
        query: dict[str, Any] = {}
        if wanted.day is not None:
            begins = int(datetime.combine(wanted.day, time(), UTC).timestamp())
            query["fixture.timestamp"] = {"$gte": begins, "$lt": begins + DAY_SECONDS}
        if wanted.league is not None:
            query["league.id"] = wanted.league
        if wanted.team is not None:
            query["$or"] = [{"teams.home.id": wanted.team}, {"teams.away.id": wanted.team}]
        if wanted.live:
            query |= {"fixture.status.short": {"$in": sorted(LIVE)}, "completed_at": None}
        return self._all(query, SHOWN)

    def with_goals_since(self, moment: datetime) -> list[FixtureDocument]:
        """Those in which a goal was first seen since then."""
        played = {"fixture.timestamp": {"$gte": int((moment - LONGEST_MATCH).timestamp())}}
        seen = {"$gte": moment}
        goals = [{"events._first_seen": seen}, {"_removed_events.goal._first_seen": seen}]
        return self._all({**played, "$or": goals}, SHOWN)

    def names(self) -> list[FixtureDocument]:
        """All, with no more than lists of days and names need."""
        return self._all({}, NAMES)

    def of_players(self, names: list[str]) -> list[FixtureDocument]:
        """Those in which these players scored."""
        return self._all({"events.player.name": {"$in": names}}, SHOWN)

    def with_open_goals(self) -> list[FixtureDocument]:
        """Those with goals that are not complete."""
        return self._all({"events": {"$elemMatch": {"_download_complete": False}}}, SHOWN)

    def changed_since(self, moment: datetime) -> dict[int, datetime]:
        """Those that were written since then in a way that people may see, and when last."""
        changed: dict[int, datetime] = {}
        for document in self._all({"_stamped_at": {"$gte": moment}}, {"_stamped_at": 1}):
            changed[document["_id"]] = document["_stamped_at"]
        return changed

    def written_since(self, moment: datetime) -> list[FixtureDocument]:
        """The same ones, as they are by now."""
        return self._all({"_stamped_at": {"$gte": moment}}, SHOWN)

    def _all(self, query: Mapping[str, Any], projection: Mapping[str, Any]) -> list[FixtureDocument]:
        found: dict[int, FixtureDocument] = {}
        for place in self._places:
            for document in place.find(query, projection, batch_size=AT_ONCE):
                found.setdefault(document["_id"], document)
        return list(found.values())
