"""Real functions and machines around one goal, with a real database and a fake X.

The functions run from the working tree, on a clock that runs as much faster as the emulator's waits are shorter.
"""

import io
import json
import os
import sysconfig
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from pymongo.database import Database

from footy.core.clock import MatchClock, Pace
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.storage.media import Media
from footy.goals.adapters.storage.work import Work
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.steps.upload_batch import upload_batch
from local.aws.client import REGION
from tests.machines.stage import PYTHON, ROLE, ROOT, Stage
from tests.machines.workers import Workers
from tests.machines.x_of_goals import X
from tests.support.containers import container_of
from tests.support.searches import EVENT_ID, FIXTURE, NOON, fixture, goal
from tests.support.waiting import FAILED_SECONDS, eventually

RATE = 60


UNREACHABLE = "http://127.0.0.1:9"


FUNCTIONS = ("open_search", "search_clips", "check_completion", "register_download")


ENTRY = """import os, sys
sys.path[:0] = os.environ["STAGE_PATH"].split(os.pathsep)
from handler import handle
"""


@dataclass(slots=True)
class Company:
    """Goal, its machines and functions."""

    stage: Stage
    database: Database[FixtureDocument]
    uri: str
    folder: Path
    places: dict[str, str]
    workers: Workers
    clock: MatchClock = field(init=False)
    x: X = field(init=False)
    functions: dict[str, str] = field(init=False, default_factory=dict)
    downloads: str = field(init=False, default="")
    goals: str = field(init=False, default="")

    def __post_init__(self) -> None:
        self.clock = MatchClock(self.folder / "clock.json")
        self.clock.write(Pace(time.time(), NOON, RATE))
        self.x = X(self.clock)

    def gather(self, x_url: str) -> None:
        """Deploy the functions and both machines."""
        self.database["fixtures_active"].insert_one(fixture(goal()))
        settings = self._settings(x_url)
        self.functions = {name: self._deploy(name, settings) for name in FUNCTIONS}
        arns = {"".join(word.title() for word in name.split("_")): arn for name, arn in self.functions.items()}
        queues = {"ClipsQueue": self.workers.queue, "UploadQueue": self.places["UploadQueue"]}
        self.downloads = self.stage.machine("download", {**queues, **arns})
        self.goals = self.stage.machine("goal", {**arns, "DownloadMachine": self.downloads})
        self.rule("download_machine", self.downloads)

    def event(self) -> EventDocument:
        found = GoalEvents(self.database).find(EVENT_ID)
        assert found is not None
        return found

    def drop(self) -> None:
        self.database["fixtures_active"].update_one({"_id": FIXTURE}, {"$set": {"events": []}})

    def abort(self, name: str) -> None:
        """Stop an execution, as in the console."""
        arn = self.goals.replace(":stateMachine:", ":execution:") + f":{name}"
        self.stage.states.stop_execution(executionArn=arn)

    def start(self, name: str) -> str:
        arn: str = self.stage.states.start_execution(
            stateMachineArn=self.goals, name=name, input=json.dumps({"event_id": EVENT_ID})
        )["executionArn"]
        return arn

    def until(self, holds: Any) -> None:
        eventually(holds, "what a goal's search is waited for")

    def status(self, execution: str) -> str:
        return str(self.stage.states.describe_execution(executionArn=execution)["status"])

    def run(self, name: str = f"goal-{EVENT_ID}") -> str:
        """Run an execution and its downloads to their end."""
        execution = self.start(name)
        self.until(lambda: self.status(execution) != "RUNNING")
        self.until(lambda: not self._downloading())
        return execution

    def upload(self) -> None:
        """Upload the batches until every registered download is finished."""
        self.until(self._uploaded)

    def _uploaded(self) -> bool:
        s3, bucket = self.stage.aws.client("s3"), self.places["WorkBucket"]
        container = container_of(self.database, work=Work(s3, bucket), media=Media(s3, bucket), clock=self.clock)
        for signal, attributes in self.stage.messages(self.places["UploadQueue"]):
            group, deduplication_id = attributes["MessageGroupId"], attributes["MessageDeduplicationId"]
            body = json.dumps(signal)
            upload_batch({"body": body, "group": group, "deduplication_id": deduplication_id, "receives": 1}, container)
        event = self.event()
        return set(event["_finished_downloads"]) >= set(event["_download_workflows"])

    def rule(self, name: str, value: object) -> None:
        """Override a rule in every function."""
        functions = self.stage.aws.client("lambda")
        for function in self.functions.values():
            known = functions.get_function_configuration(FunctionName=function)["Environment"]["Variables"]
            changed = {"Variables": {**known, f"FOOTY_{name.upper()}": str(value)}}
            functions.update_function_configuration(FunctionName=function, Environment=changed)

    @contextmanager
    def without_downloads(self) -> Iterator[None]:
        """Remove the download machine within the block, so that starts fail."""
        states = self.stage.states
        known = states.describe_state_machine(stateMachineArn=self.downloads)
        states.delete_state_machine(stateMachineArn=self.downloads)
        yield
        made = states.create_state_machine(name=known["name"], definition=known["definition"], roleArn=known["roleArn"])
        assert made["stateMachineArn"] == self.downloads

    def transitions(self) -> dict[str, int]:
        """Return the transitions of every execution of both machines."""
        executions = [
            one
            for machine in (self.goals, self.downloads)
            for one in self.stage.states.list_executions(stateMachineArn=machine)["executions"]
        ]
        return {one["name"]: self.stage.transitions(one["executionArn"]) for one in executions}

    def _downloading(self) -> bool:
        running = self.stage.states.list_executions(stateMachineArn=self.downloads, statusFilter="RUNNING")
        return bool(running["executions"])

    def _settings(self, x_url: str) -> dict[str, str]:
        secrets = self.stage.aws.client("secretsmanager")
        own = uuid4().hex[:8]
        mongodb = secrets.create_secret(Name=f"mongodb-{own}", SecretString=json.dumps({"uri": self.uri}))
        token = secrets.create_secret(Name=f"x-{own}", SecretString=json.dumps({"bearer_token": "any"}))
        return {
            "FOOTY_MONGODB_SECRET": mongodb["ARN"],
            "FOOTY_MONGODB_DATABASE": self.database.name,
            "FOOTY_X_SECRET": token["ARN"],
            "FOOTY_X_API_URL": f"{x_url}/2",
            "FOOTY_WORK_BUCKET": self.places["WorkBucket"],
            "FOOTY_WIKIDATA_SEARCH_URL": UNREACHABLE,
            "FOOTY_WIKIDATA_SPARQL_URL": UNREACHABLE,
            "FOOTY_CLOCK_FILE": str(self.folder / "clock.json"),
            "FOOTY_DEADLINE_MINUTES": "240",
            "FOOTY_SETTLE_MINUTES": "1",
            # match seconds are short here, and a loaded machine is slow
            "FOOTY_REGISTRATION_SECONDS": "3600",
        }

    def _deploy(self, name: str, settings: dict[str, str]) -> str:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("entry.py", ENTRY)
        places = [ROOT / "lambdas" / name, ROOT / "layers/footy/python", sysconfig.get_paths()["purelib"]]
        arn: str = self.stage.aws.client("lambda").create_function(
            FunctionName=f"{name}-{uuid4().hex[:8]}",
            Runtime=PYTHON,
            Handler="entry.handle",
            Role=ROLE,
            Timeout=round(FAILED_SECONDS),
            Code={"ZipFile": packed.getvalue()},
            Environment={
                "Variables": {
                    **settings,
                    "STAGE_PATH": os.pathsep.join(map(str, places)),
                    "POWERTOOLS_SERVICE_NAME": name,
                    "POWERTOOLS_METRICS_NAMESPACE": "FoundFooty",
                }
            },
        )["FunctionArn"]
        return arn


VERDICT = {
    "clip": "1604500000000000100",
    "outcome": "unchecked",
    "verified": False,
    "minute": None,
    "status": "unverified",
}


def places_of(stage: Stage) -> dict[str, str]:
    """Create the queues and buckets of a download."""
    bucket = f"company-{uuid4().hex[:8]}"
    stage.aws.client("s3").create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
    # a unique queue: a repeated id would be deduplicated
    queue = stage.sqs.create_queue(QueueName=f"{bucket}.fifo", Attributes={"FifoQueue": "true"})["QueueUrl"]
    return {"UploadQueue": queue, "WorkBucket": bucket}
