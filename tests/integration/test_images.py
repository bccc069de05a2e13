"""Image pipeline on the emulator with the real network."""

import io
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from footy.images.steps.mend_images import mend_images
from footy.images.steps.upload_image import upload_image
from local.aws.engine import Aws
from local.cli.image_client import ImageClient
from local.cli.image_demo import PICTURES, REPLACED, run_image_demo
from local.stack.deploy import outputs
from local.stack.progress import ProgressLog
from local.stack.stack import Stack
from tests.support.image_inspector import ImageInspector
from tests.support.image_stack import drawn
from tests.support.waiting import FAILED_SECONDS, eventually

Place = tuple[ImageClient, Aws]

# one deployment for all image tests
pytestmark = pytest.mark.xdist_group("images")


@pytest.fixture
def place(inspector: ImageInspector) -> Place:
    return inspector.studio, inspector.aws


@pytest.fixture
def studio(inspector: ImageInspector) -> ImageClient:
    return inspector.studio


def row(studio: ImageClient, name: str) -> dict[str, object]:
    found = studio.container.database["images"].find_one({"name": name})
    return dict(found) if found else {}


def test_an_upload_gets_a_label_and_a_thumbnail(studio: ImageClient) -> None:
    studio.add("hero.png", drawn(200, 30, 30))
    (line,) = studio.wait_for(["hero.png"])
    assert (line.status, line.model, len(line.top)) == ("classified", "efficientnet-lite2", 5)
    assert line.thumbnail is not None
    thumbnail = httpx.get(line.thumbnail, trust_env=False)
    assert (thumbnail.status_code, thumbnail.content[:3]) == (200, b"\xff\xd8\xff")
    assert httpx.get(line.original, trust_env=False).content == drawn(200, 30, 30)
    studio.remove("hero.png")
    thumbnail_at = line.thumbnail
    eventually(lambda: httpx.get(thumbnail_at, trust_env=False).status_code == 404, "it goes with its row")


def test_only_its_organisation_shows_and_deletes_an_image(place: Place) -> None:
    studio, aws = place
    api = f"{aws.url}/_aws/execute-api/{outputs(aws, 'page')['ApiId']}/$default/api/v1/images"

    def ask(method: str, name: str, token: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.request(method, f"{api}/{name}", headers=headers, timeout=FAILED_SECONDS, trust_env=False)

    studio.add("by http.png", drawn(80, 10, 10))
    studio.wait_for(["by http.png"])
    assert ask("GET", "by%20http.png", studio.token).json()["status"] == "classified"
    with closing(ImageClient(studio.address, "rival")) as rival:
        assert ask("DELETE", "by%20http.png", rival.token).status_code == 404
    assert ask("DELETE", "by%20http.png", "no token").status_code == 401
    assert ask("DELETE", "by%20http.png", studio.token).json() == {"name": "by http.png"}
    eventually(lambda: ask("GET", "by%20http.png", studio.token).status_code == 404, "it is gone")


def test_a_copy_into_the_bucket_is_classified(studio: ImageClient) -> None:
    key = "my-club/2026/Über uns.png"
    studio.s3.put_object(Bucket=studio.container.settings.uploads_bucket, Key=key, Body=drawn(90, 90, 0))
    (line,) = studio.wait_for(["2026/Über uns.png"])
    assert line.status == "classified"


def test_a_stopped_execution_is_restarted(place: Place) -> None:
    studio, aws = place
    states, machine = aws.client("stepfunctions"), studio.container.settings.classify_machine
    studio.add("stopped.png", drawn(1, 2, 3))
    taken = eventually(lambda: row(studio, "stopped.png").get("execution"), "it is taken up")
    arn = f"{machine.replace(':stateMachine:', ':execution:')}:{taken}"
    eventually(lambda: _stopped(states, arn), "its execution is stopped or over")
    if row(studio, "stopped.png")["status"] in {"queued", "running"}:
        studio.container.database["images"].update_one(
            {"name": "stopped.png"}, {"$set": {"updatedAt": studio.container.clock.now().replace(year=2020)}}
        )
        assert mend_images({}, studio.container)["mended"] == 1
    (line,) = studio.wait_for(["stopped.png"])
    assert line.status == "classified"


def test_s3_itself_refuses_what_the_form_does_not_allow(studio: ImageClient) -> None:
    form = upload_image({"token": studio.token, "name": "form.png", "content_type": "image/png"}, studio.container)

    def post(content: bytes, other: dict[str, str]) -> int:
        fields = {**form.fields, **other}
        files = {"file": ("form.png", content, fields["Content-Type"])}
        return httpx.post(form.url, data=fields, files=files, trust_env=False).status_code

    assert post(bytes(6 << 20), {}) == 400
    assert post(drawn(1), {"key": "rival/form.png"}) == 403
    assert post(drawn(1), {"Content-Type": "text/html"}) == 403
    assert post(drawn(1), {}) == 204


def test_the_end_of_the_demo_uploads_replaces_and_lists(place: Place) -> None:
    studio, aws = place
    stack = SimpleNamespace(
        aws=aws, mongo_uri=studio.address.mongodb, database_name=studio.address.database, members={}
    )
    shown = io.StringIO()
    assert run_image_demo(cast("Stack", stack), ProgressLog(shown)) == []
    assert all(name in shown.getvalue() for name in PICTURES)
    assert row(studio, REPLACED)["status"] == "classified"


def _stopped(states: Any, arn: str) -> bool:
    """Stop an execution and return whether it has ended."""
    try:
        running = states.describe_execution(executionArn=arn)["status"] == "RUNNING"
    except states.exceptions.ExecutionDoesNotExist:
        return False
    if running:
        states.stop_execution(executionArn=arn)
    return not running
