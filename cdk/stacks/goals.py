"""Stack of the goals: the monitor's ticks, the daily ingest and the search of each goal."""

from collections.abc import Mapping

from aws_cdk import CfnOutput, Duration, aws_events
from aws_cdk.aws_events_targets import SfnStateMachine
from aws_cdk.aws_iam import Role
from aws_cdk.aws_lambda_event_sources import SqsEventSource
from constructs import Construct

from cdk.commit import commit
from cdk.constructs.compute.clips_workers import ClipsWorkers
from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.pool import PoolHandle
from cdk.constructs.compute.schedule import SCHEDULED_TIME, LambdaSchedule, MachineSchedule, every
from cdk.constructs.compute.state_machine import AslStateMachine
from cdk.constructs.permissions import allow, trusted
from cdk.stacks.base import TargetStack
from cdk.stacks.downloads import DownloadsStack
from cdk.stacks.sessions import SessionsStack
from cdk.stacks.state import StateStack

WIKIDATA = ("wikidata_search_url", "wikidata_sparql_url", "contact")
# even with all retries of all three, a tick ends within the monitor's four minutes
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
    # it can neither read nor delete a backup: only an operator can
    "back_up_database": Uses(database=True, reads_only=True, seconds=600, memory=1024, backup=("list", "put")),
}
GOAL = {
    "open_search": Uses(database=True, seconds=60, settings=WIKIDATA),
    # waits for a browser session, searches, and then falls back to the API
    "search_clips": Uses(
        database=True, seconds=70, secrets=("x",), settings=("search_provider", "x_api_url", "twitter_service_url")
    ),
    "check_completion": Uses(database=True),
}
# a separate function, so that a failing pool never fails a tick
CAPACITY = {"set_capacity": Uses(database=True, seconds=30)}
# the first run after midnight does the work of the day; the later ones retry it
EVERY_HOUR = every(minute="5")
BUDGET_PERCENT = 80
# a tick that does not start within its minute is dropped
TICK_AGE, TICK_RETRIES = Duration.minutes(1), 1
INGEST_AGE, INGEST_RETRIES = Duration.hours(1), 185  # the default of the service
# of ten ticks in five minutes; a low quota skips half of them
LEAST_TICKS = 3


class GoalsStack(TargetStack):
    """From the fixture list to the searches of its goals."""

    def __init__(
        self,
        scope: Construct,
        state: StateStack,
        downloads: DownloadsStack,
        sessions: SessionsStack | None,
        *,
        pools: Mapping[str, PoolHandle],
    ) -> None:
        super().__init__(scope, state.target, "goals")
        self._state = state
        self._layers = Layers(self, state.target)
        searching = self._functions(GOAL)
        _allow_describe(searching["search_clips"], "download_machine", downloads.download)
        if sessions:
            _use_sessions(searching["search_clips"], sessions, state.target.settings.get("search_provider", "auto"))
        self.goal = AslStateMachine(
            self,
            "goal",
            state=state,
            functions=searching.values(),
            starts={"DownloadMachine": downloads.download},
        )
        monitoring = self._functions(MONITOR)
        _allow_describe(monitoring["poll_batch"], "goal_machine", self.goal)
        monitoring["poll_batch"].set("upload_queue", downloads.queue.queue.queue_url)
        allow(monitoring["poll_batch"].role, ["sqs:SendMessage"], [downloads.queue.queue.queue_arn])
        downloads.request_takedowns(monitoring["poll_batch"])
        _allow_resize(monitoring["finish_tick"], downloads.workers)
        self.monitor = AslStateMachine(
            self,
            "monitor",
            state=state,
            functions=monitoring.values(),
            express=True,
            starts={"GoalMachine": self.goal},
            values={"TickOffsets": str([*self.target.numbers.tick_offsets])},
        )
        ingesting = self._functions(INGEST)
        downloads.request_takedowns(ingesting["retire_fixtures"])
        self.ingest = AslStateMachine(self, "ingest", state=state, functions=ingesting.values())
        self._capacity = self._functions(CAPACITY)["set_capacity"]
        for name, pool in pools.items():
            _connect_pool(self._capacity, name, pool)
        if "vision" in pools:
            _allow_concurrency(self._capacity, downloads.validation_source)
        if sessions:
            self._capacity.set("browser_pool_most", str(sessions.most))
        self._schedule()
        if state.target.schedules:
            self._ingest_after_deployment()
        self._add_alarms()
        for machine in (self.monitor, self.ingest, self.goal):
            CfnOutput(self, f"{machine.node.id}Machine", value=machine.machine.state_machine_arn)
        if not state.target.emulator:
            CfnOutput(self, "Commit", value=commit())

    def _functions(self, declared: Mapping[str, Uses]) -> dict[str, PythonFunction]:
        return {
            name: PythonFunction(self, name, uses, state=self._state, layers=self._layers)
            for name, uses in declared.items()
        }

    def _add_alarms(self) -> None:
        alarms = self._state.alarms
        alarms.counters_of(self, "goals")
        # an execution can succeed although its ticks fail, so the alarm counts finished ticks
        alarms.silence_of(self, "monitor", "TicksFinished", "finish_tick", least=LEAST_TICKS)
        alarms.silence_of(self, "ingest", "IngestsFinished", "ingest_fixtures", period=Duration.hours(1), periods=2)
        alarms.silence_of(self, "set-capacity", "CapacitiesSet", "set_capacity")
        alarms.usage_of(self, "BudgetUsed", "search_clips", percent=BUDGET_PERCENT)

    def _schedule(self) -> None:
        enabled = self._state.target.schedules
        MachineSchedule(
            self, "EveryMinute", self.monitor, every(), enabled=enabled, max_age=TICK_AGE, retries=TICK_RETRIES
        )
        MachineSchedule(
            self, "EveryHour", self.ingest, EVERY_HOUR, enabled=enabled, max_age=INGEST_AGE, retries=INGEST_RETRIES
        )
        LambdaSchedule(
            self,
            "Capacity",
            self._capacity,
            every(),
            enabled=enabled,
            max_age=TICK_AGE,
            event=SCHEDULED_TIME,
        )

    def _ingest_after_deployment(self) -> None:
        """Start the ingest after each successful deployment; it ends at once when the day is already ingested."""
        success = {"stack-id": [self.stack_id], "status-details": {"status": ["CREATE_COMPLETE", "UPDATE_COMPLETE"]}}
        aws_events.Rule(
            self,
            "Deployed",
            rule_name=f"{self.ingest.name}-after-deployment",
            description="starts the first ingest after a deployment",
            event_pattern=aws_events.EventPattern(
                source=["aws.cloudformation"], detail_type=["CloudFormation Stack Status Change"], detail=success
            ),
            targets=[
                SfnStateMachine(
                    self.ingest.machine,
                    input=aws_events.RuleTargetInput.from_object({"scheduled": aws_events.EventField.time}),
                    role=Role(self, "Beginner", assumed_by=trusted(self, "events")),
                    max_event_age=INGEST_AGE,
                )
            ],
        )


def _allow_resize(function: PythonFunction, workers: ClipsWorkers) -> None:
    """Let the function that finishes a tick set the number of clips workers."""
    function.set("clips_cluster", workers.cluster.cluster_name)
    function.set("clips_services", ",".join(workers.names))
    allow(function.role, ["ecs:DescribeServices", "ecs:UpdateService"], workers.arns)


def _allow_describe(function: PythonFunction, setting: str, machine: AslStateMachine) -> None:
    """Let a function look up an execution that it started, to restart one that died early."""
    function.set(setting, machine.machine.state_machine_arn)
    allow(function.role, ["states:DescribeExecution"], [machine.executions], why="an execution is named after its goal")


def _use_sessions(function: PythonFunction, sessions: SessionsStack, provider: str) -> None:
    """Search with the browser sessions, in the order that the target sets."""
    function.set("search_provider", provider)
    function.set("twitter_service_url", sessions.url)


def _allow_concurrency(function: PythonFunction, source: SqsEventSource) -> None:
    """Let a function set the concurrency of the event source mapping to the size of the pool."""
    function.set("looks_feed", source.event_source_mapping_id)
    actions = ["lambda:GetEventSourceMapping", "lambda:UpdateEventSourceMapping"]
    allow(function.role, actions, [source.event_source_mapping_arn])


def _connect_pool(function: PythonFunction, name: str, pool: PoolHandle) -> None:
    """Give a function the address of a pool and the permission to resize it."""
    function.set(f"{name}_pool", pool.address)
    for grant in pool.grants:
        allow(function.role, grant.actions, grant.resources, why=grant.why, conditions=grant.conditions)
