"""Restore of a database from its nightly backup."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, cast

import boto3
import pytest
from bson import Int64
from moto import mock_aws
from pymongo.database import Database

from footy.goals.adapters.mongo.dump import COLLECTIONS, Dump
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.mongo.goals.hidden_clips import HiddenClips
from footy.goals.adapters.storage.backups import Backups
from footy.goals.adapters.storage.media import Media
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.keys import key_in
from footy.goals.steps.back_up_database import back_up_database
from operations.restore import BackupDamaged, hide_again, main, restore
from tests.support.clips import stored
from tests.support.containers import container_of
from tests.support.goals import goal, insert

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

DAY = date(2022, 12, 18)
ODD = {
    "at": datetime(2022, 12, 18, 15, 0, 0, 123000, tzinfo=UTC),
    "large": Int64(2**40),
    "small": Int64(7),
    "share": 0.1,
    "hash": b"\x00\xff",
    "name": "Á. Di María",
    "nothing": None,
    "rows": [{"a.b": 1}, []],
}


class Midnight:
    def now(self) -> datetime:
        return datetime(2022, 12, 18, 0, 5, tzinfo=UTC)


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator["S3Client"]:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws():
        client = boto3.client("s3")
        for bucket in ("backup", "media"):
            client.create_bucket(Bucket=bucket)
        yield client


@pytest.fixture
def full(database: Database[FixtureDocument], s3: "S3Client") -> Database[FixtureDocument]:
    """A database with something of everything, and a backup of it."""
    for n, name in enumerate(COLLECTIONS):
        documents: list[Any] = [{"_id": 1000 * n + m, "events": [goal()], **ODD} for m in range(120)]
        database[name].insert_many(documents)
    database["leases"].insert_one(cast("FixtureDocument", {"_id": "monitor", "tick": "monitor-2022-12-18T00:05:00Z"}))
    back_up_database({}, container_of(database, backups=Backups(s3, "backup"), clock=Midnight()))
    return database


def everything(database: Database[FixtureDocument]) -> dict[str, list[Any]]:
    return {name: sorted(database[name].find({}), key=lambda one: one["_id"]) for name in COLLECTIONS}


def wipe(database: Database[FixtureDocument]) -> None:
    for name in (*COLLECTIONS, "leases"):
        database[name].drop()


def test_deleted_documents_are_restored_unchanged(full: Database[FixtureDocument], s3: "S3Client") -> None:
    before = everything(full)
    wipe(full)
    assert restore(Backups(s3, "backup"), Dump(full), DAY) == dict.fromkeys(COLLECTIONS, 120)
    assert everything(full) == before
    assert full["leases"].find_one({}) is None


def test_integer_types_are_restored(full: Database[FixtureDocument], s3: "S3Client") -> None:
    wipe(full)
    restore(Backups(s3, "backup"), Dump(full), DAY)
    [document] = full["fixtures_staging"].find({"_id": 0})
    assert (type(cast("Any", document)["small"]), type(document["_id"])) == (Int64, int)


def test_a_second_restore_changes_nothing(full: Database[FixtureDocument], s3: "S3Client") -> None:
    before = everything(full)
    assert restore(Backups(s3, "backup"), Dump(full), DAY) == dict.fromkeys(COLLECTIONS, 0)
    assert everything(full) == before


def test_an_interrupted_restore_can_be_repeated(full: Database[FixtureDocument], s3: "S3Client") -> None:
    before = everything(full)
    for name in COLLECTIONS[1:]:
        full[name].drop()
    full[COLLECTIONS[0]].delete_many({"_id": {"$gte": 60}})
    restore(Backups(s3, "backup"), Dump(full), DAY)
    assert everything(full) == before


def test_a_moved_fixture_is_not_restored(full: Database[FixtureDocument], s3: "S3Client") -> None:
    """The backup has it in staging, the database among the active ones."""
    full["fixtures_staging"].delete_one({"_id": 7})
    full["fixtures_active"].insert_one(cast("FixtureDocument", {"_id": 7, "events": []}))
    restore(Backups(s3, "backup"), Dump(full), DAY)
    assert full["fixtures_staging"].find_one({"_id": 7}) is None


def test_one_collection_can_be_restored(full: Database[FixtureDocument], s3: "S3Client") -> None:
    wipe(full)
    assert restore(Backups(s3, "backup"), Dump(full), DAY, ["team_aliases"]) == {"team_aliases": 120}
    assert full["fixtures_active"].find_one({}) is None


def test_a_damaged_backup_is_refused_before_any_write(full: Database[FixtureDocument], s3: "S3Client") -> None:
    wipe(full)
    backups = Backups(s3, "backup")
    backups.finish(DAY, {**backups.counts(DAY), "paid_posts": 121})
    with pytest.raises(BackupDamaged, match="paid_posts of 2022-12-18 has 120 documents instead of 121"):
        restore(backups, Dump(full), DAY)
    assert everything(full) == {name: [] for name in COLLECTIONS}


def test_the_command_of_the_runbook(
    full: Database[FixtureDocument],
    mongo_uri: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    wipe(full)
    main(["--bucket", "backup"])
    assert capsys.readouterr().out == "2022-12-18\n"
    monkeypatch.setenv("MONGODB_URI", mongo_uri)
    command = ["--bucket", "backup", "--day", "2022-12-18", "--database", full.name, "--only", "fixtures_completed"]
    with pytest.raises(SystemExit, match="Add --media"):
        main(command)
    main([*command, "--media", "media"])
    assert capsys.readouterr().out == "fixtures_completed: 120 restored\nhidden clips: 0 restored\n"
    assert full["fixtures_completed"].count_documents({}) == 120


def test_a_line_is_a_document_that_people_can_read(full: Database[FixtureDocument], s3: "S3Client") -> None:
    assert full.name
    line = next(Backups(s3, "backup").lines(DAY, "team_aliases"))
    assert json.loads(line)["name"] == "Á. Di María"


class TestHiddenClips:
    """Clips that were hidden after the backup (W5)."""

    @pytest.fixture
    def hidden_later(self, database: Database[FixtureDocument], s3: "S3Client") -> Database[FixtureDocument]:
        videos = [stored("a", share_id="7-aaaaaaaaaaaa"), stored("b", share_id="7-bbbbbbbbbbbb")]
        insert(database, goal(_s3_videos=videos), place="completed")
        back_up_database({}, container_of(database, backups=Backups(s3, "backup"), clock=Midnight()))
        s3.put_object(Bucket="media", Key=key_in("hidden", videos[0]["_s3_key"]), Body=b"film")
        wipe(database)
        restore(Backups(s3, "backup"), Dump(database), DAY)
        return database

    def again(self, database: Database[FixtureDocument], s3: "S3Client") -> int:
        hidden = HiddenClips(database, GoalEvents(database))
        return hide_again(hidden, Media(s3, "media"), datetime(2022, 12, 18, tzinfo=UTC))

    def test_they_are_hidden_again(self, hidden_later: Database[FixtureDocument], s3: "S3Client") -> None:
        assert self.again(hidden_later, s3) == 1
        fixture = hidden_later["fixtures_completed"].find_one({"_id": 7})
        assert fixture
        assert ["hidden" in video for video in fixture["events"][0]["_s3_videos"]] == [True, False]
        assert self.again(hidden_later, s3) == 0

    def test_a_restored_object_is_deleted_again(self, hidden_later: Database[FixtureDocument], s3: "S3Client") -> None:
        key = stored("a")["_s3_key"]
        s3.put_object(Bucket="media", Key=key, Body=b"restored")
        self.again(hidden_later, s3)
        assert [one["Key"] for one in s3.list_objects_v2(Bucket="media")["Contents"]] == [key_in("hidden", key)]
