"""Lambda function of `poll_batch`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.poll_batch import poll_batch

container = GoalsContainer()
handle = function_of(poll_batch, container)
