"""Function code behind every function name of the machine tests: it plays the script of the test.

Deployed into the emulator as it is, so it imports nothing of the project.
"""

import fcntl
import json
import os
import time
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ["STAGE"])


def handle(event: dict[str, Any], _context: object) -> object:
    """Return the next line of this function's part; repeat the last one."""
    part = os.environ["AWS_LAMBDA_FUNCTION_NAME"]
    with (FOLDER / "calls.jsonl").open("a+") as calls:
        fcntl.flock(calls, fcntl.LOCK_EX)
        calls.seek(0)
        earlier = sum(1 for line in calls if json.loads(line)["part"] == part)
        calls.write(json.dumps({"part": part, "event": event}) + "\n")
    lines = json.loads((FOLDER / "script.json").read_text())[part]
    return _play(lines[min(earlier, len(lines) - 1)], event)


def _play(line: dict[str, Any], event: dict[str, Any]) -> object:
    if "sleeps" in line:
        time.sleep(line["sleeps"])
    if "exits" in line:
        os._exit(line["exits"])
    if "raises" in line:
        raise type(line["raises"], (Exception,), {})(line.get("message", ""))
    if "by" in line:
        return line["answers"][str(event[line["by"]])]
    return line["answers"]
