"""Upload of image models."""

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cdk.packages import ROOT
from footy.images.adapters.models import Models, read_card
from operations import model
from operations.account import OperationRefused, TargetAccount
from operations.model import card_with_labels, upload
from tests.support.aws_accounts import account_of, stack

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

MODELS = ROOT / "models"
NETWORK = b"an ONNX file"
CARD: dict[str, Any] = {
    "name": "tiny",
    "file": "tiny.onnx",
    "digest": hashlib.sha256(NETWORK).hexdigest(),
    "licence": "MIT",
    "source": "https://models.example/tiny.onnx",
    "resize": 256,
    "side": 224,
    "filter": "bilinear",
    "mean": [0, 0, 0],
    "deviation": [1, 1, 1],
    "output": "scores",
    "labels": "labels.txt",
}


class Publisher(BaseHTTPRequestHandler):
    """Hands the file out from elsewhere, as the hubs do, and says not how large it is."""

    content = NETWORK

    def do_GET(self) -> None:
        if self.path == "/tiny.onnx":
            self.send_response(302)
            self.send_header("Location", "/cdn/tiny.onnx")
        else:
            self.send_response(200 if self.path == "/cdn/tiny.onnx" else 404)
        self.end_headers()
        if self.path == "/cdn/tiny.onnx":
            self.wfile.write(self.content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ThreadingHTTPServer(("127.0.0.1", 0), Publisher) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def account() -> Iterator[TargetAccount]:
    with account_of("dev") as mine:
        stack(mine, "data", {"ModelsBucket": "models"})
        mine.client("s3").create_bucket(Bucket="models", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        yield mine


@pytest.fixture
def s3(account: TargetAccount) -> "S3Client":
    client: S3Client = account.client("s3")
    return client


@pytest.fixture
def folder(tmp_path: Path, source: str) -> Path:
    """Return a folder with a model file, its card, and its labels."""
    (tmp_path / "tiny.onnx").write_bytes(NETWORK)
    (tmp_path / "tiny.json").write_text(json.dumps({**CARD, "source": f"{source}/tiny.onnx"}))
    (tmp_path / "labels.txt").write_text("goal\nMünze, geworfen\n", encoding="utf-8")
    return tmp_path


def bring(account: TargetAccount, folder: Path) -> int:
    return upload(account, folder / "tiny.json", folder / "tiny.onnx")


def lying_in(s3: "S3Client") -> list[str]:
    return [one["Key"] for one in s3.list_objects_v2(Bucket="models").get("Contents", [])]


def test_the_resnet_card_matches_the_published_file() -> None:
    """Digest and name as in the zoo's own ONNX_HUB_MANIFEST.json, the rest as its README says to feed it."""
    card = read_card(card_with_labels(MODELS / "resnet-50.json"))
    assert (card.name, card.file) == ("resnet-50", "resnet50-v1-12.onnx")
    assert card.digest == "3f03fdef724b22947eed826f1eef1dc5c34151bb4c37d634f1db89dfa2dd1526"
    assert card.source.startswith("https://")
    assert card.source.endswith(f"/{card.file}")
    assert (card.resize, card.side, card.filter, card.output) == (256, 224, "bilinear", "scores")
    assert card.mean == pytest.approx([255 * share for share in (0.485, 0.456, 0.406)])
    assert card.deviation == pytest.approx([255 * share for share in (0.229, 0.224, 0.225)])
    assert len(card.labels) == 1000


@pytest.mark.parametrize("fetched", [True, False], ids=["a file", "from its source"])
def test_file_and_card_with_labels_are_uploaded(
    account: TargetAccount, s3: "S3Client", folder: Path, capsys: pytest.CaptureFixture[str], *, fetched: bool
) -> None:
    assert upload(account, folder / "tiny.json", folder / "tiny.onnx" if fetched else None) == 0
    assert capsys.readouterr().out == "tiny: tiny.onnx is in models\n"
    models = Models(s3, "models")
    card = models.card("tiny")
    assert card.labels == ("goal", "Münze, geworfen")
    assert models.file(card).read_bytes() == NETWORK


def publish_another(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Publisher, "content", b"another one")


def publish_without_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Publisher, "content", bytes(1 << 20))
    patch.setattr(model, "MAX_BYTES", 1000)


@pytest.mark.parametrize(
    ("publish", "why"),
    [(publish_another, "is not the file of tiny: its digest is"), (publish_without_end, "is larger than")],
)
def test_a_wrong_download_is_not_uploaded(
    account: TargetAccount, s3: "S3Client", folder: Path, monkeypatch: pytest.MonkeyPatch, *, publish: Any, why: str
) -> None:
    publish(monkeypatch)
    with pytest.raises(OperationRefused, match=why):
        upload(account, folder / "tiny.json", None)
    assert lying_in(s3) == []


@pytest.mark.parametrize("elsewhere", ["/away.onnx", ":1/tiny.onnx"], ids=["without it", "no server"])
def test_an_unreachable_source_is_refused(
    account: TargetAccount, s3: "S3Client", folder: Path, source: str, elsewhere: str
) -> None:
    place = f"{source}{elsewhere}" if elsewhere.startswith("/") else f"http://127.0.0.1{elsewhere}"
    (folder / "tiny.json").write_text(json.dumps({**CARD, "source": place}))
    with pytest.raises(OperationRefused):
        upload(account, folder / "tiny.json", None)
    assert lying_in(s3) == []


def spoil_file(folder: Path) -> None:
    (folder / "tiny.onnx").write_bytes(b"another one")


def spoil_card(folder: Path) -> None:
    (folder / "tiny.json").write_text("{")


def forget_labels(folder: Path) -> None:
    (folder / "tiny.json").write_text(json.dumps({name: value for name, value in CARD.items() if name != "labels"}))


def lose_labels(folder: Path) -> None:
    (folder / "labels.txt").unlink()


def lose_card(folder: Path) -> None:
    (folder / "tiny.json").unlink()


def lose_file(folder: Path) -> None:
    (folder / "tiny.onnx").unlink()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (spoil_file, "is not the file of tiny: its digest is"),
        (spoil_card, "tiny.json is not a JSON object"),
        (forget_labels, "labels Field required"),
        (lose_labels, "labels.txt"),
        (lose_card, "tiny.json"),
        (lose_file, "tiny.onnx"),
    ],
)
def test_inconsistent_files_are_refused_in_one_line(
    account: TargetAccount, s3: "S3Client", folder: Path, spoil: Any, why: str
) -> None:
    spoil(folder)
    with pytest.raises(OperationRefused, match=why) as refusal:
        bring(account, folder)
    assert "\n" not in str(refusal.value)
    assert lying_in(s3) == []


def test_a_missing_bucket_is_named(account: TargetAccount, s3: "S3Client", folder: Path) -> None:
    s3.delete_bucket(Bucket="models")
    with pytest.raises(OperationRefused, match="models"):
        bring(account, folder)


def test_a_missing_stack_is_reported_before_the_download(folder: Path) -> None:
    with (
        account_of("dev") as empty,
        pytest.raises(OperationRefused, match="no stack has the output ModelsBucket"),
    ):
        upload(empty, folder / "tiny.json", None)
