"""The stack of those who look on: two dashboards, the questions that are asked of logs, and what a month may cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from aws_cdk import Duration, Environment, Stack, StackSynthesizer
from aws_cdk.aws_budgets import CfnBudget
from aws_cdk.aws_cloudwatch import (
    Dashboard,
    GraphWidget,
    IMetric,
    IWidget,
    MathExpression,
    Metric,
    PeriodOverride,
    SingleValueWidget,
    TextWidget,
)
from aws_cdk.aws_logs import CfnQueryDefinition
from aws_cdk.aws_sns import ITopic
from constructs import Construct

from cdk.constructs.alarms import metrics_namespace
from cdk.constructs.task import NAME as TASK
from cdk.downloads import FUNCTIONS, Downloads
from cdk.goals import GOAL, INGEST, MONITOR, Goals
from cdk.state import State

HALF, THIRD, WHOLE = 12, 8, 24
MINUTES = Duration.minutes(5)
DAY = Duration.days(1)
# of the month's budget: spent, and foreseen
WARNED_AT = ((50, "ACTUAL"), (80, "ACTUAL"), (100, "FORECASTED"))
Statistic = Literal["Sum", "Maximum", "p50", "p95"]


@dataclass(frozen=True, slots=True)
class Line:
    """A counter of ours on a graph: what it is called, who counts it, and how its values become one."""

    label: str
    counter: str
    service: str
    statistic: Statistic = "Sum"


STATES = (
    Line("being confirmed", "GoalsConfirming", "finish_tick", "Maximum"),
    Line("searched for, nothing yet", "GoalsSearching", "finish_tick", "Maximum"),
    Line("searched for, with clips", "GoalsWatchable", "finish_tick", "Maximum"),
)
LATENCIES = tuple(
    Line(f"{what}, {statistic}", counter, "finish_tick", statistic)
    for what, counter in (
        ("stable", "SecondsToStable"),
        ("first clip", "SecondsToFirstClip"),
        ("complete", "SecondsToComplete"),
    )
    for statistic in ("p50", "p95")
)
STUCK = (
    Line("goals past their deadline", "GoalsOverdue", "finish_tick"),
    Line("goals never searched for", "GoalsNeverOpened", "finish_tick"),
    Line("fixtures nothing happens to", "FixturesOverdue", "finish_tick"),
    Line("searches begun again", "SearchesRestarted", "poll_batch"),
    Line("searches failed", "SearchesFailed", "search_clips"),
    Line("polls failed", "PollsFailed", "poll_batch"),
)
ATTEMPTS = (
    Line("attempts of archived goals", "SearchesMade", "finish_tick"),
    Line("clips found", "ClipsFound", "search_clips"),
    Line("nothing posted", "NothingPosted", "search_clips"),
    Line("posts skipped", "PostsSkipped", "search_clips"),
    Line("posts used up", "PostsUsedUp", "search_clips"),
)
OUTCOMES = (
    Line("published", "ClipsPublished", "finish_tick"),
    Line("turned away", "ClipsTurnedAway", "finish_tick"),
    Line("failed by us", "ClipsFailed", "finish_tick"),
)
PLACED = (
    Line("new", "ClipsPlacedNew", "upload_batch"),
    Line("better than a known one", "ClipsPlacedBetter", "upload_batch"),
    Line("copies", "ClipsPlacedDuplicate", "upload_batch"),
    Line("another goal's", "ClipsPlacedOtherGoal", "upload_batch"),
    Line("waiting for their goal", "ClipsPlacedWaiting", "upload_batch"),
    Line("no goal's", "ClipsPlacedFitsNoGoal", "upload_batch"),
)
UNSEEN = (
    Line("never fetched", "ClipsUnfetched", "upload_batch"),
    Line("looked at by nobody", "ClipsUnchecked", "upload_batch"),
)
TICKS = (Line("finished", "TicksFinished", "finish_tick"), Line("thinned", "TicksThinned", "plan_tick"))
SHARE_OF_POSTS = (Line("of the day's or month's posts, %", "BudgetUsed", "search_clips", "Maximum"),)
SHARE_OF_REQUESTS = (Line("of the day's requests, %", "RequestsUsed", "poll_batch", "Maximum"),)
POSTS = (Line("posts read", "PostsRead", "search_clips"),)
LINES = (
    *(*STATES, *LATENCIES, *STUCK, *ATTEMPTS, *OUTCOMES, *PLACED, *UNSEEN),
    *(*TICKS, *SHARE_OF_REQUESTS, *SHARE_OF_POSTS, *POSTS),
)
# for the estimate of what a goal costs; where these come from is in docs/costs.md
GOAL_USD = 0.0189
LOOKS_USD_AN_HOUR: Mapping[str, float] = {"ec2": 0.805, "sagemaker": 1.13, "cpu": 0.0395}

# what people ask of the logs, and over how many functions
QUERIES: Mapping[str, str] = {
    "what happened to one goal": (
        "fields @timestamp, module, action, xray_trace_id, @message\n"
        '| filter event_id = "PUT THE ID OF THE GOAL HERE"\n'
        "| sort @timestamp asc\n| limit 1000"
    ),
    "what failed": (
        "fields @timestamp, module, error, event_id, exception_name\n"
        '| filter action = "failed"\n| sort @timestamp desc\n| limit 200'
    ),
    "goals that ended without a clip": (
        'fields @timestamp, event_id\n| filter action = "goal_archived" and clips = 0\n| sort @timestamp desc'
    ),
    "what each search cost": (
        "fields @timestamp, event_id\n"
        '| filter service = "search_clips" and ispresent(PostsRead)\n'
        "| stats sum(PostsRead) as posts by bin(1h)"
    ),
}


class Watching(Stack):
    """What an operator has open on a match day."""

    def __init__(
        self,
        scope: Construct,
        state: State,
        downloads: Downloads,
        goals: Goals,
        *,
        env: Environment,
        synthesizer: StackSynthesizer,
    ) -> None:
        super().__init__(scope, f"{state.target.prefix}-watching", env=env, synthesizer=synthesizer)
        self._target = state.target
        self._namespace = metrics_namespace(state.target)
        self._today()
        self._pipeline_and_money(downloads, goals)
        self._questions()
        if state.alarms.topic and state.target.monthly_budget_usd:
            self._budget(state.alarms.topic)

    def _today(self) -> None:
        archived, covered = (self._metric(f"Goals{what}", DAY) for what in ("Archived", "Verified"))
        coverage = MathExpression(
            expression="100 * covered / archived",
            using_metrics={"covered": covered, "archived": archived},
            label="goals with a verified clip, %",
            period=DAY,
        )
        with_clip = self._metric("GoalsWithClip", DAY)
        self._dashboard(
            "today",
            "Goals of the day. What is stuck has a page in docs/operations.md.",
            [
                SingleValueWidget(title="Today", width=HALF, height=4, metrics=[archived, with_clip, covered]),
                SingleValueWidget(title="Coverage", width=HALF, height=4, metrics=[coverage]),
                self._graph("Goals people wait for", STATES, width=HALF),
                self._graph("Seconds from first sight", LATENCIES, width=HALF),
                self._graph("Stuck", STUCK, width=WHOLE),
            ],
        )

    def _pipeline_and_money(self, downloads: Downloads, goals: Goals) -> None:
        queue = downloads.queue
        waiting: Sequence[IMetric] = [
            queue.queue.metric_approximate_age_of_oldest_message(label="oldest batch, seconds", period=MINUTES),
            queue.dead_letters.metric_approximate_number_of_messages_visible(label="set aside", period=MINUTES),
        ]
        machines = {
            "goal": goals.goal,
            "download": downloads.download,
            "monitor": goals.monitor,
            "ingest": goals.ingest,
        }
        failed = [one.machine.metric_failed(label=name, period=MINUTES) for name, one in machines.items()]
        dollars, archived = self._metric("PostsDollars", DAY), self._metric("GoalsArchived", DAY)
        # who looks is counted once a minute
        minutes = self._metric("VisionWorkers", DAY, "set_capacity")
        looking = MathExpression(
            expression="minutes / 60", using_metrics={"minutes": minutes}, label="hours of who looks", period=DAY
        )
        hour = LOOKS_USD_AN_HOUR.get(self._target.vision, 0.0)
        each = MathExpression(
            expression=f"IF(goals > 0, {GOAL_USD} + (posts + {hour} * minutes / 60) / goals)",
            using_metrics={"goals": archived, "posts": dollars, "minutes": minutes},
            label="a goal, USD, estimated",
            period=DAY,
        )
        self._dashboard(
            "pipeline-and-money",
            "What the pipeline does, and what it costs. The model behind the figures is in docs/costs.md.",
            [
                self._graph("Ticks", TICKS, width=THIRD),
                self._graph("Searches", ATTEMPTS, width=THIRD),
                self._graph("Clips of archived goals", OUTCOMES, width=THIRD),
                self._graph("Recognised", PLACED, width=HALF),
                self._graph("Clips nobody saw", UNSEEN, width=HALF),
                GraphWidget(title="Upload queue", width=HALF, left=waiting),
                GraphWidget(title="Executions failed", width=HALF, left=failed),
                self._graph("Requests to API-Football", SHARE_OF_REQUESTS, width=THIRD),
                self._graph("Budget of posts", SHARE_OF_POSTS, width=THIRD),
                self._graph("Posts", POSTS, width=THIRD),
                SingleValueWidget(title="Posts of archived goals, USD", width=THIRD, metrics=[dollars]),
                SingleValueWidget(title="Who looks at clips, hours", width=THIRD, metrics=[looking]),
                SingleValueWidget(title="What a goal costs", width=THIRD, metrics=[each]),
            ],
        )

    def _dashboard(self, name: str, about: str, widgets: Sequence[IWidget]) -> None:
        dashboard = Dashboard(
            self,
            "".join(word.capitalize() for word in name.split("-")),
            dashboard_name=f"{self._target.prefix}-{name}",
            period_override=PeriodOverride.INHERIT,
        )
        dashboard.add_widgets(TextWidget(markdown=about, width=WHOLE, height=1), *widgets)

    def _graph(self, title: str, lines: Sequence[Line], *, width: int) -> GraphWidget:
        return GraphWidget(title=title, width=width, left=[self._drawn(line) for line in lines])

    def _drawn(self, line: Line) -> Metric:
        return Metric(
            namespace=self._namespace,
            metric_name=line.counter,
            dimensions_map={"service": line.service},
            statistic=line.statistic,
            label=line.label,
            period=MINUTES,
        )

    def _metric(self, counter: str, period: Duration, service: str = "finish_tick") -> Metric:
        return Metric(
            namespace=self._namespace,
            metric_name=counter,
            dimensions_map={"service": service},
            statistic="Sum",
            period=period,
        )

    def _questions(self) -> None:
        # by their names: a console does not know a query that tells its log groups itself
        speakers = [f"/footy/{self._target.name}/{name}" for name in (*MONITOR, *INGEST, *GOAL, *FUNCTIONS, TASK)]
        for name, question in QUERIES.items():
            CfnQueryDefinition(
                self,
                "".join(word.capitalize() for word in name.split()),
                name=f"{self._target.prefix}/{name}",
                log_group_names=speakers,
                query_string=question,
            )

    def _budget(self, topic: ITopic) -> None:
        """Of all that is tagged as this target's: the tag has to be activated for costs once, by hand."""
        CfnBudget(
            self,
            "Budget",
            budget=CfnBudget.BudgetDataProperty(
                budget_name=f"{self._target.prefix}-month",
                budget_type="COST",
                time_unit="MONTHLY",
                budget_limit=CfnBudget.SpendProperty(amount=self._target.monthly_budget_usd, unit="USD"),
                cost_filters={"TagKeyValue": [f"user:target${self._target.name}"]},
            ),
            notifications_with_subscribers=[
                CfnBudget.NotificationWithSubscribersProperty(
                    notification=CfnBudget.NotificationProperty(
                        comparison_operator="GREATER_THAN", notification_type=kind, threshold=percent
                    ),
                    subscribers=[CfnBudget.SubscriberProperty(subscription_type="SNS", address=topic.topic_arn)],
                )
                for percent, kind in WARNED_AT
            ],
        )
