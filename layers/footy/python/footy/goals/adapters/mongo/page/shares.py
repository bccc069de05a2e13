"""Reads of share links."""

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
    """Share links; they survive replacement, correction, VAR removal, archiving and retention."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._collections = [database[collection_of(collection)] for collection in LOOKUP_ORDER]

    def resolve(self, share_id: str) -> Destination | None:
        """Return the clip, its replacement or the reason of its absence; None for a link that never existed."""
        fixture_id = fixture_shared(share_id)
        if fixture_id is None:
            return None
        fixture_found = False
        for collection in self._collections:
            fixture = collection.find_one({"_id": fixture_id}, LINKED)
            if fixture is None:
                continue
            fixture_found = True
            if target := destination(fixture, share_id):
                return target
        return None if fixture_found else RemovedClip(NO_LONGER_KEPT)
