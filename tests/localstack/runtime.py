"""What Lambda's runtime does for one event: the handler's answer, or its exception, as JSON on standard output."""

import contextlib
import importlib
import json
import os
import sys


def main() -> None:
    """Runs the handler that the environment names, from the folder that it is started in."""
    module, _, name = os.environ["_HANDLER"].partition(".")
    told = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        try:
            answer = getattr(importlib.import_module(module), name)(json.load(sys.stdin), None)
        except Exception as failure:  # noqa: BLE001 - whatever it is, the caller is told
            json.dump({"errorType": type(failure).__name__, "errorMessage": str(failure)}, told)
            sys.exit(os.EX_SOFTWARE)
    json.dump(answer, told)


if __name__ == "__main__":
    main()
