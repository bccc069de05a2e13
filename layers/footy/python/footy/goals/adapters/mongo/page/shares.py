"""Reads for shared links: one look at the fixture that the link names, wherever it is by now."""

from typing import Any

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.clips.sharing import NO_LONGER_KEPT, Destination, RemovedClip, destination, fixture_shared
from footy.goals.model.collections import LOOKUP_ORDER, collection_of
from footy.goals.model.documents import FixtureDocument

LINKED: dict[str, Any] = {
    "events._event_id": 1,
    "events._s3_videos": 1,
    "events._waiting_videos.share_id": 1,
    "events._waiting_videos.previous_share_ids": 1,
    "_removed_events._event_id": 1,
    "_removed_events.why": 1,
    "_removed_events.share_ids": 1,
}


@translate_errors
class Shares:
    """Where a shared link leads: it stays the same over replacement, correction, VAR, archive and retention."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = [database[collection_of(place)] for place in LOOKUP_ORDER]

    def resolve(self, share_id: str) -> Destination | None:
        """The clip, the better one, or why there is none; None for a link that was never given out."""
        fixture_id = fixture_shared(share_id)
        if fixture_id is None:
            return None
        known = False
        for place in self._places:
            fixture = place.find_one({"_id": fixture_id}, LINKED)
            if fixture is None:
                continue
            known = True
            if found := destination(fixture, share_id):
                return found
        return None if known else RemovedClip(NO_LONGER_KEPT)
