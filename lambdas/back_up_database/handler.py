"""Lambda function of `back_up_database`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.back_up_database import back_up_database

container = GoalsContainer()
handle = function_of(back_up_database, container)
