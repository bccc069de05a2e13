"""Lambda function of `resolve_aliases`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.resolve_aliases import resolve_aliases

container = GoalsContainer()
handle = function_of(resolve_aliases, container)
