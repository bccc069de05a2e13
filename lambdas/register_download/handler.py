"""Registers a download with its goal and writes down what it is to fetch."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.register_download import Input, Output, register_download
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(register_download)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers whether there is something to fetch, nothing, or no goal any more."""
    return world.run(register_download, event)
