"""Begins a tick: takes its turn, and lists the fixtures to ask about."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.plan_tick import Input, Output, plan_tick
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(plan_tick)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers what the tick polls, or that it has to be skipped."""
    return world.run(plan_tick, event)
