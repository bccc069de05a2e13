"""`cdk synth` in a fresh clone: no make, no `.venv`, no option."""

import json
import os
import subprocess
import sys
import sysconfig

import pytest
from aws_cdk import App

from cdk.packages import ROOT
from cdk.settings import Target
from cdk.system import compose
from tests.support.templates import context

CDK_JSON = json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))


def test_the_app_runs_in_the_active_environment() -> None:
    assert CDK_JSON["app"] == "python3 app.py"


def test_the_default_target_is_dev() -> None:
    assert Target.read(CDK_JSON["context"].get).name == "dev"


@pytest.mark.parametrize("name", ["dev", "prod"])
def test_the_targets_of_an_account_have_a_vision_backend(name: str) -> None:
    target = Target.read({**CDK_JSON["context"], "target": name}.get)
    target.require_vision()
    assert target.vision == {"dev": "cpu", "prod": "ec2"}[name]


def test_the_app_finds_its_packages_without_an_installation() -> None:
    """Import the app with the libraries of requirements.txt, but without the paths that make adds to `.venv`."""
    environment = {**os.environ, "PYTHONPATH": sysconfig.get_path("purelib")}
    done = subprocess.run([sys.executable, "-S", "-c", "import app"], cwd=ROOT, env=environment, check=False)
    assert done.returncode == 0


def test_a_bootstrap_qualifier_is_respected() -> None:
    app = App(context=context("dev", **{"@aws-cdk/core:bootstrapQualifier": "acme"}))
    compose(app, Target.read(app.node.try_get_context))
    assembly = app.synth()
    texts = [json.dumps(stack.template) for stack in assembly.stacks]
    assert [text for text in texts if "hnb659fds" in text] == []
    assert any("cdk-acme-" in text for text in texts)
