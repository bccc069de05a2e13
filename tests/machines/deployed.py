"""Real functions, queues and machines on the emulator, from the working tree and without the CDK."""

import io
import json
import os
import sysconfig
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from local.aws.client import REGION
from tests.machines.stage import PYTHON, ROLE, ROOT, Stage
from tests.machines.stopwatch import TIMED
from tests.support.waiting import FAILED_SECONDS

FUNCTIONS = (
    *("plan_tick", "poll_batch", "finish_tick"),
    *("open_search", "search_clips", "check_completion", "register_download"),
    *("validate_clip", "upload_batch"),
)
MACHINES = ("download", "goal", "monitor")
SERVICE = "clips"
# the worker itself is a thread of the test
CONTAINER = {"name": "clips", "image": "none", "command": ["sleep", "3600"], "essential": True}


@dataclass(slots=True)
class Deployed:
    """Deployment with timed functions; `looks` vision requests run concurrently."""

    stage: Stage
    settings: dict[str, str]
    uri: str
    stopwatch: str
    looks: int
    own: str = field(default_factory=lambda: uuid4().hex[:8])
    functions: dict[str, str] = field(default_factory=dict)
    machines: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.settings |= self._places()
        queues = {"ClipsQueue": self.settings["clips_queue"], "UploadQueue": self.settings["upload_queue"]}
        functions = {_camel(name): self._deploy(name) for name in FUNCTIONS}
        for name in MACHINES:
            machines = {f"{one.title()}Machine": arn for one, arn in self.machines.items()}
            self.machines[name] = self.stage.machine(name, {**queues, **functions, **machines})
            self.settings[f"{name}_machine"] = self.machines[name]
        for name, arn in self.functions.items():
            self.stage.aws.client("lambda").update_function_configuration(
                FunctionName=arn, Environment={"Variables": self._environment(name)}
            )
        self._feed("validate_clip", self.settings["looks_queue"], BatchSize=1, ScalingConfig=self._at_most())
        self._feed("upload_batch", self.settings["upload_queue"], BatchSize=5)

    def _secret(self, **content: str) -> str:
        made = self.stage.aws.client("secretsmanager").create_secret(
            Name=f"secret-{uuid4().hex[:8]}", SecretString=json.dumps(content)
        )
        arn: str = made["ARN"]
        return arn

    def _at_most(self) -> dict[str, int]:
        return {"MaximumConcurrency": self.looks}

    def _places(self) -> dict[str, str]:
        s3, sqs, ecs = (self.stage.aws.client(name) for name in ("s3", "sqs", "ecs"))
        for kind in ("media", "work"):
            s3.create_bucket(Bucket=f"{kind}-{self.own}", CreateBucketConfiguration={"LocationConstraint": REGION})
        ecs.create_cluster(clusterName=self.own)
        task = ecs.register_task_definition(family=self.own, containerDefinitions=[CONTAINER])["taskDefinition"]
        ecs.create_service(
            cluster=self.own, serviceName=SERVICE, taskDefinition=task["taskDefinitionArn"], desiredCount=0
        )
        fifo = {"FifoQueue": "true", "VisibilityTimeout": "60"}
        return {
            "media_bucket": f"media-{self.own}",
            "work_bucket": f"work-{self.own}",
            "clips_queue": sqs.create_queue(QueueName=f"clips-{self.own}")["QueueUrl"],
            "looks_queue": sqs.create_queue(QueueName=f"looks-{self.own}", Attributes={"VisibilityTimeout": "120"})[
                "QueueUrl"
            ],
            "upload_queue": sqs.create_queue(QueueName=f"uploads-{self.own}.fifo", Attributes=fifo)["QueueUrl"],
            "dead_letters": "",
            "takedown_queue": sqs.create_queue(QueueName=f"takedowns-{self.own}.fifo", Attributes=fifo)["QueueUrl"],
            "media_secret": self._secret(key="any"),
            "clips_cluster": self.own,
            "clips_services": SERVICE,
            "mongodb_secret": self._secret(uri=self.uri),
            "api_football_secret": self._secret(key="any"),
            "x_secret": self._secret(bearer_token="any"),
        }

    def _deploy(self, name: str) -> str:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("entry.py", TIMED)
        arn: str = self.stage.aws.client("lambda").create_function(
            FunctionName=f"{name}-{self.own}",
            Runtime=PYTHON,
            Handler="entry.handle",
            Role=ROLE,
            Timeout=round(FAILED_SECONDS),
            Code={"ZipFile": packed.getvalue()},
            Environment={"Variables": self._environment(name)},
        )["FunctionArn"]
        self.functions[name] = arn
        return arn

    def _environment(self, name: str) -> dict[str, str]:
        places = [ROOT / "lambdas" / name, ROOT / "layers/footy/python", sysconfig.get_paths()["purelib"]]
        return {
            **{f"FOOTY_{setting.upper()}": value for setting, value in self.settings.items()},
            "STAGE_PATH": os.pathsep.join(map(str, places)),
            "STOPWATCH": self.stopwatch,
            "POWERTOOLS_SERVICE_NAME": name,
            "POWERTOOLS_METRICS_NAMESPACE": "FoundFooty",
        }

    def _feed(self, name: str, queue: str, **options: Any) -> None:
        arn = self.stage.sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
        self.stage.aws.client("lambda").create_event_source_mapping(
            FunctionName=self.functions[name],
            EventSourceArn=arn,
            FunctionResponseTypes=["ReportBatchItemFailures"],
            **options,
        )


def settings_of(rules: Mapping[str, object], **places: str) -> dict[str, str]:
    """Return rules and resources as environment settings."""
    return {**{name: str(value) for name, value in rules.items()}, **places}


def _camel(name: str) -> str:
    return "".join(word.title() for word in name.split("_"))
