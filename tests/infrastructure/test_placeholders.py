"""One composed app serves any addresses, and is the one that would have been composed for them."""

import hashlib
import json
from pathlib import Path

import pytest

from cdk import assembly as made
from cdk.assembly import assembly
from cdk.placeholders import placeholders, with_placeholders

STACK = "footy-local-goals"
URI = "mongodb://127.0.0.1:{}/?replicaSet=rs0&directConnection=true"


def settings(folder: Path, port: int, **others: str) -> Path:
    """What the local stack hands over, with the addresses of one start."""
    addresses = {
        "api_football_url": f"http://127.0.0.1:{port}",
        "x_api_url": f"http://127.0.0.1:{port}/2",
        "media_origins": [f"http://127.0.0.1:{port + 1}"],
        "vision_url": f"http://127.0.0.1:{port + 2}/v1",
        "clock_file": f"/home/{port}/clock.json",
    }
    secrets = {"mongodb": {"uri": URI.format(port)}, "page": {"operator": "a key"}}
    file = folder / f"settings-{port}.json"
    file.write_text(json.dumps({"settings": {**addresses, **others}, "secrets": secrets}), encoding="utf-8")
    return file


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often the app ran; its only template holds its settings, once more as a text within."""
    runs: list[str] = []

    def run(_target: str, told: str, folder: Path) -> None:
        runs.append(told)
        template = json.dumps({"plain": json.loads(told), "within": told})
        digest = hashlib.sha256(template.encode()).hexdigest()
        (folder / "asset.layer").mkdir(parents=True)
        (folder / "asset.layer" / "large").write_text("layer", encoding="utf-8")
        (folder / f"{STACK}.template.json").write_text(template, encoding="utf-8")
        (folder / f"{STACK}.assets.json").write_text(json.dumps({digest: f"{digest}.json"}), encoding="utf-8")
        (folder / "manifest.json").write_text(json.dumps({"template": f"s3://{digest}.json"}), encoding="utf-8")

    monkeypatch.setattr(made, "_synthesise", run)
    return runs


def test_other_addresses_do_not_compose_it_again(tmp_path: Path, composed: list[str]) -> None:
    folders = {assembly("local", settings(tmp_path, port), build=tmp_path) for port in (5000, 6000, 5000)}
    assert len(folders) == 2
    assert len(composed) == 1
    assert "127.0.0.1" not in composed[0]


def test_other_settings_do(tmp_path: Path, composed: list[str]) -> None:
    for page in ("open", "closed"):
        assembly("local", settings(tmp_path, 5000, page=page), build=tmp_path)
    assert len(composed) == 2


@pytest.mark.usefixtures("composed")
def test_each_has_its_own_addresses(tmp_path: Path) -> None:
    for port in (5000, 6000):
        given = settings(tmp_path, port)
        folder = assembly("local", given, build=tmp_path)
        template = (folder / f"{STACK}.template.json").read_text(encoding="utf-8")
        told = json.loads(given.read_text(encoding="utf-8"))
        assert json.loads(template) == {"plain": told, "within": json.dumps(told)}
        assert (folder / "asset.layer" / "large").read_text(encoding="utf-8") == "layer"


@pytest.mark.usefixtures("composed")
def test_a_template_is_named_by_what_is_in_it(tmp_path: Path) -> None:
    """The CLI uploads no template under a name that is in the bucket already."""
    names = set()
    for port in (5000, 6000):
        folder = assembly("local", settings(tmp_path, port), build=tmp_path)
        digest = hashlib.sha256((folder / f"{STACK}.template.json").read_bytes()).hexdigest()
        assert json.loads((folder / f"{STACK}.assets.json").read_text()) == {digest: f"{digest}.json"}
        assert json.loads((folder / "manifest.json").read_text()) == {"template": f"s3://{digest}.json"}
        names.add(digest)
    assert len(names) == 2


@pytest.mark.usefixtures("composed")
def test_where_files_cannot_be_shared_they_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(source: str, target: str) -> None:
        raise OSError(1, "Operation not permitted", source, None, target)

    monkeypatch.setattr("os.link", link)
    folder = assembly("local", settings(tmp_path, 5000), build=tmp_path)
    assert (folder / "asset.layer" / "large").read_text(encoding="utf-8") == "layer"


def test_one_address_has_one_stand_in_which_is_part_of_no_other() -> None:
    known = placeholders(json.dumps([f"http://127.0.0.1:{port}" for port in [*range(12), 3]] + ["/3/clock"]))
    assert len(known) == 13
    assert not [one for one in known.values() for other in known.values() if one != other and one in other]


@pytest.mark.parametrize("text", ["open", "a key", 'http://say/"no"', "https://ümlaut", "http://a b"])
def test_what_is_no_plain_address_stays_as_it_is(text: str) -> None:
    written = json.dumps({"page": text})
    assert with_placeholders(written, placeholders(written)) == written


@pytest.mark.ci
def test_it_is_what_would_have_been_composed(tmp_path: Path) -> None:
    for port in (5000, 6000):
        told = assembly("local", settings(tmp_path, port), build=tmp_path)
    straight = tmp_path / "straight"
    made._synthesise("local", settings(tmp_path, 6000).read_text(), straight)
    templates = sorted(straight.glob("*.template.json"))
    assert len(templates) > 3
    for page in [*templates, straight / "manifest.json"]:
        assert (told / page.name).read_bytes() == page.read_bytes(), page.name
