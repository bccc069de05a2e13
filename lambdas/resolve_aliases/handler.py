"""Resolves and caches what one team is called."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.resolve_aliases import Input, Output, resolve_aliases
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(resolve_aliases)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how many aliases it has."""
    return world.run(resolve_aliases, event)
