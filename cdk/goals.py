"""The stack of the game: the monitor's ticks, the daily ingest, and the search of each goal."""

from collections.abc import Mapping

from aws_cdk import CfnOutput, Duration, Environment, Stack, StackSynthesizer, TimeZone
from aws_cdk.aws_scheduler import ContextAttribute, Schedule, ScheduleExpression, ScheduleTargetInput
from aws_cdk.aws_scheduler_targets import StepFunctionsStartExecution
from constructs import Construct

from cdk.constructs.function import PythonFunction, Uses
from cdk.constructs.layers import Layers
from cdk.constructs.machine import Machine
from cdk.constructs.permissions import allow
from cdk.downloads import Downloads
from cdk.state import State

WIKIDATA = ("wikidata_search_url", "wikidata_sparql_url", "contact")
# a tick in which each of these needs all its tries still ends within the four minutes of the monitor
MONITOR = {
    "plan_tick": Uses(database=True, seconds=10),
    "poll_batch": Uses(database=True, seconds=25, secrets=("api_football",), settings=("api_football_url",)),
    "finish_tick": Uses(database=True, seconds=10, media=("list", "delete")),
}
INGEST = {
    "ingest_fixtures": Uses(database=True, seconds=120, secrets=("api_football",), settings=("api_football_url",)),
    "resolve_aliases": Uses(database=True, seconds=120, settings=WIKIDATA),
    "retire_fixtures": Uses(database=True, seconds=120, media=("list", "delete")),
    "sweep_objects": Uses(database=True, seconds=300, media=("list", "delete"), work=("list", "delete")),
}
GOAL = {
    "open_search": Uses(database=True, seconds=60, settings=WIKIDATA),
    "search_clips": Uses(
        database=True, seconds=60, secrets=("x",), settings=("search_provider", "x_api_url", "twitter_service_url")
    ),
    "check_completion": Uses(database=True),
}
EVERY_MINUTE = ScheduleExpression.cron(minute="*", hour="*", time_zone=TimeZone.ETC_UTC)
AFTER_MIDNIGHT = ScheduleExpression.cron(minute="5", hour="0", time_zone=TimeZone.ETC_UTC)
BUDGET_PERCENT = 80
ORPHANS = 20
# a tick that could not be started within its minute is overtaken by the next one
TICK_AGE = Duration.minutes(1)


class Goals(Stack):
    """From the fixture list to the searches of its goals."""

    def __init__(
        self, scope: Construct, state: State, downloads: Downloads, *, env: Environment, synthesizer: StackSynthesizer
    ) -> None:
        super().__init__(scope, f"footy-{state.target.name}-goals", env=env, synthesizer=synthesizer)
        self._state = state
        self._layers = Layers(self, state.target)
        searching = self._functions(GOAL)
        _watch_executions(searching["search_clips"], "download_machine", downloads.download)
        self.goal = Machine(
            self,
            "goal",
            state=state,
            functions=searching.values(),
            starts={"DownloadMachine": downloads.download},
        )
        monitoring = self._functions(MONITOR)
        _watch_executions(monitoring["poll_batch"], "goal_machine", self.goal)
        self.monitor = Machine(
            self,
            "monitor",
            state=state,
            functions=monitoring.values(),
            express=True,
            starts={"GoalMachine": self.goal},
        )
        self.ingest = Machine(self, "ingest", state=state, functions=self._functions(INGEST).values())
        self._schedule()
        self._watch()
        for machine in (self.monitor, self.ingest, self.goal):
            CfnOutput(self, f"{machine.node.id}Machine", value=machine.machine.state_machine_arn)

    def _functions(self, declared: Mapping[str, Uses]) -> dict[str, PythonFunction]:
        return {
            name: PythonFunction(self, name, uses, state=self._state, layers=self._layers)
            for name, uses in declared.items()
        }

    def _watch(self) -> None:
        alarms = self._state.alarms
        alarms.silence_of(self, "monitor", self.monitor.machine)
        # the day's requests run out: ticks are already thinned, and end when none are left
        alarms.told_by(self, "plan_tick", "TicksThinned", threshold=1)
        alarms.told_by(self, "poll_batch", "PollsFailed")
        # what every batch clears away itself should leave nothing for the night
        alarms.told_by(self, "sweep_objects", "OrphansRemoved", threshold=ORPHANS)
        alarms.told_by(self, "search_clips", "SearchesFailed")
        # posts cost money: told while there is time to raise the budget, or to find out who spends it
        alarms.share_of(self, "search_clips", "BudgetUsed", percent=BUDGET_PERCENT)

    def _schedule(self) -> None:
        Schedule(
            self,
            "EveryMinute",
            schedule=EVERY_MINUTE,
            enabled=self._state.target.schedules,
            target=StepFunctionsStartExecution(
                self.monitor.machine,
                input=ScheduleTargetInput.from_object({"scheduled": ContextAttribute.scheduled_time}),
                max_event_age=TICK_AGE,
                retry_attempts=1,
            ),
        )
        Schedule(
            self,
            "AfterMidnight",
            schedule=AFTER_MIDNIGHT,
            enabled=self._state.target.schedules,
            target=StepFunctionsStartExecution(self.ingest.machine, input=ScheduleTargetInput.from_object({})),
        )


def _watch_executions(function: PythonFunction, setting: str, machine: Machine) -> None:
    """What died before its first act is started again: who starts it asks what became of it."""
    function.give(setting, machine.machine.state_machine_arn)
    allow(function.role, ["states:DescribeExecution"], [machine.executions], why="an execution is named by its goal")
