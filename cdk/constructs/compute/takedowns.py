"""Take-down of clips: the function that moves objects out of reach and clears the edge cache."""

from aws_cdk.aws_lambda_event_sources import SqsEventSource
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.network.distribution import PageDistribution
from cdk.constructs.permissions import allow
from cdk.constructs.storage.queues import QueueWithDeadLetters
from cdk.stacks.state import StateStack

BATCH_SIZE = 5
SECONDS = 30
TAKEDOWNS = {"take_down_clips": Uses(database=True, seconds=SECONDS, media=("list", "get", "put", "delete"))}


class Takedowns(Construct):
    """Consumer of the takedown queue, the only function that may clear the edge cache."""

    def __init__(self, scope: Construct, state: StateStack, layers: Layers, queue: QueueWithDeadLetters) -> None:
        super().__init__(scope, "Takedowns")
        [(name, uses)] = TAKEDOWNS.items()
        self._mover = PythonFunction(self, name, uses, state=state, layers=layers)
        self._mover.function.add_event_source(
            SqsEventSource(queue.queue, batch_size=BATCH_SIZE, report_batch_item_failures=True)
        )

    def clear(self, page: PageDistribution) -> None:
        """Let the function clear the cache of this distribution."""
        self._mover.set("distribution", page.distribution.distribution_id)
        allow(self._mover.role, ["cloudfront:CreateInvalidation"], [page.distribution.distribution_arn])
