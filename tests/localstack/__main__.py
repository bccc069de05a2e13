"""The tests of the state machines on LocalStack: `make localstack`; arguments reach pytest."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from local.stack.home import PROJECT
from tests.localstack.server import VERSION, fitting_python, localstack
from tests.support.waiting import QUICK

MISSING = f"LocalStack needs Python {VERSION}: neither the PATH nor pyenv has one that runs"


def main() -> int:
    """Plays them there, and says what pytest says."""
    base = fitting_python()
    if base is None:
        sys.stderr.write(f"{MISSING}\n")
        return os.EX_UNAVAILABLE
    with tempfile.TemporaryDirectory() as home, localstack(Path(home), base, scale=QUICK) as url:
        asked = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/machines"]
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        environment = {**inherited, "FOOTY_ENDPOINT": url}
        return subprocess.run([*asked, *sys.argv[1:]], cwd=PROJECT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
