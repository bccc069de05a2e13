"""Begins a tick: takes its turn, and lists the fixtures to ask about."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.plan_tick import Input, Output, plan_tick

container = GoalsContainer()


@handler(plan_tick)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers what the tick polls, or that it has to be skipped."""
    return container.run(plan_tick, event)
