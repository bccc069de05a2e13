"""Lambda function of `finish_tick`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.finish_tick import finish_tick

container = GoalsContainer()
handle = function_of(finish_tick, container)
