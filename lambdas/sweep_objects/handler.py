"""Lambda function of `sweep_objects`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.sweep_objects import sweep_objects

container = GoalsContainer()
handle = function_of(sweep_objects, container)
