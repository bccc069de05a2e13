"""Lambda function of `send_webhooks`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.send_webhooks import send_webhooks

container = GoalsContainer()
handle = function_of(send_webhooks, container)
