"""What makes `python -m fetcher` the task of containers/clips, run by the project's own interpreter."""

import os
import sys
from pathlib import Path

from local.stack.home import PROJECT


def container_environment() -> dict[str, str]:
    """What the tasks of an embedded AWS find in their environment."""
    sources = (PROJECT / "containers" / "clips", PROJECT / "layers" / "footy" / "python")
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join(map(str, sources)),
    }
