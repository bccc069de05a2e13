"""Lambda function of `retire_fixtures`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.retire_fixtures import retire_fixtures

container = GoalsContainer()
handle = function_of(retire_fixtures, container)
