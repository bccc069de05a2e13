"""What a local stack holds in memory when nothing goes on."""

import json
import tempfile
from pathlib import Path

from bench.line import Line
from tests.integration.command import local, running
from tests.support.waiting import eventually

SLIGHT_MEGABYTES = 1_100


def measure() -> list[Line]:
    """All its processes together, once it is deployed and the first function has spoken."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "stack"
        with running(home, "up", "--replay", "var", "--speed", "1"):
            eventually((home / "aws" / "deployed").exists, "a deployment")
            said = ("logs", "--function", "ingest_fixtures", "--home", str(home))
            eventually(lambda: "ingest_fixtures" in local(*said).stdout, "a line of a function's log")
            megabytes = json.loads(local("status", "--json", "--home", str(home)).stdout)["memory MB"]
    return [
        Line(
            work="an idle local stack",
            measured=f"{megabytes} MB",
            target=f"<= {SLIGHT_MEGABYTES:,} MB",
            holds=megabytes <= SLIGHT_MEGABYTES,
            facts={"megabytes": megabytes},
        )
    ]
