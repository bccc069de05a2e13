"""Lambda function of `check_completion`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.check_completion import check_completion

container = GoalsContainer()
handle = function_of(check_completion, container)
