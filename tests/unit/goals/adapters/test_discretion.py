"""Classifier libraries send no telemetry and leave no files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("module", ["footy.images.adapters.classifier", "eyes.classifier"])
def test_classifiers_send_and_store_nothing(module: str, tmp_path: Path) -> None:
    loud = {name: text for name, text in os.environ.items() if name not in {"CI", "ORT_DISABLE_TELEMETRY"}}
    environment = {"TMPDIR": str(tmp_path), "HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    code = f"import {module}, onnxruntime; print(onnxruntime.__version__)"
    subprocess.run([sys.executable, "-c", code], env={**loud, **environment}, check=True, stdout=subprocess.DEVNULL)
    assert list(tmp_path.iterdir()) == []
