"""Makes the users of the database, when a deployment asks for them."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.make_users import Input, Output, make_users


@handler(make_users)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers who had to be made; secrets are read each time, for a new password is why somebody asks."""
    return GoalsContainer().run(make_users, event)
