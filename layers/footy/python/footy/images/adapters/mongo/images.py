"""Statements on `images`: one row per image of an organisation, each write guarded by the row that was read."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import DuplicateKeyError

from footy.core.mongo.failures import translate_errors
from footy.images.model import ImageDocument
from footy.images.rules.arrival import Row, SameBytes
from footy.images.rules.transitions import OPEN, Finish, Restart

COLLECTION = "images"


@translate_errors
class ImageRows:
    """Rows of all images."""

    def __init__(self, database: Database[Any]) -> None:
        self._rows = cast("Collection[dict[str, Any]]", database[COLLECTION])

    def find(self, key: str) -> Row | None:
        """Return the row of an image, or the trace of a deleted one."""
        return cast("Row | None", self._rows.find_one({"_id": key}))

    def put(self, document: Row, expected: Row | None) -> bool:
        """Replace the expected row, or insert; return False if another process wrote first.

        The guard includes the execution count and the status: a result written meanwhile names a thumbnail to delete.
        """
        new = cast("dict[str, Any]", document)
        if expected is not None:
            guard = {field: expected.get(field) for field in ("_id", "sequencer", "restarts", "status")}
            return self._rows.replace_one(guard, new).matched_count == 1
        try:
            self._rows.insert_one(new)
        except DuplicateKeyError:
            return False
        return True

    def cleared(self, key: str, sequencer: str) -> None:
        """Clear the list of thumbnails to delete."""
        self._write({"_id": key, "sequencer": sequencer}, {"discards": []})

    def renew(self, image: ImageDocument, upload: SameBytes, now: datetime) -> bool:
        """Take over a newer event about the same bytes; return False if the row has changed."""
        guard = {"_id": image["_id"], "eventId": image["eventId"], "sequencer": image["sequencer"]}
        return self._write(
            {**guard, "status": {"$ne": "failed"}},
            {
                "sequencer": upload.sequencer,
                "versionId": upload.version_id,
                "uploadedAt": upload.uploaded_at,
                "updatedAt": now,
            },
        )

    def run(self, key: str, event_id: str, execution: str, now: datetime) -> bool:
        """Mark the version as running; return False if it is not this execution's to classify."""
        guard = {"_id": key, "eventId": event_id, "execution": execution, "status": {"$in": OPEN}}
        return self._write(guard, {"status": "running", "updatedAt": now})

    def finish(self, key: str, event_id: str, execution: str, finish: Finish) -> bool:
        """Write the result; return False if the version is not current any more (I5)."""
        return self._write({"_id": key, "eventId": event_id, "execution": execution, "status": "running"}, finish)

    def restart(self, image: ImageDocument, restart: Restart) -> bool:
        """Restart the version; return False if another process was first."""
        guard = {"_id": image["_id"], "eventId": image["eventId"], "execution": image["execution"]}
        return self._write({**guard, "status": image["status"]}, restart)

    def silent(self, since: datetime, limit: int) -> list[ImageDocument]:
        """Return open versions without a write since then, the oldest first."""
        rows = self._rows.find({"status": {"$in": OPEN}, "updatedAt": {"$lt": since}})
        return cast("list[ImageDocument]", list(rows.sort("updatedAt", 1).limit(limit)))

    def forget_removed(self, before: datetime) -> int:
        """Delete the traces of images deleted before then."""
        return self._rows.delete_many({"removedAt": {"$lt": before}}).deleted_count

    def page(self, organization_id: str, after: tuple[datetime, str] | None, limit: int) -> list[ImageDocument]:
        """Return images of one organisation, the newest upload first, after an upload time and name."""
        selection: dict[str, Any] = {"organizationId": organization_id, "status": {"$exists": True}}
        if after is not None:
            moment, name = after
            older = {"uploadedAt": {"$lt": moment}}
            selection["$or"] = [older, {"uploadedAt": moment, "name": {"$gt": name}}]
        rows = self._rows.find(selection).sort([("uploadedAt", -1), ("name", 1)]).limit(limit)
        return cast("list[ImageDocument]", list(rows))

    def _write(self, guard: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
        return self._rows.update_one(guard, {"$set": fields}).matched_count == 1
