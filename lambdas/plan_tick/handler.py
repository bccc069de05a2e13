"""Lambda function of `plan_tick`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.plan_tick import plan_tick

container = GoalsContainer()
handle = function_of(plan_tick, container)
