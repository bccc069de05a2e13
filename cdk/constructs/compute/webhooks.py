"""What tells webhooks of goals: a function of every minute, only where a target says that it has webhooks."""

from aws_cdk import Duration
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.schedule import EVERY_MINUTE, LambdaSchedule
from cdk.stacks.state import StateStack

# longer than it begins new questions for, and shorter than it holds a target
SECONDS = 45
WEBHOOKS = {"send_webhooks": Uses(database=True, seconds=SECONDS, secrets=("webhooks",), settings=("page_url",))}


class WebhookSender(Construct):
    """Beside everything that finds goals: whatever goes wrong with a webhook holds up none."""

    def __init__(self, scope: Construct, state: StateStack, layers: Layers) -> None:
        super().__init__(scope, "Webhooks")
        [(name, uses)] = WEBHOOKS.items()
        self.sender = PythonFunction(self, name, uses, state=state, layers=layers)
        state.alarms.told_by(self, "WebhooksFailed", name)
        state.alarms.told_by(self, "WebhooksEnded", name, threshold=1)
        state.alarms.told_by(self, "WebhooksRefused", name, threshold=1)
        LambdaSchedule(
            self,
            "EveryMinute",
            self.sender.function,
            EVERY_MINUTE,
            enabled=state.target.schedules,
            within=Duration.minutes(1),
        )
