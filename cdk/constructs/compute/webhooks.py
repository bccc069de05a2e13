"""Webhook delivery, only for a target with `webhooks`."""

from aws_cdk import Duration
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.schedule import LambdaSchedule, every
from cdk.stacks.state import StateStack

# longer than the time in which it starts requests, shorter than the lease of a webhook
SECONDS = 45
WEBHOOKS = {"send_webhooks": Uses(database=True, seconds=SECONDS, secrets=("webhooks",), settings=("page_url",))}


class WebhookSender(Construct):
    """Function on its own schedule, so that a failing webhook never delays the search for goals."""

    def __init__(self, scope: Construct, state: StateStack, layers: Layers) -> None:
        super().__init__(scope, "Webhooks")
        [(name, uses)] = WEBHOOKS.items()
        self.sender = PythonFunction(self, name, uses, state=state, layers=layers)
        state.alarms.counters_of(self, "webhooks")
        LambdaSchedule(
            self,
            "EveryMinute",
            self.sender,
            every(),
            enabled=state.target.schedules,
            max_age=Duration.minutes(1),
        )
