"""Layers: built without Docker, once per content, small and reproducible."""

import shutil
import ssl
import sys
import zipfile
from dataclasses import replace
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import pytest

from cdk import packages
from cdk.certificates import certificates
from cdk.packages import Libraries
from cdk.settings import Target, TargetError
from tests.support.templates import context

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
MEGABYTE = 1_000_000
MAGIC_OF_313 = bytes.fromhex("f30d0d0a")


def _libraries(target: str) -> Libraries:
    return Libraries.of(Target.read(context(target).get))


def _names(archive: Path) -> list[str]:
    with zipfile.ZipFile(archive) as content:
        return content.namelist()


@pytest.fixture
def pinned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Libraries:
    """Return a builder for a layer of one small library."""
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "requirements.txt").write_text("six==1.17.0\n", encoding="utf-8")
    monkeypatch.setattr(packages, "LAYERS", tmp_path)
    monkeypatch.setattr(packages, "ROOT", tmp_path)
    return Libraries(HERE, "arm64", emulator=False, build=tmp_path / "build")


def test_libraries_for_aws_are_small_enough_to_start_quickly() -> None:
    libraries = _libraries("prod")
    assert libraries.layer("deps").unzipped < 60 * MEGABYTE
    for more in ("numpy", "images"):
        assert libraries.layer("deps").unzipped + libraries.layer(more).unzipped < 250 * MEGABYTE


def test_libraries_for_aws_are_for_its_processor() -> None:
    binaries = [name for name in _names(_libraries("prod").layer("deps").archive) if name.endswith(".so")]
    assert binaries
    assert all(("aarch64" in name and "313" in name) or "abi3" in name for name in binaries)


def test_boto3_is_packed_for_the_emulator_only() -> None:
    assert "python/boto3/__init__.py" not in _names(_libraries("prod").layer("deps").archive)
    assert "python/boto3/__init__.py" in _names(_libraries("local").layer("deps").archive)


def test_layers_hold_no_tests_and_no_programs() -> None:
    for name in _names(_libraries("prod").layer("numpy").archive):
        assert "/tests/" not in name
        assert not name.startswith("python/bin/")


def test_bytecode_matches_the_python_of_the_functions(pinned: Libraries) -> None:
    with zipfile.ZipFile(replace(pinned, python="3.13").layer("small").archive) as content:
        assert content.read("python/__pycache__/six.cpython-313.pyc")[:4] == MAGIC_OF_313
    with zipfile.ZipFile(pinned.layer("small").archive) as content:
        assert content.read(f"python/__pycache__/six.{sys.implementation.cache_tag}.pyc")[:4] == MAGIC_NUMBER


def test_a_python_that_nobody_here_can_compile_for_is_refused(pinned: Libraries) -> None:
    with pytest.raises(TargetError, match=r"no bytecode for Python 3\.10: .*carries Python 3\.13, not 3\.10"):
        replace(pinned, python="3.10").layer("small")


def test_a_missing_npm_package_is_named(pinned: Libraries, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the compiler in a folder without node_modules."""
    monkeypatch.setattr(packages, "COMPILER", Path(shutil.copy(packages.COMPILER, tmp_path)))
    with pytest.raises(TargetError, match=r"^the npm package pyodide is missing\. Run npm ci\.$"):
        replace(pinned, python="3.10").layer("small")


def test_our_own_package_is_packed_with_its_bytecode() -> None:
    names = _names(_libraries("prod").package("footy").archive)
    sources, compiled = ([name for name in names if name.endswith(end)] for end in (".py", ".pyc"))
    assert "python/footy/goals/__pycache__/container.cpython-313.pyc" in compiled
    assert len(sources) == len(compiled)


def test_equal_requirements_make_equal_archives(pinned: Libraries) -> None:
    first = pinned.layer("small")
    content = first.archive.read_bytes()
    first.archive.unlink()
    again = pinned.layer("small")
    assert again.key == first.key
    assert again.archive.read_bytes() == content


def test_a_finished_layer_is_not_built_again(pinned: Libraries, monkeypatch: pytest.MonkeyPatch) -> None:
    first = pinned.layer("small")
    monkeypatch.setattr(Libraries, "_build", lambda *_: pytest.fail("built again"))
    assert pinned.layer("small") == first


def test_another_requirement_makes_another_layer(pinned: Libraries, tmp_path: Path) -> None:
    first = pinned.layer("small").key
    (tmp_path / "small" / "requirements.txt").write_text("six==1.16.0\n", encoding="utf-8")
    assert pinned.layer("small").key != first


def test_a_failed_installation_is_reported_in_one_line(pinned: Libraries, tmp_path: Path) -> None:
    (tmp_path / "small" / "requirements.txt").write_text("six==0.0.0.0.1\n", encoding="utf-8")
    with pytest.raises(TargetError, match=r"small/requirements\.txt cannot be installed: .*six") as refusal:
        pinned.layer("small")
    assert "\n" not in str(refusal.value)


def test_missing_requirements_are_named(pinned: Libraries) -> None:
    with pytest.raises(TargetError, match=r"other/requirements\.txt is missing"):
        pinned.layer("other")


def test_certificates_can_be_loaded() -> None:
    with zipfile.ZipFile(certificates().archive) as content:
        bundle = content.read("certificates/rds-global-bundle.pem").decode()
    trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusted.load_verify_locations(cadata=bundle)
    assert any("RDS" in str(one["subject"]) for one in trusted.get_ca_certs())
