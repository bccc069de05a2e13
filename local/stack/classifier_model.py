"""The classifier that the local stack has: drawn from its weights once, for the eyes and for uploaded images."""

import hashlib
import os
import subprocess
from pathlib import Path

from local.process.environment import python_of
from local.process.errors import LocalError
from local.process.file_lock import alone_with
from local.stack.home import PROJECT

ROOM = PROJECT / "containers" / "eyes"
LITE2 = "efficientnet-lite2"
ENVIRONMENT = PROJECT / ".local" / "eyes"


def eyes_python(environment: Path = ENVIRONMENT) -> Path:
    """The interpreter that has what draws the network, and what looks with it."""
    return python_of(environment, ROOM / "requirements.txt", what="the vision service")


def lite2(python: Path, environment: Path = ENVIRONMENT, room: Path = ROOM) -> Path:
    """EfficientNet-Lite2 as an ONNX file, made anew when what draws it has changed."""
    drawn_by = b"".join((room / "eyes" / name).read_bytes() for name in ("graph.py", "weights.py"))
    model = environment / f"lite2-{hashlib.sha256(drawn_by).hexdigest()[:12]}.onnx"
    with alone_with(environment):
        if not model.exists():
            command = [str(python), "-m", "eyes.build_model", str(model)]
            places = {**os.environ, "PYTHONPATH": str(room)}
            done = subprocess.run(command, env=places, capture_output=True, text=True, check=False)
            if done.returncode:
                raise LocalError(f"the vision model cannot be made: {done.stderr.strip().splitlines()[-1]}")
    return model
