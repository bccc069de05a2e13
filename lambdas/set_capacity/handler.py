"""Lambda function of `set_capacity`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.set_capacity import set_capacity

container = GoalsContainer()
handle = function_of(set_capacity, container)
