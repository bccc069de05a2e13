"""The stack of the game: the monitor's ticks, the daily ingest, and the search of each goal."""

from collections.abc import Mapping

from aws_cdk import CfnOutput, Duration, Environment, Stack, StackSynthesizer, TimeZone
from aws_cdk.aws_events import EventField, EventPattern, Rule, RuleTargetInput
from aws_cdk.aws_events_targets import SfnStateMachine
from aws_cdk.aws_iam import Role
from aws_cdk.aws_lambda_event_sources import SqsEventSource
from aws_cdk.aws_scheduler import ContextAttribute, Schedule, ScheduleExpression, ScheduleTargetInput
from aws_cdk.aws_scheduler_targets import StepFunctionsStartExecution
from constructs import Construct

from cdk.commit import commit
from cdk.constructs.compute.clips_workers import ClipsWorkers
from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.pool import PoolHandle
from cdk.constructs.compute.schedule import EVERY_MINUTE, LambdaSchedule
from cdk.constructs.compute.state_machine import AslStateMachine
from cdk.constructs.permissions import allow, trusted
from cdk.stacks.downloads import DownloadsStack
from cdk.stacks.sessions import SessionsStack
from cdk.stacks.state import StateStack

WIKIDATA = ("wikidata_search_url", "wikidata_sparql_url", "contact")
# a tick in which each of these needs all its tries still ends within the four minutes of the monitor
MONITOR = {
    "plan_tick": Uses(database=True, seconds=10),
    "poll_batch": Uses(database=True, seconds=25, secrets=("api_football",), settings=("api_football_url",)),
    "finish_tick": Uses(database=True, seconds=10),
}
INGEST = {
    "ingest_fixtures": Uses(database=True, seconds=120, secrets=("api_football",), settings=("api_football_url",)),
    "resolve_aliases": Uses(database=True, seconds=120, settings=WIKIDATA),
    "retire_fixtures": Uses(database=True, seconds=120, media=("list", "delete")),
    "sweep_objects": Uses(database=True, seconds=300, media=("list", "delete"), work=("list", "delete")),
    # it neither reads nor deletes a backup: whoever can do that is a person
    "back_up_database": Uses(database=True, reads_only=True, seconds=600, memory=1024, backup=("list", "put")),
}
GOAL = {
    "open_search": Uses(database=True, seconds=60, settings=WIKIDATA),
    # the session's turn and search, and then the API in its place
    "search_clips": Uses(
        database=True, seconds=70, secrets=("x",), settings=("search_provider", "x_api_url", "twitter_service_url")
    ),
    "check_completion": Uses(database=True),
}
# beside the monitor and not in it: what goes wrong with a pool takes no tick along
CAPACITY = {"set_capacity": Uses(database=True, seconds=30)}
# the first after midnight does the day's work, and whichever comes next if that one could not
EVERY_HOUR = ScheduleExpression.cron(minute="5", hour="*", time_zone=TimeZone.ETC_UTC)
BUDGET_PERCENT = 80
ORPHANS = 20
# a tick that could not be started within its minute is overtaken by the next one
TICK_AGE = Duration.minutes(1)
INGEST_AGE = Duration.hours(1)
# of ten ticks in five minutes; half of them rest when the API's budget is low
LEAST_TICKS = 3
RESTARTS = 10


class GoalsStack(Stack):
    """From the fixture list to the searches of its goals."""

    def __init__(
        self,
        scope: Construct,
        state: StateStack,
        downloads: DownloadsStack,
        sessions: SessionsStack | None,
        *,
        pools: Mapping[str, PoolHandle],
        env: Environment,
        synthesizer: StackSynthesizer,
    ) -> None:
        super().__init__(scope, f"footy-{state.target.name}-goals", env=env, synthesizer=synthesizer)
        self._state = state
        self._layers = Layers(self, state.target)
        searching = self._functions(GOAL)
        _watch_executions(searching["search_clips"], "download_machine", downloads.download)
        if sessions:
            _search_with(searching["search_clips"], sessions, state.target.settings.get("search_provider", "auto"))
        self.goal = AslStateMachine(
            self,
            "goal",
            state=state,
            functions=searching.values(),
            starts={"DownloadMachine": downloads.download},
        )
        monitoring = self._functions(MONITOR)
        _watch_executions(monitoring["poll_batch"], "goal_machine", self.goal)
        monitoring["poll_batch"].give("upload_queue", downloads.queue.queue.queue_url)
        allow(monitoring["poll_batch"].role, ["sqs:SendMessage"], [downloads.queue.queue.queue_arn])
        _size_pool(monitoring["finish_tick"], downloads.task)
        self.monitor = AslStateMachine(
            self,
            "monitor",
            state=state,
            functions=monitoring.values(),
            express=True,
            starts={"GoalMachine": self.goal},
            values={"TickOffsets": str([*state.target.numbers.tick_offsets])},
        )
        self.ingest = AslStateMachine(self, "ingest", state=state, functions=self._functions(INGEST).values())
        self._capacity = self._functions(CAPACITY)["set_capacity"]
        for name, pool in pools.items():
            _resize(self._capacity, name, pool)
        if "vision" in pools:
            _widen(self._capacity, downloads.looks)
        if sessions:
            self._capacity.give("browser_pool_most", str(sessions.most))
        self._schedule()
        if state.target.schedules:
            self._begin()
        self._watch()
        for machine in (self.monitor, self.ingest, self.goal):
            CfnOutput(self, f"{machine.node.id}Machine", value=machine.machine.state_machine_arn)

        if not state.target.emulator:
            CfnOutput(self, "Commit", value=commit())

    def _functions(self, declared: Mapping[str, Uses]) -> dict[str, PythonFunction]:
        return {
            name: PythonFunction(self, name, uses, state=self._state, layers=self._layers)
            for name, uses in declared.items()
        }

    def _watch(self) -> None:
        alarms = self._state.alarms
        # a minute whose ticks are lost succeeds all the same: what is counted is the end of a tick
        alarms.silence_of(self, "monitor", "TicksFinished", "finish_tick", least=LEAST_TICKS)
        alarms.silence_of(self, "ingest", "IngestsFinished", "ingest_fixtures", period=Duration.hours(1), periods=2)
        # the day's requests run out: ticks are already thinned, and end when none are left
        alarms.silence_of(self, "set-capacity", "CapacitiesSet", "set_capacity")
        alarms.told_by(self, "PoolsNotResized", "set_capacity")
        alarms.told_by(self, "PoolsBehind", "set_capacity")
        alarms.told_by(self, "ValidationConcurrencyStale", "set_capacity")
        alarms.told_by(self, "TicksSkippedForQuota", "plan_tick", threshold=1)
        alarms.told_by(self, "TicksRefused", "plan_tick")
        alarms.told_by(self, "PollsFailed", "poll_batch")
        alarms.told_by(self, "FixturesFailed", *MONITOR)
        alarms.told_by(self, "FixturesOverdue", "finish_tick", threshold=1)
        alarms.told_by(self, "GoalsNeverOpened", "finish_tick", threshold=1)
        alarms.told_by(self, "GoalsOverdue", "finish_tick")
        alarms.told_by(self, "SearchesRestarted", "poll_batch", threshold=RESTARTS)
        alarms.told_by(self, "SearchesFailed", "search_clips")
        alarms.told_by(self, "PoolUnknown", "finish_tick")
        alarms.told_by(self, "SpareCapacityMissing", "finish_tick")
        # posts cost money: told while there is time to raise the budget, or to find out who spends it
        alarms.share_of(self, "BudgetUsed", "search_clips", percent=BUDGET_PERCENT)
        # what every batch clears away itself should leave nothing for the night
        alarms.told_by(self, "OrphansRemoved", "sweep_objects", threshold=ORPHANS)
        alarms.told_by(self, "SweepsRefused", "sweep_objects", threshold=1)
        alarms.told_by(self, "RetentionsRefused", "retire_fixtures", threshold=1)
        alarms.told_by(self, "ObjectsWithoutFixture", "sweep_objects", threshold=1)

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
        LambdaSchedule(
            self,
            "Capacity",
            self._capacity.function,
            EVERY_MINUTE,
            enabled=self._state.target.schedules,
            within=TICK_AGE,
            given=ScheduleTargetInput.from_object({"scheduled": ContextAttribute.scheduled_time}),
        )
        Schedule(
            self,
            "EveryHour",
            schedule=EVERY_HOUR,
            enabled=self._state.target.schedules,
            target=StepFunctionsStartExecution(
                self.ingest.machine,
                input=ScheduleTargetInput.from_object({"scheduled": ContextAttribute.scheduled_time}),
                max_event_age=INGEST_AGE,
            ),
        )

    def _begin(self) -> None:
        """A deployment that ended well asks for the day's fixtures; when they are in, it ends at once."""
        ended = {"stack-id": [self.stack_id], "status-details": {"status": ["CREATE_COMPLETE", "UPDATE_COMPLETE"]}}
        Rule(
            self,
            "Deployed",
            description="the first ingest, as soon as there is something to run it",
            event_pattern=EventPattern(
                source=["aws.cloudformation"], detail_type=["CloudFormation Stack Status Change"], detail=ended
            ),
            targets=[
                SfnStateMachine(
                    self.ingest.machine,
                    input=RuleTargetInput.from_object({"scheduled": EventField.time}),
                    role=Role(self, "Beginner", assumed_by=trusted(self, "events")),
                    max_event_age=INGEST_AGE,
                )
            ],
        )


def _size_pool(function: PythonFunction, workers: ClipsWorkers) -> None:
    """The end of every tick says how many workers there are to be."""
    function.give("clips_cluster", workers.cluster.cluster_name)
    function.give("clips_services", ",".join(workers.names))
    allow(function.role, ["ecs:DescribeServices", "ecs:UpdateService"], workers.arns)


def _watch_executions(function: PythonFunction, setting: str, machine: AslStateMachine) -> None:
    """What died before its first act is started again: who starts it asks what became of it."""
    function.give(setting, machine.machine.state_machine_arn)
    allow(function.role, ["states:DescribeExecution"], [machine.executions], why="an execution is named by its goal")


def _search_with(function: PythonFunction, sessions: SessionsStack, provider: str) -> None:
    """Sessions stand in for the API, unless the target says it the other way round."""
    function.give("search_provider", provider)
    function.give("twitter_service_url", sessions.url)


def _widen(function: PythonFunction, looks: SqsEventSource) -> None:
    """As many clips are looked at side by side as the pool has places for."""
    function.give("looks_feed", looks.event_source_mapping_id)
    words = ["lambda:GetEventSourceMapping", "lambda:UpdateEventSourceMapping"]
    allow(function.role, words, [looks.event_source_mapping_arn])


def _resize(function: PythonFunction, name: str, pool: PoolHandle) -> None:
    """Tells a function of a pool, and lets it say how large that is."""
    function.give(f"{name}_pool", pool.address)
    for grant in pool.grants:
        allow(function.role, grant.actions, grant.resources, why=grant.why, conditions=grant.conditions)
