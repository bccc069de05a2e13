"""Statements on `images`: one row per image of an organisation, every write guarded by what its writer has seen."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import DuplicateKeyError

from footy.core.mongo.failures import translate_errors
from footy.images.model import ImageDocument
from footy.images.rules.arrival import Renew, Row
from footy.images.rules.transitions import OPEN, Finish, Restart

COLLECTION = "images"


@translate_errors
class Images:
    """The rows of all images."""

    def __init__(self, database: Database[Any]) -> None:
        self._rows = cast("Collection[dict[str, Any]]", database[COLLECTION])

    def find(self, key: str) -> Row | None:
        """The row of an image, or what its deletion left."""
        return cast("Row | None", self._rows.find_one({"_id": key}))

    def put(self, document: Row, seen: Row | None) -> bool:
        """Whether the document took the place of the row that was seen, or of none.

        Nobody may have named another execution meanwhile, nor written a result whose thumbnail would be forgotten.
        """
        written = cast("dict[str, Any]", document)
        if seen is not None:
            guard = {field: seen.get(field) for field in ("_id", "sequencer", "restarts", "status")}
            return self._rows.replace_one(guard, written).matched_count == 1
        try:
            self._rows.insert_one(written)
        except DuplicateKeyError:
            return False
        return True

    def cleared(self, key: str, sequencer: str) -> None:
        """Notes that the thumbnails of what the row replaced are gone."""
        self._write({"_id": key, "sequencer": sequencer}, {"discards": []})

    def renew(self, image: ImageDocument, renewal: Renew, now: datetime) -> bool:
        """Whether the row is now of a newer event about the same bytes."""
        guard = {"_id": image["_id"], "eventId": image["eventId"], "sequencer": image["sequencer"]}
        return self._write(
            {**guard, "status": {"$ne": "failed"}},
            {
                "sequencer": renewal.sequencer,
                "versionId": renewal.version_id,
                "uploadedAt": renewal.uploaded_at,
                "updatedAt": now,
            },
        )

    def run(self, key: str, event_id: str, execution: str, now: datetime) -> bool:
        """Whether the version is one that this execution is to classify; from now on it is running."""
        mine = {"_id": key, "eventId": event_id, "execution": execution, "status": {"$in": OPEN}}
        return self._write(mine, {"status": "running", "updatedAt": now})

    def finish(self, key: str, event_id: str, execution: str, finish: Finish) -> bool:
        """Whether the result is that of the current version; an old completion changes nothing."""
        return self._write({"_id": key, "eventId": event_id, "execution": execution, "status": "running"}, finish)

    def restart(self, image: ImageDocument, restart: Restart) -> bool:
        """Whether it is us who start the version again: its row is as it was seen."""
        seen = {"_id": image["_id"], "eventId": image["eventId"], "execution": image["execution"]}
        return self._write({**seen, "status": image["status"]}, restart)

    def silent(self, since: datetime, limit: int) -> list[ImageDocument]:
        """Open versions that nobody has written to since then, those first that wait longest."""
        found = self._rows.find({"status": {"$in": OPEN}, "updatedAt": {"$lt": since}})
        return cast("list[ImageDocument]", list(found.sort("updatedAt", 1).limit(limit)))

    def forget_removed(self, before: datetime) -> int:
        """Drops the traces of images deleted long ago."""
        return self._rows.delete_many({"removedAt": {"$lt": before}}).deleted_count

    def page(self, organization_id: str, after: tuple[datetime, str] | None, limit: int) -> list[ImageDocument]:
        """Images of one organisation, the newest upload first; a page begins after a moment and a name."""
        wanted: dict[str, Any] = {"organizationId": organization_id, "status": {"$exists": True}}
        if after is not None:
            moment, name = after
            older = {"uploadedAt": {"$lt": moment}}
            wanted["$or"] = [older, {"uploadedAt": moment, "name": {"$gt": name}}]
        found = self._rows.find(wanted).sort([("uploadedAt", -1), ("name", 1)]).limit(limit)
        return cast("list[ImageDocument]", list(found))

    def _write(self, guard: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
        return self._rows.update_one(guard, {"$set": fields}).matched_count == 1
