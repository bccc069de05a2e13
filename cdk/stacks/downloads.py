"""The stack of one download: its machine, the task that fetches, the functions around it, the upload queue."""

from aws_cdk import CfnOutput, Duration, Environment, Stack, StackSynthesizer
from aws_cdk.aws_lambda_event_sources import SqsEventSource
from constructs import Construct

from cdk.constructs.compute.clips_workers import ClipsWorkers
from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.state_machine import AslStateMachine
from cdk.constructs.permissions import address_of, allow
from cdk.constructs.storage.fifo_queue import TRIES, FifoQueue
from cdk.constructs.storage.work_queue import WorkQueue
from cdk.constructs.vision.backend import VisionBackend
from cdk.stacks.state import StateStack
from footy.core.aws.event_source import MIN_CONCURRENCY

# "list" goes with "get": without it S3 calls an absent object forbidden
VISION = ("vision_url", "vision_model")
FUNCTIONS = {
    "register_download": Uses(database=True, work=("put",)),
    "validate_clip": Uses(database=True, seconds=90, work=("get", "list"), settings=VISION, vision=True),
    "upload_batch": Uses(
        database=True,
        seconds=30,
        memory=1024,
        layers=("deps", "numpy"),
        media=("list", "put", "delete"),
        work=("list", "get", "delete"),
    ),
}
MESSAGES_AT_ONCE = 5
# a worker that fails with a clip says so itself before that; this is for orders that kill whoever reads them
ORDER_TRIES = 10
# longer than the function lasts; it comes back sooner where the function itself says so, until its goal's deadline
LOOK_HIDDEN = 120
LOOK_TRIES = 200
POSTPONED = 50


class DownloadsStack(Stack):
    """From the urls of one attempt to ranked clips."""

    def __init__(
        self,
        scope: Construct,
        state: StateStack,
        door: VisionBackend | None,
        *,
        env: Environment,
        synthesizer: StackSynthesizer,
    ) -> None:
        super().__init__(scope, f"footy-{state.target.name}-downloads", env=env, synthesizer=synthesizer)
        self._state = state
        layers = Layers(self, state.target)
        functions = {
            name: PythonFunction(self, name, uses, state=state, layers=layers) for name, uses in FUNCTIONS.items()
        }
        upload, validate = functions.pop("upload_batch"), functions.pop("validate_clip")
        if door:
            _lead_to(door, validate)
        self.queue = FifoQueue(self, "Upload", handled_in=Duration.seconds(FUNCTIONS["upload_batch"].seconds))
        upload.function.add_event_source(
            SqsEventSource(self.queue.queue, batch_size=MESSAGES_AT_ONCE, report_batch_item_failures=True)
        )
        upload.give("dead_letters", self.queue.dead_letters.queue_url)
        upload.give("upload_tries", str(TRIES))
        allow(upload.role, ["sqs:SendMessage"], [self.queue.dead_letters.queue_arn])
        state.alarms.backlog_of(self, "upload", self.queue.queue, self.queue.dead_letters)
        state.alarms.told_by(self, "ClipsUnusable", "upload_batch")
        state.alarms.told_by(self, "DecodersOutOfResources", "upload_batch")
        state.alarms.told_by(self, "UploadsWithoutGoal", "upload_batch", threshold=1)
        hidden = Duration.seconds(state.target.numbers.clip_hidden_seconds)
        orders = WorkQueue(self, "Clips", hidden=hidden, tries=ORDER_TRIES)
        looks = WorkQueue(self, "Looks", hidden=Duration.seconds(LOOK_HIDDEN), tries=LOOK_TRIES)
        self.task = ClipsWorkers(self, state, orders=orders.queue, looks=looks.queue)
        self.download = AslStateMachine(
            self,
            "download",
            state=state,
            functions=functions.values(),
            values={"ClipsQueue": orders.queue.queue_url, "UploadQueue": self.queue.queue.queue_url},
        )
        allow(self.download.role, ["sqs:SendMessage"], [orders.queue.queue_arn, self.queue.queue.queue_arn])
        self._look(validate, looks)
        for name, queue in (("clips", orders), ("looks", looks)):
            state.alarms.backlog_of(self, name, queue.queue, queue.dead_letters)
            # its alarm has the shorter name
            CfnOutput(self, f"{name.capitalize()}QueueDeadLetters", value=queue.dead_letters.queue_url)
        for counter in ("ClipsUnfetched", "ClipsUnchecked"):
            state.alarms.told_by(self, counter, "upload_batch")
        state.alarms.told_by(self, "ValidationsPostponed", "validate_clip", threshold=POSTPONED)
        CfnOutput(self, "DownloadMachine", value=self.download.machine.state_machine_arn)
        CfnOutput(self, "UploadQueue", value=self.queue.queue.queue_url)
        CfnOutput(self, "Cluster", value=self.task.cluster.cluster_name)
        CfnOutput(self, "DeadLetters", value=self.queue.dead_letters.queue_url)

    def _look(self, validate: PythonFunction, looks: WorkQueue) -> None:
        """What waits for the model waits in its queue: nobody is refused, and nobody has to ask again."""
        most = self._state.target.validations_at_once
        at_once = max(MIN_CONCURRENCY, most) if most else None
        self.looks = SqsEventSource(looks.queue, batch_size=1, max_concurrency=at_once, report_batch_item_failures=True)
        validate.function.add_event_source(self.looks)
        # told under every choice of who looks: what another stack knows cannot be taken back (docs/decisions/0031)
        self.export_value(self.looks.event_source_mapping_id)
        validate.give("looks_queue", looks.queue.queue_url)
        validate.give("upload_queue", self.queue.queue.queue_url)
        allow(validate.role, ["sqs:SendMessage"], [self.queue.queue.queue_arn])
        allow(validate.role, ["states:SendTaskSuccess"], [self.download.machine.state_machine_arn])


def _lead_to(door: VisionBackend, function: PythonFunction) -> None:
    """Tells a function where clips are looked at, and lets it ask there."""
    for name, value in door.settings.items():
        function.give(name, value)
    if door.secret:
        function.give("vision_secret", door.secret.secret_arn)
        allow(function.role, ["secretsmanager:GetSecretValue"], [address_of(door.secret)])
    for grant in door.grants:
        allow(function.role, grant.actions, grant.resources, why=grant.why)
