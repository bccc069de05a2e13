"""Stack of the downloads: state machine, clips workers, validation and upload, with their queues."""

from aws_cdk import CfnOutput, Duration
from aws_cdk.aws_lambda_event_sources import SqsEventSource
from constructs import Construct

from cdk.constructs.compute.clips_workers import ClipsWorkers
from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.state_machine import AslStateMachine
from cdk.constructs.permissions import address_of, allow
from cdk.constructs.storage.queues import JOB_RETENTION, MAX_RECEIVES, QueueWithDeadLetters, visibility_of
from cdk.constructs.vision.backend import VisionBackend
from cdk.settings import NAMING
from cdk.stacks.base import TargetStack
from cdk.stacks.state import StateStack
from footy.core.aws.event_source import MIN_CONCURRENCY

VISION = ("vision_url", "vision_model")
# without "list", S3 answers 403 instead of 404 for an absent object
FUNCTIONS = {
    "register_download": Uses(database=True, work=("put",)),
    "validate_clip": Uses(database=True, seconds=90, work=("get", "list"), settings=VISION, vision=True),
    "upload_batch": Uses(
        database=True,
        seconds=30,
        memory=1024,
        layers=("deps", "numpy"),
        secrets=(NAMING,),
        media=("list", "put", "delete"),
        work=("list", "get", "delete"),
    ),
}
UPLOAD_BATCH_SIZE = 5
# a worker reports a failed clip itself; this limit is for jobs that kill their worker
JOB_RECEIVES = 10
# the function shortens the visibility timeout itself, and retries until the deadline of the goal
VALIDATION_VISIBILITY = Duration.seconds(120)
VALIDATION_RECEIVES = 200
# of the function that takes clips down
TIMEOUT = Duration.seconds(30)


class DownloadsStack(TargetStack):
    """From the URLs of one attempt to ranked clips."""

    def __init__(self, scope: Construct, state: StateStack, vision: VisionBackend | None) -> None:
        super().__init__(scope, state.target, "downloads")
        layers = Layers(self, state.target)
        functions = {
            name: PythonFunction(self, name, uses, state=state, layers=layers) for name, uses in FUNCTIONS.items()
        }
        upload, validate = functions.pop("upload_batch"), functions.pop("validate_clip")
        if vision:
            _connect(validate, vision)
        timeout = Duration.seconds(FUNCTIONS["upload_batch"].seconds)
        self.queue = QueueWithDeadLetters(self, "Upload", visibility=visibility_of(timeout), fifo=True)
        # retention and the operators use this queue too; its consumer is in the stack of the page, with the edge cache
        self.takedowns = QueueWithDeadLetters(self, "Takedown", visibility=visibility_of(TIMEOUT), fifo=True)
        self.request_takedowns(upload)
        self._consume_uploads(upload)
        lease = Duration.seconds(state.target.numbers.clip_hidden_seconds)
        jobs = QueueWithDeadLetters(self, "Clips", visibility=lease, max_receives=JOB_RECEIVES, retention=JOB_RETENTION)
        validations = QueueWithDeadLetters(
            self,
            "Looks",
            visibility=VALIDATION_VISIBILITY,
            max_receives=VALIDATION_RECEIVES,
            retention=JOB_RETENTION,
        )
        self.workers = ClipsWorkers(self, state, jobs=jobs.queue, validations=validations.queue)
        self.download = AslStateMachine(
            self,
            "download",
            state=state,
            functions=functions.values(),
            values={"ClipsQueue": jobs.queue.queue_url, "UploadQueue": self.queue.queue.queue_url},
        )
        allow(self.download.role, ["sqs:SendMessage"], [jobs.queue.queue_arn, self.queue.queue.queue_arn])
        self._consume_validations(validate, validations)
        state.alarms.counters_of(self, "downloads")
        state.alarms.backlog_of(self, "upload", self.queue)
        for name, queue in (("clips", jobs), ("validation", validations), ("takedown", self.takedowns)):
            state.alarms.backlog_of(self, name, queue)
            # "QueueDeadLetters", because the alarm's construct is named DeadLetters
            CfnOutput(self, f"{name.capitalize()}QueueDeadLetters", value=queue.dead_letters.queue_url)
        CfnOutput(self, "DownloadMachine", value=self.download.machine.state_machine_arn)
        CfnOutput(self, "UploadQueue", value=self.queue.queue.queue_url)
        CfnOutput(self, "Cluster", value=self.workers.cluster.cluster_name)
        CfnOutput(self, "DeadLetters", value=self.queue.dead_letters.queue_url)

    def request_takedowns(self, function: PythonFunction) -> None:
        """Let a function request that objects follow their documents."""
        function.set("takedown_queue", self.takedowns.queue.queue_url)
        allow(function.role, ["sqs:SendMessage"], [self.takedowns.queue.queue_arn])

    def _consume_uploads(self, upload: PythonFunction) -> None:
        upload.function.add_event_source(
            SqsEventSource(self.queue.queue, batch_size=UPLOAD_BATCH_SIZE, report_batch_item_failures=True)
        )
        # the function moves a message to the dead-letter queue itself on the last receive
        upload.set("dead_letters", self.queue.dead_letters.queue_url)
        upload.set("upload_tries", str(MAX_RECEIVES))
        allow(upload.role, ["sqs:SendMessage"], [self.queue.dead_letters.queue_arn])

    def _consume_validations(self, validate: PythonFunction, validations: QueueWithDeadLetters) -> None:
        """Limit the concurrency of the event source mapping: clips wait in the queue and no call is refused."""
        most = self.target.validations_at_once
        self.validation_source = SqsEventSource(
            validations.queue,
            batch_size=1,
            max_concurrency=max(MIN_CONCURRENCY, most) if most else None,
            report_batch_item_failures=True,
        )
        validate.function.add_event_source(self.validation_source)
        # exported for every vision backend: an export in use cannot be removed (docs/decisions/0031)
        self.export_value(self.validation_source.event_source_mapping_id)
        validate.set("looks_queue", validations.queue.queue_url)
        validate.set("upload_queue", self.queue.queue.queue_url)
        allow(validate.role, ["sqs:SendMessage"], [self.queue.queue.queue_arn])
        allow(validate.role, ["states:SendTaskSuccess"], [self.download.machine.state_machine_arn])


def _connect(function: PythonFunction, vision: VisionBackend) -> None:
    """Give a function the address of the vision backend and the permission to call it."""
    for name, value in vision.settings.items():
        function.set(name, value)
    if vision.secret:
        function.set("vision_secret", vision.secret.secret_arn)
        allow(function.role, ["secretsmanager:GetSecretValue"], [address_of(vision.secret)])
    for grant in vision.grants:
        allow(function.role, grant.actions, grant.resources, why=grant.why)
