"""Reads for people: fixtures with their goals and clips, wherever they are by now."""

from typing import Any, Literal

from pymongo.database import Database

from footy.store.documents import FixtureDocument

Home = Literal["staging", "active", "completed"]
LIGHT: dict[str, Any] = {
    "events._s3_videos.perceptual_hash": 0,
    "events._s3_videos.hash_views": 0,
    "events._snapshots": 0,
}


class Watching:
    """What a screen or a page shows."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._database = database

    def fixtures(self) -> dict[int, tuple[Home, FixtureDocument]]:
        """Every known fixture and where it is; one that is just moving counts as where it goes."""
        homes: tuple[Home, ...] = ("staging", "active", "completed")
        return {
            document["_id"]: (home, document)
            for home in homes
            for document in self._database[f"fixtures_{home}"].find({}, LIGHT)
        }
