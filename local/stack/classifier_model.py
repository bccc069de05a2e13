"""Image classifier of the local stack, built once from its weights for the vision service and for uploaded images."""

import hashlib
import os
import subprocess
from pathlib import Path

from local import PROJECT
from local.process.environment import python_of
from local.process.errors import LocalError
from local.process.file_lock import file_lock

SOURCE = PROJECT / "containers" / "eyes"
LITE2 = "efficientnet-lite2"
ENVIRONMENT = PROJECT / ".local" / "eyes"


def eyes_python(environment: Path = ENVIRONMENT) -> Path:
    """Return the interpreter of the vision service, which also builds the network."""
    return python_of(environment, SOURCE / "requirements.txt", label="the vision service")


def build_lite2(python: Path, environment: Path = ENVIRONMENT, source: Path = SOURCE) -> Path:
    """Return EfficientNet-Lite2 as an ONNX file; build it when its sources have changed."""
    sources = b"".join((source / "eyes" / name).read_bytes() for name in ("graph.py", "weights.py"))
    model = environment / f"lite2-{hashlib.sha256(sources).hexdigest()[:12]}.onnx"
    with file_lock(environment):
        if not model.exists():
            command = [str(python), "-m", "eyes.build_model", str(model)]
            variables = {**os.environ, "PYTHONPATH": str(source)}
            done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
            if done.returncode:
                raise LocalError(f"the vision model cannot be built: {done.stderr.strip().splitlines()[-1]}")
    return model
