"""The nightly copy of the database: once a day, all of it or none."""

import gzip
import json
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.core.errors import UpstreamUnavailable
from footy.goals.adapters.mongo.dump import COLLECTIONS, DumpPage
from footy.goals.adapters.storage.backups import Backups
from footy.goals.model.documents import FixtureDocument
from footy.goals.steps.back_up_database import Output, back_up_database
from tests.support.containers import container_of
from tests.support.import_graph import PACKAGE, ROOT
from tests.support.matchday import Watch
from tests.support.mongo_commands import Listener
from tests.support.uploads import Stage
from tests.unit.goals.steps.test_ingest_fixtures import MIDNIGHT

DAY = "2022-12-18"


@pytest.fixture
def backed(stage: Stage) -> Stage:
    """A database with one document, and a bucket for its copies."""
    stage.s3.create_bucket(Bucket="backup")
    stage.database["fixtures_active"].insert_one(cast("FixtureDocument", {"_id": 1, "events": []}))
    return stage


def back_up(stage: Stage, now: datetime = MIDNIGHT, **ports: Any) -> Output:
    return back_up_database(
        {}, container_of(stage.database, backups=Backups(stage.s3, "backup"), clock=Watch(now), **ports)
    )


def test_a_copy_writes_nothing_into_what_it_copies(backed: Stage, commands: Listener) -> None:
    """It has no right to (cdk: reads_only)."""
    commands.writes()
    back_up(backed)
    assert commands.writes() == []


def test_every_collection_is_copied_under_the_day(backed: Stage) -> None:
    answer = back_up(backed)
    assert answer == {"day": DAY, "documents": {**dict.fromkeys(COLLECTIONS, 0), "fixtures_active": 1}}
    files = {f"{DAY}/{name}.jsonl.gz" for name in COLLECTIONS}
    assert set(backed.objects("backup")) == {*files, f"{DAY}/counts.json"}
    packed = backed.s3.get_object(Bucket="backup", Key=f"{DAY}/fixtures_active.jsonl.gz")["Body"].read()
    assert [json.loads(line)["_id"] for line in gzip.decompress(packed).splitlines()] == [{"$numberInt": "1"}]


def test_once_a_day_is_enough(backed: Stage) -> None:
    back_up(backed)
    assert back_up(backed, MIDNIGHT + timedelta(hours=1))["documents"] == {}
    assert back_up(backed, MIDNIGHT + timedelta(days=1))["documents"]["fixtures_active"] == 1


def test_a_copy_that_broke_off_is_none_and_is_made_again(backed: Stage) -> None:
    class Unreachable:
        def page(self, collection: str, after: object = None) -> DumpPage:
            if collection == "fixtures_active" and after:
                raise UpstreamUnavailable("MongoDB")
            return DumpPage([b"{}"], None if after else 1)

    with pytest.raises(UpstreamUnavailable):
        back_up(backed, dump=Unreachable())
    backups = Backups(backed.s3, "backup")
    assert not backups.has(date(2022, 12, 18))
    assert f"{DAY}/fixtures_active.jsonl.gz" not in backed.objects("backup")
    assert back_up(backed)["documents"]["fixtures_active"] == 1
    assert backups.days() == [DAY]


def test_no_collection_is_forgotten(database: Database[FixtureDocument]) -> None:
    """Every name in the statements is either copied or not worth it: a new webhook gets later goals only."""
    assert database.name
    rooms = Path(ROOT / PACKAGE / "footy" / "goals" / "adapters" / "mongo").rglob("*.py")
    sources = "".join(file.read_text(encoding="utf-8") for file in rooms)
    named = {name for name in sources.split('"')[1::2] if f'database["{name}"]' in sources}
    assert named - set(COLLECTIONS) == {"leases", "capacity", "webhook_targets", "webhook_messages"}
