"""Check of the database and the bucket after a play, without the code that wrote them.

The expected result of the replay `var` is written here: one goal with two clips, of which one was posted twice, and
one goal that VAR removes after a clip of it was published.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pymongo import MongoClient

from footy.goals.model.keys import is_poster, key_in
from local.aws.server import Ministack
from local.mongo.server import MongoServer

FIXTURE = 9900001
VALID_GOAL, REMOVED_GOAL = f"{FIXTURE}_990001_9900011_Goal_1", f"{FIXTURE}_990002_9900021_Goal_1"
CLIPS, POSTS, DOWNLOADS = 2, 3, 10
COLLECTIONS = ("fixtures_staging", "fixtures_active", "fixtures_completed")


def losses(home: Path) -> list[str]:
    """Return every difference from the expected result; the stack must not run."""
    with MongoServer(home / "mongo", address="") as mongo, Ministack(home / "aws") as aws:
        client: MongoClient[dict[str, Any]] = MongoClient(mongo.uri)
        with client:
            database = client["footy_replay"]
            found = [(place, document) for place in COLLECTIONS for document in database[place].find()]
        if [(place, document["_id"]) for place, document in found] != [("fixtures_completed", FIXTURE)]:
            return [f"fixtures are in {[(place, document['_id']) for place, document in found]}"]
        fixture = found[0][1]
        return [*_goal_losses(fixture), *_object_losses(fixture, _stored(aws))]


def _goal_losses(fixture: dict[str, Any]) -> Iterator[str]:
    goals = {event["_event_id"]: event for event in fixture["events"]}
    if goals.keys() != {VALID_GOAL}:
        yield f"the goals are {sorted(goals)}"
    if [tombstone["_event_id"] for tombstone in fixture.get("_removed_events", [])] != [REMOVED_GOAL]:
        yield "the removed goal has no tombstone, or more than one"
    goal = goals.get(VALID_GOAL)
    if goal is None:
        return
    registered, finished = goal["_download_workflows"], goal["_finished_downloads"]
    if len(registered) != len({*registered}) or len(registered) < DOWNLOADS or not {*registered} <= {*finished}:
        yield f"of the downloads {sorted(registered)} finished {sorted(finished)}"
    if goal["_telemetry"].get("completed_because") != "downloads_finished":
        yield f"the goal was closed because of {goal['_telemetry'].get('completed_because')}"
    videos = sorted(goal["_s3_videos"], key=lambda video: int(video["rank"]))
    if [video["rank"] for video in videos] != [*range(1, CLIPS + 1)]:
        yield f"there are {len(videos)} clips, ranked {[video['rank'] for video in videos]}"
    if sum(video["popularity"] for video in videos) > POSTS:
        yield "a post was counted twice"


def _object_losses(fixture: dict[str, Any], stored: dict[str, int]) -> Iterator[str]:
    lists = [event.get(kind, []) for event in fixture["events"] for kind in ("_s3_videos", "_waiting_videos")]
    videos = [video for some in lists for video in some]
    named = {video["_s3_key"]: video["file_size"] for video in videos}
    tombstones = fixture.get("_removed_events", [])
    retained = {key_in("removed", key) for tombstone in tombstones for key in tombstone.get("objects", [])}
    for key, size in named.items():
        if stored.get(key) != size:
            yield f"{key} should have {size} bytes and has {stored.get(key)}"
    yield from (f"{key} of a removed goal was deleted too early" for key in retained - stored.keys())
    yield from (f"no document names {key}" for key in stored.keys() - named.keys() - retained)


def _stored(aws: Ministack) -> dict[str, int]:
    """Return the published clips with their sizes."""
    s3 = aws.client("s3")
    [bucket] = [one["Name"] for one in s3.list_buckets()["Buckets"] if "-media" in one["Name"]]
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket)
    found = (one for page in pages for one in page.get("Contents", []))
    return {one["Key"]: one["Size"] for one in found if not is_poster(one["Key"])}
