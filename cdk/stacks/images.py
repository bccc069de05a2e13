"""Stack of the image pipeline: uploads of organisations, classified once per version."""

from dataclasses import replace

from aws_cdk import CfnOutput, Duration
from aws_cdk.aws_lambda_event_sources import SqsEventSource
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.schedule import LambdaSchedule, every
from cdk.constructs.compute.state_machine import AslStateMachine
from cdk.constructs.permissions import allow
from cdk.stacks.base import TargetStack
from cdk.stacks.data import ACCEPT_SECONDS
from cdk.stacks.state import StateStack
from footy.images.adapters.models import CARD

LIBRARIES = ("deps", "images")
FUNCTIONS = {
    "accept_image": Uses(database=True, seconds=ACCEPT_SECONDS),
    "begin_image": Uses(database=True),
    # decodes foreign files: no database and no secret
    "load_image": Uses(seconds=60, memory=1024, layers=LIBRARIES, settings=("image_model",), capped=True),
    # this much memory comes with one whole vCPU
    "classify_image": Uses(seconds=90, memory=1769, layers=LIBRARIES, settings=("image_model",), capped=True),
    "record_image": Uses(database=True),
    "mend_images": Uses(database=True, seconds=120),
}
STATES = ("begin_image", "load_image", "classify_image", "record_image")
EVENT_BATCH_SIZE = 10
# the least that Lambda allows; each batch takes less than a second
EVENT_CONCURRENCY = 2


class ImagesStack(TargetStack):
    """From an upload to a label."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, state.target, "images")
        self._state = state
        layers = Layers(self, state.target)
        self.functions = {
            name: PythonFunction(self, name, uses, state=state, layers=layers) for name, uses in FUNCTIONS.items()
        }
        functions = [self.functions[name] for name in STATES]
        self.classify = AslStateMachine(self, "classify", state=state, functions=functions)
        self._grant_buckets()
        for name in ("accept_image", "mend_images"):
            self._allow_start(self.functions[name])
        self.functions["accept_image"].function.add_event_source(
            SqsEventSource(
                state.image_events.queue,
                batch_size=EVENT_BATCH_SIZE,
                max_concurrency=EVENT_CONCURRENCY,
                report_batch_item_failures=True,
            )
        )
        state.alarms.backlog_of(self, "images", state.image_events)
        state.alarms.counters_of(self, "images")
        LambdaSchedule(
            self,
            "EveryFiveMinutes",
            self.functions["mend_images"],
            every(minute="*/5"),
            enabled=state.target.schedules,
            max_age=Duration.minutes(5),
            tries=2,
        )
        CfnOutput(self, "ClassifyMachine", value=self.classify.machine.state_machine_arn)
        CfnOutput(self, "MendImagesFunction", value=self.functions["mend_images"].function.function_name)

    def serve(self, function: PythonFunction) -> None:
        """Give a function the permissions of the organisations' API."""
        function.use_bucket("uploads", self._state.uploads, "put", "get_version", "delete")
        function.use_bucket("thumbnails", self._state.thumbnails, "get", "delete")
        self._allow_start(function)

    def _grant_buckets(self) -> None:
        functions, state = self.functions, self._state
        functions["accept_image"].use_bucket("thumbnails", state.thumbnails, "delete")
        # without "list", S3 answers 403 instead of 404 for an absent object
        functions["load_image"].use_bucket("uploads", state.uploads, "get_version", "list")
        functions["load_image"].use_bucket("thumbnails", state.thumbnails, "put")
        functions["load_image"].use_bucket("squares", state.squares, "put")
        functions["load_image"].use_bucket("models", replace(state.models, keys=f"*/{CARD}"), "get", "list")
        functions["classify_image"].use_bucket("squares", state.squares, "get", "list")
        functions["classify_image"].use_bucket("models", state.models, "get", "list")
        functions["record_image"].use_bucket("thumbnails", state.thumbnails, "delete")
        functions["record_image"].use_bucket("squares", state.squares, "delete")
        functions["mend_images"].use_bucket("thumbnails", state.thumbnails, "delete")

    def _allow_start(self, function: PythonFunction) -> None:
        function.set("classify_machine", self.classify.machine.state_machine_arn)
        allow(function.role, ["states:StartExecution"], [self.classify.machine.state_machine_arn])
        why = "an execution is named after its image"
        allow(function.role, ["states:DescribeExecution"], [self.classify.executions], why=why)
