"""Memory of an idle local stack."""

import json
import tempfile
from pathlib import Path

from bench.result import Result
from tests.integration.command import local, running
from tests.support.waiting import eventually

MAX_MEGABYTES = 1_100


def measure() -> list[Result]:
    """Add up all processes after the deployment and the first log line of a function."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "stack"
        with running(home, "up", "--replay", "var", "--speed", "1"):
            eventually((home / "aws" / "deployed").exists, "a deployment")
            logs = ("logs", "--function", "ingest_fixtures", "--home", str(home))
            eventually(lambda: "ingest_fixtures" in local(*logs).stdout, "a line of a function's log")
            megabytes = json.loads(local("status", "--json", "--home", str(home)).stdout)["memory MB"]
    return [
        Result(
            work="an idle local stack",
            measured=f"{megabytes} MB",
            target=f"<= {MAX_MEGABYTES:,} MB",
            holds=megabytes <= MAX_MEGABYTES,
            facts={"megabytes": megabytes},
        )
    ]
