"""Makes the users of the database, when a deployment asks for them."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.make_users import Input, Output, make_users
from footy.telemetry import handler
from footy.world import World


@handler(make_users)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers who had to be made; secrets are read each time, for a new password is why somebody asks."""
    return World().run(make_users, event)
