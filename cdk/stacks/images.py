"""The stack of the second pipeline: images of organisations, uploaded, classified once per version, and listed."""

from dataclasses import replace

from aws_cdk import CfnOutput, Duration, Environment, Stack, StackSynthesizer, TimeZone
from aws_cdk.aws_lambda_event_sources import SqsEventSource
from aws_cdk.aws_scheduler import ScheduleExpression
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.schedule import LambdaSchedule
from cdk.constructs.compute.state_machine import AslStateMachine
from cdk.constructs.permissions import allow
from cdk.stacks.data import ACCEPTING_SECONDS
from cdk.stacks.state import StateStack
from footy.images.adapters.models import CARD

LIBRARIES = ("deps", "images")
FUNCTIONS = {
    "accept_image": Uses(database=True, seconds=ACCEPTING_SECONDS),
    "load_image": Uses(database=True, seconds=60, memory=1024, layers=LIBRARIES, settings=("image_model",)),
    # a whole processor, which comes with so much memory
    "classify_image": Uses(seconds=90, memory=1769, layers=LIBRARIES, settings=("image_model",)),
    "record_image": Uses(database=True),
    "mend_images": Uses(database=True, seconds=120),
}
STATES = ("load_image", "classify_image", "record_image")
MESSAGES_AT_ONCE = 10
EVERY_FIVE_MINUTES = ScheduleExpression.cron(minute="*/5", hour="*", time_zone=TimeZone.ETC_UTC)


class ImagesStack(Stack):
    """From an upload to a label."""

    def __init__(self, scope: Construct, state: StateStack, *, env: Environment, synthesizer: StackSynthesizer) -> None:
        super().__init__(scope, f"{state.target.prefix}-images", env=env, synthesizer=synthesizer)
        self._state = state
        layers = Layers(self, state.target)
        self.functions = {
            name: PythonFunction(self, name, uses, state=state, layers=layers) for name, uses in FUNCTIONS.items()
        }
        self.classify = AslStateMachine(
            self, "classify", state=state, functions=[self.functions[name] for name in STATES]
        )
        self._let_functions_reach()
        self.functions["accept_image"].function.add_event_source(
            SqsEventSource(state.image_events.queue, batch_size=MESSAGES_AT_ONCE, report_batch_item_failures=True)
        )
        self._watch()
        self._schedule()
        CfnOutput(self, "ClassifyMachine", value=self.classify.machine.state_machine_arn)
        CfnOutput(self, "MendImagesFunction", value=self.functions["mend_images"].function.function_name)

    def serve(self, function: PythonFunction) -> None:
        """What a function needs that speaks with organisations: `upload_image`, `list_images` and the like."""
        function.reach("uploads", self._state.uploads, "put", "get_version", "delete")
        function.reach("thumbnails", self._state.thumbnails, "get", "delete")
        self._let_start(function)

    def _let_functions_reach(self) -> None:
        self.functions["accept_image"].reach("thumbnails", self._state.thumbnails, "delete")
        # "list" goes with "get": without it S3 calls an absent object forbidden
        self.functions["load_image"].reach("uploads", self._state.uploads, "get_version", "list")
        self.functions["load_image"].reach("thumbnails", self._state.thumbnails, "put")
        self.functions["load_image"].reach("squares", self._state.squares, "put")
        self.functions["load_image"].reach("models", replace(self._state.models, within=f"*/{CARD}"), "get", "list")
        self.functions["classify_image"].reach("squares", self._state.squares, "get", "list")
        self.functions["classify_image"].reach("models", self._state.models, "get", "list")
        self.functions["record_image"].reach("thumbnails", self._state.thumbnails, "delete")
        self.functions["record_image"].reach("squares", self._state.squares, "delete")
        self.functions["mend_images"].reach("thumbnails", self._state.thumbnails, "delete")
        for name in ("accept_image", "mend_images"):
            self._let_start(self.functions[name])

    def _let_start(self, function: PythonFunction) -> None:
        function.give("classify_machine", self.classify.machine.state_machine_arn)
        allow(function.role, ["states:StartExecution"], [self.classify.machine.state_machine_arn])
        why = "an execution is named by its image"
        allow(function.role, ["states:DescribeExecution"], [self.classify.executions], why=why)

    def _watch(self) -> None:
        alarms = self._state.alarms
        events = self._state.image_events
        alarms.backlog_of(self, "images", events.queue, events.dead_letters)
        alarms.told_by(self, "ImagesUnplaced", "accept_image")
        alarms.told_by(self, "ImagesGivenUp", "accept_image", "mend_images", threshold=1)
        alarms.told_by(self, "ImagesMended", "mend_images")
        alarms.told_by(self, "ImagesUnmended", "mend_images")
        alarms.told_by(self, "ModelUnusable", "record_image", threshold=1)

    def _schedule(self) -> None:
        LambdaSchedule(
            self,
            "EveryFiveMinutes",
            self.functions["mend_images"].function,
            EVERY_FIVE_MINUTES,
            enabled=self._state.target.schedules,
            within=Duration.minutes(5),
            tries=2,
        )
