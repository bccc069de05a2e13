"""An organisation's desk: an image goes up by itself, its label comes by itself, and what failed is tried again."""

import json
from email import message_from_bytes
from pathlib import Path

import boto3
import pytest
from playwright.sync_api import expect
from pymongo.database import Database
from starlette.requests import Request
from starlette.responses import Response

from footy.api.settings import ApiRules
from footy.goals.model.documents import FixtureDocument
from footy.images.adapters.thumbnails import Thumbnails
from footy.images.adapters.uploads import UploadsBucket
from tests.browser.conftest import Visit
from tests.browser.ground import Ground
from tests.support.image_cloud import CONTENTS
from tests.support.image_desk import Desk
from tests.support.organizations import CLUB, serving
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("browser")

SIDE = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "POST"}


class Bucket:
    """Fake S3 for browsers: forms are accepted from any page, thumbnails are served to everyone who has the link."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def answer(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(headers={**SIDE, "Access-Control-Allow-Headers": "*"})
        if request.method == "GET":
            return Response(CONTENTS["A"], media_type="image/png")
        if request.method == "DELETE":
            self._desk.bucket.delete_object("uploads", request.path_params["key"].removeprefix("uploads/"))
            self._desk.accept(self._desk.bucket.events[-1])
            return Response(status_code=204)
        head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
        form = {
            str(part.get_param("name", header="content-disposition")): part.get_payload(decode=True)
            for part in message_from_bytes(head + await request.body()).walk()
            if not part.is_multipart()
        }
        what = next(name for name, content in CONTENTS.items() if content == form["file"])
        key = form["key"]
        assert isinstance(key, bytes)
        self._desk.accept(self._desk.upload(what, key.decode()))
        return Response(status_code=204, headers=SIDE)


@pytest.fixture
def desk(ground: Ground, database: Database[FixtureDocument]) -> Desk:
    """Create the image pipeline, whose steps the test runs."""
    room = Desk(database)
    ground.bucket = Bucket(room).answer
    container = serving(database)
    s3 = boto3.client(
        "s3", "us-east-1", aws_access_key_id="x", aws_secret_access_key="x", endpoint_url=ground.bucket_url
    )
    container.uploaded_images = UploadsBucket(s3, "uploads", ApiRules())
    container.thumbnails = Thumbnails(s3, "thumbnails", 60)
    container.classifications = room.container.classifications
    ground.organizations = container
    return room


@pytest.fixture
def member(desk: Desk, visit: Visit) -> Visit:  # noqa: ARG001 - the bucket has to be there
    """Open the page of a signed-in member."""
    visit.tolerates.add(401)
    visit.go("/images").page.get_by_label("Your organisation’s token").fill("not ours")
    visit.page.get_by_role("button", name="Enter").click()
    visit.see("This is not a token.")
    visit.page.get_by_label("Your organisation’s token").fill(CLUB.text)
    visit.page.get_by_role("button", name="Enter").click()
    visit.see("No image yet")
    return visit


def drawn(folder: Path, what: str, name: str) -> Path:
    (folder / name).write_bytes(CONTENTS[what])
    return folder / name


def test_an_image_goes_up_and_its_label_comes_by_itself(member: Visit, desk: Desk, tmp_path: Path) -> None:
    member.page.get_by_label("Choose files").set_input_files(drawn(tmp_path, "A", "Torjübel é.png"))
    member.see("queued")
    [execution] = desk.machine.running()
    assert json.loads(json.dumps(execution.order))["key"] == "club/Torjubel e.png"
    desk.classify(execution)
    member.see("goal 75 %")
    member.see("cat 25 %")
    picture = member.page.locator(".thumb img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 1
    assert member.violations() == []


def test_what_failed_says_why_and_is_tried_again(member: Visit, desk: Desk, tmp_path: Path) -> None:
    member.page.get_by_label("Choose files").set_input_files(drawn(tmp_path, "A", "hero.png"))
    member.see("queued")
    [first] = desk.machine.running()
    desk.load(first)
    desk.record(first, error="ImageRefused", cause=json.dumps({"errorMessage": "of a strange kind"}))
    first.status = "SUCCEEDED"
    member.see("strange kind")
    member.page.get_by_role("button", name="Retry hero.png").click()
    member.see("queued")
    desk.classify(desk.machine.running()[-1])
    member.see("goal 75 %")


def test_an_image_is_deleted_only_by_who_is_sure(member: Visit, desk: Desk, tmp_path: Path) -> None:
    member.page.get_by_label("Choose files").set_input_files(drawn(tmp_path, "A", "hero.png"))
    member.see("queued")
    delete = member.page.get_by_role("button", name="Delete hero.png")
    member.page.once("dialog", lambda request: request.dismiss())
    delete.click()
    assert desk.bucket.newest("club/hero.png") == "A"
    member.page.once("dialog", lambda request: request.accept())
    delete.click()
    member.see("No image yet")
    assert desk.bucket.newest("club/hero.png") is None


def test_what_is_no_image_is_refused_before_it_is_sent(member: Visit, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    member.page.get_by_label("Choose files").set_input_files(tmp_path / "notes.txt")
    member.see("Not a PNG, JPEG, WEBP or GIF")


def ordered(desk: Desk) -> set[str]:
    return {json.loads(json.dumps(one.order))["key"] for one in desk.machine.running()}


def test_images_are_dropped_on_the_page_or_taken_with_the_camera(member: Visit, desk: Desk, tmp_path: Path) -> None:
    dropped = member.page.evaluate_handle(
        """async ([name, bytes]) => {
            const held = new DataTransfer();
            held.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
            return held;
        }""",
        ["dropped.png", list(CONTENTS["A"])],
    )
    member.page.dispatch_event("body", "dragenter", {"dataTransfer": dropped})
    member.page.dispatch_event("body", "drop", {"dataTransfer": dropped})
    member.see("dropped.png")
    camera = member.page.locator("#camera")
    assert camera.get_attribute("capture") == "environment"
    camera.set_input_files(drawn(tmp_path, "B", "shot.png"))
    member.see("shot.png")
    member.see("queued")
    eventually(lambda: ordered(desk) == {"club/dropped.png", "club/shot.png"}, "both on their way")


def test_non_ascii_and_repeated_file_names(member: Visit, desk: Desk, tmp_path: Path) -> None:
    chosen = [drawn(tmp_path, "A", name) for name in ("_DSC1234.png", "截图.png", "图.png")]
    member.page.get_by_label("Choose files").set_input_files(chosen)
    for _ in range(2):  # an iPhone calls every photograph so
        member.page.locator("#camera").set_input_files(drawn(tmp_path, "B", "image.jpg"))
    names = eventually(lambda: sorted(ordered(desk)) if len(ordered(desk)) == len(chosen) + 2 else None, "all of them")
    assert sum(name.startswith("club/image-2") for name in names) == 2
    assert sum(name.startswith("club/image-") and name.endswith(".png") for name in names) == 2
    assert any(name.startswith("club/DSC1234") for name in names)


def test_what_changes_elsewhere_changes_here(member: Visit, desk: Desk, tmp_path: Path) -> None:
    member.page.get_by_label("Choose files").set_input_files([drawn(tmp_path, "A", f"{n}.png") for n in "12"])
    member.see("2.png")
    eventually(lambda: len(ordered(desk)) == 2, "both on their way")
    expect(member.page.locator(".image")).to_have_count(2)
    desk.bucket.delete_object("uploads", "club/1.png")
    desk.accept(desk.bucket.events[-1])
    desk.classify(desk.execution(desk.row("club/2.png")["execution"]))
    member.see("goal 75 %")
    expect(member.page.locator(".image")).to_have_count(1)


def test_an_outage_keeps_the_token_and_a_revocation_does_not(member: Visit, ground: Ground) -> None:
    member.tolerates.add(503)
    ground.refuses = True
    member.page.reload()
    expect(member.page.get_by_text("Offline since")).to_be_visible()
    ground.refuses = False
    member.see("No image yet")
    assert ground.organizations
    assert ground.organizations.organizations.revoke("club", "t1")
    expect(member.page.get_by_label("Your organisation’s token")).to_be_visible()


async def ended(_request: Request) -> Response:
    """Answer as S3 for an expired link."""
    return Response(status_code=403)


def test_an_expired_picture_link_is_renewed(member: Visit, desk: Desk, ground: Ground, tmp_path: Path) -> None:
    member.tolerates.add(403)
    member.page.get_by_label("Choose files").set_input_files(drawn(tmp_path, "A", "hero.png"))
    member.see("queued")
    bucket, ground.bucket = ground.bucket, ended
    with member.page.expect_response(lambda answer: answer.status == 403):
        desk.classify()
    ground.bucket = bucket
    member.ask("() => { const before = Date.now; Date.now = () => before() + 3_600_000 }")
    member.page.wait_for_function("() => document.querySelector('.thumb img')?.naturalWidth === 1")
