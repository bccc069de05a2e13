"""Deployment into an existing emulator."""

from pathlib import Path

import pytest
from botocore.config import Config

from cdk.settings import EMULATOR_ASSETS
from local.cli.image_client import StackAddress
from local.stack.deploy import Deployment
from local.stack.home import Home
from tests.local.cloud import Cloud

pytestmark = pytest.mark.xdist_group("embedded-aws")


def test_assets_bucket_is_created_once(cloud: Cloud, tmp_path: Path) -> None:
    deployment = Deployment(Home(tmp_path), cloud.emulator, {})
    deployment._create_assets_bucket()
    deployment._create_assets_bucket()
    buckets = [bucket["Name"] for bucket in cloud.client("s3").list_buckets()["Buckets"]]
    assert buckets.count(EMULATOR_ASSETS) == 1


def test_damaged_note_leads_to_a_new_deployment(cloud: Cloud, tmp_path: Path) -> None:
    deployment = Deployment(Home(tmp_path), cloud.emulator, {})
    note = tmp_path / "aws" / "deployed"
    note.parent.mkdir()
    note.write_bytes(b"\xff")
    assert not deployment._is_current("assembly-1")


def test_cdk_uses_no_proxy_for_this_machine(cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundled assets ask that of `HTTP_PROXY`, too, unless the address is excepted."""
    monkeypatch.setenv("HTTP_PROXY", "http://proxy:3128")
    monkeypatch.setenv("no_proxy", "intranet")
    text = Deployment(Home(tmp_path), cloud.emulator, {})._environment()
    assert (text["NO_PROXY"], text["no_proxy"]) == ("*", "*")


def test_cdk_gets_only_the_emulator(cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address of one service goes before that of all, and so does one of a profile."""
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL_CLOUDFORMATION", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, "of-another-aws")
    text = Deployment(Home(tmp_path), cloud.emulator, {})._environment()
    assert "of-another-aws" not in text.values()
    assert text["AWS_ENDPOINT_URL"] == cloud.emulator.url


def test_client_ignores_proxy_and_profile(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_PROFILE", "that-of-another-machine")
    place = StackAddress(endpoint=cloud.emulator.url, mongodb="", database="")
    styled = Config(signature_version="s3v4", s3={"addressing_style": "virtual"})
    assert place.client("s3", styled).list_buckets()["ResponseMetadata"]["HTTPStatusCode"] == 200
