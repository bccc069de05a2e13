"""What an organisation asks for at the terminal: the real use cases, before a bucket of the test's own."""

import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pymongo.database import Database

from footy.api.settings import ApiSettings
from footy.core.mongo.database import connect
from footy.goals.model.documents import FixtureDocument
from footy.images.adapters.mongo.organizations import Organizations
from local.cli.commands import images
from local.cli.image_commands import attend, table
from local.cli.images import Place, Studio
from local.process.errors import LocalError
from tests.stateful.image_cloud import CONTENTS, Bucket
from tests.stateful.image_darkroom import RULES
from tests.unit.images.steps.darkroom import VERSION, Desk

HERO = "club/hero.png"


class Cloud(Bucket):
    """A bucket that takes forms over HTTP; behind it a pipeline, which may be late by a look at it."""

    __slots__ = ("desk", "late", "url")
    desk: Desk
    url: str
    late: bool

    def generate_presigned_post(self, _bucket: str, key: str, **_: object) -> dict[str, Any]:
        return {"url": self.url, "fields": {"key": key}}

    def head_object(self, Bucket: str, Key: str) -> dict[str, str]:  # noqa: N803 - as boto3 calls them
        assert Bucket == "uploads"
        if not self.late:
            self.work(Key)
        self.late = False
        return {"VersionId": self.versions[Key][-1][0]}

    def delete_object(self, Bucket: str, Key: str) -> None:  # noqa: N803
        super().delete_object(Bucket, Key)
        if Bucket == "uploads":
            self.desk.accept(self.events[-1])

    def take(self, form: bytes) -> None:
        """A form with a file in it, as a browser sends it."""
        self.put(HERO, next(name for name, content in CONTENTS.items() if content in form))
        if not self.late:
            self.work(HERO)

    def work(self, key: str) -> None:
        """Takes up the newest event; whatever is queued is classified as what it is, or has a reason."""
        self.desk.accept(self.events[-1])
        if (row := self.desk.row(key))["status"] != "queued":
            return
        execution = self.desk.execution(row["execution"])
        loaded = self.desk.load(execution)
        top = [{"label": row["eTag"], "score": 1.0}] if loaded["action"] == "classify" else []
        self.desk.record(execution, look=loaded["look"], top=top, model=VERSION, reason=loaded["reason"])
        execution.status = "SUCCEEDED"


class Here(Place):
    """Where the bucket of the test is."""

    bucket: Cloud

    def client(self, service: Any, config: Any = None) -> Any:
        assert (service, config) == ("s3", None)
        return self.bucket


class Shop(Studio):
    """It has its model."""

    def bring_model(self) -> None:
        """Nothing is classified by a network here."""


@pytest.fixture
def cloud(mongo_uri: str, database: Database[FixtureDocument]) -> Iterator[Cloud]:
    cloud = Cloud()
    cloud.desk = Desk(connect(mongo_uri, database.name), bucket=cloud)
    cloud.late = False
    container = cloud.desk.container
    container.settings = ApiSettings(uploads_bucket="uploads", rules=RULES)
    container.organizations = Organizations(database)

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            cloud.take(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cloud.url = f"http://127.0.0.1:{server.server_port}"
        yield cloud
        server.shutdown()


@pytest.fixture
def studio(cloud: Cloud) -> Iterator[Studio]:
    place = Here(endpoint="", mongodb="", database="")
    place.bucket = cloud
    studio = Shop(place, "club")
    vars(studio)["container"] = cloud.desk.container
    with closing(studio):
        yield studio


@pytest.fixture
def hero(tmp_path: Path) -> Path:
    return written(tmp_path / "hero.png", "A")


def written(file: Path, what: str) -> Path:
    file.write_bytes(CONTENTS[what])
    return file


def asked(studio: Studio, what: str, *names: object) -> list[str]:
    return table(attend(studio, what, [str(name) for name in names]))


def test_a_picture_is_added_listed_and_removed(studio: Studio, hero: Path) -> None:
    shown = [f"hero.png {'classified':<10} A (100%, tiny)"]
    assert asked(studio, "add", hero) == shown
    assert asked(studio, "list") == shown
    assert asked(studio, "remove", "hero.png") == []


def test_what_is_added_again_shows_its_new_label_however_late_that_comes(
    studio: Studio, cloud: Cloud, hero: Path
) -> None:
    asked(studio, "add", hero)
    cloud.late = True
    (line,) = asked(studio, "add", written(hero, "B"))
    assert "B (100%, tiny)" in line
    assert studio.shown("hero.png") == CONTENTS["B"]


def test_what_failed_says_why_and_is_tried_again(studio: Studio, cloud: Cloud, hero: Path) -> None:
    (line,) = asked(studio, "add", written(hero, "no picture"))
    assert "failed     the GIF cannot be decoded" in line
    first = cloud.desk.row()["execution"]
    asked(studio, "retry", "hero.png")
    assert cloud.desk.row()["execution"] == f"{first}-r1"


@pytest.mark.parametrize(
    ("what", "names", "why"),
    [
        ("add", ["notes.txt"], "notes.txt: the file is none of PNG"),
        ("add", ["ü.png"], "ü.png: a name is of 1 to 128 letters"),
        ("add", ["away.png"], "cannot be read: No such file"),
        ("add", ["."], "cannot be read: Is a directory"),
        ("add", [], "`images add` needs files"),
        ("retry", [], "`images retry` needs names of images"),
        ("retry", ["nothing"], "nothing: .*no image"),
        ("remove", ["nothing"], "nothing: .*no image"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_uploaded(
    studio: Studio, cloud: Cloud, hero: Path, *, what: str, names: list[str], why: str
) -> None:
    (hero.parent / "notes.txt").write_text("no picture")
    written(hero.parent / "ü.png", "A")
    given = [hero.parent / name for name in names] if what == "add" else names
    also = [hero] if what == "add" and names else []
    with pytest.raises(LocalError, match=why) as mistake:
        asked(studio, what, *also, *given)
    assert "\n" not in str(mistake.value)
    assert cloud.events == []


def test_its_token_is_good_for_nothing_when_the_command_has_ended(
    studio: Studio, database: Database[FixtureDocument]
) -> None:
    asked(studio, "list")
    assert len(Organizations(database).tokens("club")) == 1
    studio.close()
    assert Organizations(database).tokens("club") == []


def test_an_organisation_that_cannot_be_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(LocalError, match="an organisation is of"):
        images(Namespace(organization="My Club", what="list", names=[]))
