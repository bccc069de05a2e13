"""`python -m local`: commands of the local stack, also from a Python outside of the project's environment."""

import importlib.util
import os
import sys

from local.bootstrap import HERE, stop, with_home

OWN_PYTHON = HERE / ".venv" / "bin" / "python"


def use_own_python() -> None:
    """Replace an interpreter without the project's packages by that of `.venv`."""
    if importlib.util.find_spec("footy") is not None:
        return
    if not OWN_PYTHON.exists():
        stop("the project is not installed: run `make demo` or `make up` first.")
    os.execv(str(OWN_PYTHON), [str(OWN_PYTHON), "-m", "local", *sys.argv[1:]])  # noqa: S606 - no shell


if __name__ == "__main__":
    use_own_python()
    os.environ.update(with_home(dict(os.environ)))
    from local.cli.main import main

    sys.exit(main(sys.argv[1:]))
