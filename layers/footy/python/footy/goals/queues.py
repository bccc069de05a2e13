"""Queues, task callbacks and worker pools."""

from functools import cached_property
from typing import TYPE_CHECKING

from footy.core.container import client_config
from footy.goals.stores import Stores

if TYPE_CHECKING:
    from footy.core.aws.event_source import EventSource
    from footy.core.aws.sqs import DeadLetterQueue, JobQueue, UploadQueue
    from footy.core.aws.step_functions import TaskCallbacks
    from footy.goals.adapters.pools.ecs import ClipsPool

LONGEST_POLL = 25


class Queues(Stores):
    """Container of the queues and of what works on them."""

    @cached_property
    def clip_jobs(self) -> "JobQueue":
        return self._job_queue(self.settings.clips_queue)

    @cached_property
    def validation_jobs(self) -> "JobQueue":
        return self._job_queue(self.settings.looks_queue)

    @cached_property
    def task_callbacks(self) -> "TaskCallbacks":
        from footy.core.aws.step_functions import TaskCallbacks

        return TaskCallbacks(self.client("stepfunctions"))

    @cached_property
    def clips_pool(self) -> "ClipsPool":
        from footy.goals.adapters.pools.ecs import ClipsPool

        return ClipsPool(self.client("ecs"), self.settings)

    @cached_property
    def validation_source(self) -> "EventSource":
        from footy.core.aws.event_source import EventSource

        return EventSource(self.client("lambda"), self.settings.looks_feed)

    @cached_property
    def dead_letters(self) -> "DeadLetterQueue":
        from footy.core.aws.sqs import DeadLetterQueue

        return DeadLetterQueue(self.client("sqs"), self.settings.dead_letters)

    @cached_property
    def uploads(self) -> "UploadQueue":
        from footy.core.aws.sqs import UploadQueue

        return UploadQueue(self.client("sqs"), self.settings.upload_queue)

    @cached_property
    def takedowns(self) -> "UploadQueue":
        from footy.core.aws.sqs import UploadQueue

        return UploadQueue(self.client("sqs"), self.settings.takedown_queue)

    def _job_queue(self, url: str) -> "JobQueue":
        from botocore.config import Config

        from footy.core.aws.sqs import JobQueue

        # a long poll takes longer than the time-out of other calls
        polls = self.client("sqs", client_config().merge(Config(read_timeout=LONGEST_POLL)))
        return JobQueue(self.client("sqs"), url, polls)
