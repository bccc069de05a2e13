"""Image commands: the real use cases on a bucket of the test."""

import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pymongo.database import Database

from footy.api.settings import ApiSettings
from footy.core.mongo.database import connect
from footy.goals.model.documents import FixtureDocument
from footy.images.adapters.mongo.organizations import Organizations
from local.cli.commands import images
from local.cli.image_client import ImageClient, StackAddress
from local.cli.image_commands import image_table, run_image_command
from local.process.errors import LocalError
from tests.support.image_cloud import CONTENTS, Bucket
from tests.support.image_desk import VERSION, Desk
from tests.support.image_pipeline import RULES

HERO = "club/hero.png"


class Cloud(Bucket):
    """Bucket that takes forms over HTTP, with a pipeline that may be late."""

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
        """Store the file of a form."""
        self.put(HERO, next(name for name, content in CONTENTS.items() if content in form))
        if not self.late:
            self.work(HERO)

    def work(self, key: str) -> None:
        """Process the newest event: classify the image, or store the reason of its failure."""
        self.desk.accept(self.events[-1])
        if (row := self.desk.row(key))["status"] != "queued":
            return
        execution = self.desk.execution(row["execution"])
        loaded = self.desk.load(execution)
        top = [{"label": row["eTag"], "score": 1.0}] if loaded["action"] == "classify" else []
        self.desk.record(execution, look=loaded["look"], top=top, model=VERSION, reason=loaded["reason"])
        execution.status = "SUCCEEDED"


class BucketAddress(StackAddress):
    """Address of the test's bucket."""

    bucket: Cloud

    def client(self, service: Any, config: Any = None) -> Any:
        assert (service, config) == ("s3", None)
        return self.bucket


class ClientWithModel(ImageClient):
    """Client whose model exists."""

    def upload_model(self) -> None:
        """Do nothing."""


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
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cloud.url = f"http://127.0.0.1:{server.server_port}"
        yield cloud
        server.shutdown()


@pytest.fixture
def client(cloud: Cloud) -> Iterator[ImageClient]:
    address = BucketAddress(endpoint="", mongodb="", database="")
    address.bucket = cloud
    client = ClientWithModel(address, "club")
    vars(client)["container"] = cloud.desk.container
    with closing(client):
        yield client


@pytest.fixture
def hero(tmp_path: Path) -> Path:
    return write(tmp_path / "hero.png", "A")


def write(file: Path, content: str) -> Path:
    file.write_bytes(CONTENTS[content])
    return file


def run(client: ImageClient, action: str, *names: object) -> list[str]:
    return image_table(run_image_command(client, action, [str(name) for name in names]))


def test_picture_is_added_listed_and_removed(client: ImageClient, hero: Path) -> None:
    listing = [f"hero.png {'classified':<10} A (100%, tiny)"]
    assert run(client, "add", hero) == listing
    assert run(client, "list") == listing
    assert run(client, "remove", "hero.png") == []


def test_replaced_picture_shows_its_new_label(client: ImageClient, cloud: Cloud, hero: Path) -> None:
    run(client, "add", hero)
    cloud.late = True
    (line,) = run(client, "add", write(hero, "B"))
    assert "B (100%, tiny)" in line
    assert client.content("hero.png") == CONTENTS["B"]


def test_failed_picture_has_a_reason_and_is_retried(client: ImageClient, cloud: Cloud, hero: Path) -> None:
    (line,) = run(client, "add", write(hero, "no picture"))
    assert "failed     the GIF cannot be decoded" in line
    first = cloud.desk.row()["execution"]
    run(client, "retry", "hero.png")
    assert cloud.desk.row()["execution"] == f"{first}-r1"


@pytest.mark.parametrize(
    ("action", "names", "reason"),
    [
        ("add", ["notes.txt"], "notes.txt: the file is none of PNG"),
        ("add", ["ü.png"], "ü.png: a name has 1 to 128 letters"),
        ("add", ["away.png"], "cannot be read: No such file"),
        ("add", ["."], "cannot be read: Is a directory"),
        ("add", [], "`images add` needs files"),
        ("retry", [], "`images retry` needs names of images"),
        ("retry", ["nothing"], "nothing: .*no image"),
        ("remove", ["nothing"], "nothing: .*no image"),
    ],
)
def test_mistake_is_one_line_and_uploads_nothing(
    client: ImageClient, cloud: Cloud, hero: Path, *, action: str, names: list[str], reason: str
) -> None:
    (hero.parent / "notes.txt").write_text("no picture")
    write(hero.parent / "ü.png", "A")
    files = [hero.parent / name for name in names] if action == "add" else names
    others = [hero] if action == "add" and names else []
    with pytest.raises(LocalError, match=reason) as mistake:
        run(client, action, *others, *files)
    assert "\n" not in str(mistake.value)
    assert cloud.events == []


def test_token_is_revoked_at_the_end_of_the_command(client: ImageClient, database: Database[FixtureDocument]) -> None:
    run(client, "list")
    assert len(Organizations(database).tokens("club")) == 1
    client.close()
    assert Organizations(database).tokens("club") == []


def test_bad_name_of_an_organisation_is_refused() -> None:
    with pytest.raises(LocalError, match="an organisation has"):
        images(Namespace(organization="My Club", action="list", names=[]))


def test_commands_during_the_deployment_are_refused() -> None:
    """CloudFormation knows a stack before it has outputs."""

    class Deploying(BucketAddress):
        def client(self, service: Any, config: Any = None) -> Any:  # noqa: ARG002
            assert service == "cloudformation"
            return SimpleNamespace(describe_stacks=lambda **_: {"Stacks": [{"StackStatus": "CREATE_IN_PROGRESS"}]})

    with pytest.raises(LocalError, match="still being deployed: try again"):
        run(ImageClient(Deploying(endpoint="", mongodb="", database="")), "list")


def test_silent_stack_is_one_line() -> None:
    with pytest.raises(LocalError, match=r"does not answer .*make status"):
        run(ImageClient(StackAddress(endpoint="http://127.0.0.1:9", mongodb="", database="")), "list")
