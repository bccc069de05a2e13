"""Placeholders for addresses in a cached assembly."""

import hashlib
import json
from pathlib import Path

import pytest

from cdk import assembly as module
from cdk.assembly import assembly
from cdk.placeholders import placeholders, with_placeholders

STACK = "footy-local-goals"
URI = "mongodb://127.0.0.1:{}/?replicaSet=rs0&directConnection=true"


def settings(folder: Path, port: int, **others: str) -> Path:
    """Write the settings of the local stack with the addresses of one start."""
    addresses = {
        "api_football_url": f"http://127.0.0.1:{port}",
        "x_api_url": f"http://127.0.0.1:{port}/2",
        "media_origins": [f"http://127.0.0.1:{port + 1}"],
        "vision_url": f"http://127.0.0.1:{port + 2}/v1",
        "clock_file": f"/home/{port}/clock.json",
    }
    secrets = {"mongodb": {"uri": URI.format(port)}, "operators": {"operator": f"{port:064x}"}}
    file = folder / f"settings-{port}.json"
    file.write_text(json.dumps({"settings": {**addresses, **others}, "secrets": secrets}), encoding="utf-8")
    return file


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the synthesis by a template that contains its settings, and count the runs."""
    runs: list[str] = []

    def run(_target: str, values: str, folder: Path) -> None:
        runs.append(values)
        template = json.dumps({"plain": json.loads(values), "within": values})
        digest = hashlib.sha256(template.encode()).hexdigest()
        (folder / "asset.layer").mkdir(parents=True)
        (folder / "asset.layer" / "large").write_text("layer", encoding="utf-8")
        (folder / f"{STACK}.template.json").write_text(template, encoding="utf-8")
        (folder / f"{STACK}.assets.json").write_text(json.dumps({digest: f"{digest}.json"}), encoding="utf-8")
        (folder / "manifest.json").write_text(json.dumps({"template": f"s3://{digest}.json"}), encoding="utf-8")

    monkeypatch.setattr(module, "_synthesise", run)
    return runs


def test_new_addresses_need_no_synthesis(tmp_path: Path, composed: list[str]) -> None:
    folders = {assembly("local", settings(tmp_path, port), build=tmp_path) for port in (5000, 6000, 5000)}
    assert len(folders) == 2
    assert len(composed) == 1
    assert "127.0.0.1" not in composed[0]


def test_other_settings_are_synthesised(tmp_path: Path, composed: list[str]) -> None:
    for page in ("open", "closed"):
        assembly("local", settings(tmp_path, 5000, page=page), build=tmp_path)
    assert len(composed) == 2


@pytest.mark.usefixtures("composed")
def test_each_assembly_has_its_addresses(tmp_path: Path) -> None:
    for port in (5000, 6000):
        file = settings(tmp_path, port)
        folder = assembly("local", file, build=tmp_path)
        template = (folder / f"{STACK}.template.json").read_text(encoding="utf-8")
        values = json.loads(file.read_text(encoding="utf-8"))
        assert json.loads(template) == {"plain": values, "within": json.dumps(values)}
        assert (folder / "asset.layer" / "large").read_text(encoding="utf-8") == "layer"


@pytest.mark.usefixtures("composed")
def test_assets_are_named_by_their_digest(tmp_path: Path) -> None:
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
def test_files_are_copied_where_links_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(source: str, target: str) -> None:
        raise OSError(1, "Operation not permitted", source, None, target)

    monkeypatch.setattr("os.link", link)
    folder = assembly("local", settings(tmp_path, 5000), build=tmp_path)
    assert (folder / "asset.layer" / "large").read_text(encoding="utf-8") == "layer"


def test_placeholders_are_unique() -> None:
    by_address = placeholders(json.dumps([f"http://127.0.0.1:{port}" for port in [*range(12), 3]] + ["/3/clock"]))
    assert len(by_address) == 13
    assert not [one for one in by_address.values() for other in by_address.values() if one != other and one in other]


@pytest.mark.parametrize("text", ["open", "a key", 'http://say/"no"', "https://ümlaut", "http://a b"])
def test_other_texts_stay_unchanged(text: str) -> None:
    written = json.dumps({"page": text})
    assert with_placeholders(written, placeholders(written)) == written


@pytest.mark.ci
def test_the_result_equals_a_direct_synthesis(tmp_path: Path) -> None:
    for port in (5000, 6000):
        values = assembly("local", settings(tmp_path, port), build=tmp_path)
    straight = tmp_path / "straight"
    module._synthesise("local", settings(tmp_path, 6000).read_text(), straight)
    templates = sorted(straight.glob("*.template.json"))
    assert len(templates) > 3
    for page in [*templates, straight / "manifest.json"]:
        assert (values / page.name).read_bytes() == page.read_bytes(), page.name
