"""Lambda function of `make_users`."""

from typing import Any

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.make_users import Input, Output, make_users


@handler(make_users)
def handle(event: Input, _context: Any) -> Output:
    """Run the step with a new container: a new password is the usual reason for a call."""
    return GoalsContainer().run(make_users, event)
