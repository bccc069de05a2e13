"""Missing and invalid files are named before a deployment."""

import json
from pathlib import Path

import pytest
from aws_cdk import App

from cdk.constructs.compute import function, state_machine
from cdk.settings import Target, TargetError
from cdk.system import compose
from tests.support.templates import context


def _compose(tmp_path: Path) -> None:
    app = App(context=context("local"), outdir=str(tmp_path / "out"))
    compose(app, Target.read(app.node.try_get_context))


def test_a_missing_handler_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(function, "ROOT", tmp_path)
    with pytest.raises(TargetError, match=r"lambdas/register_download/handler\.py is missing"):
        _compose(tmp_path)


def _definition(tmp_path: Path, text: str) -> None:
    (tmp_path / "statemachines").mkdir()
    (tmp_path / "statemachines" / "download.asl.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{,}", "is not valid JSON"),
        (json.dumps({"FunctionName": "${Unknown}"}), "uses unknown placeholders: Unknown"),
        (json.dumps({"FunctionName": "${RegisterDownload}"}), "does not use ClipsQueue, UploadQueue"),
    ],
)
def test_an_invalid_definition_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, complaint: str
) -> None:
    _definition(tmp_path, text)
    monkeypatch.setattr(state_machine, "ROOT", tmp_path)
    with pytest.raises(TargetError, match=rf"statemachines/download\.asl\.json {complaint}"):
        _compose(tmp_path)


def test_a_missing_definition_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_machine, "ROOT", tmp_path)
    with pytest.raises(TargetError, match=r"statemachines/download\.asl\.json is missing"):
        _compose(tmp_path)
