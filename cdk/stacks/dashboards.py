"""The stack of those who look on: two dashboards, the questions that are asked of logs, and what a month may cost."""

from collections.abc import Sequence

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

from cdk.constructs.compute.clips_workers import NAME as TASK
from cdk.constructs.monitoring.alarms import metrics_namespace
from cdk.dashboard_widgets import (
    ATTEMPTS,
    GOAL_USD,
    LATENCIES,
    LOOKS_USD_AN_HOUR,
    OUTCOMES,
    PLACED,
    POSTS,
    QUERIES,
    SHARE_OF_POSTS,
    SHARE_OF_REQUESTS,
    STATES,
    STUCK,
    TICKS,
    UNSEEN,
    MetricLine,
)
from cdk.stacks.downloads import FUNCTIONS, DownloadsStack
from cdk.stacks.goals import GOAL, INGEST, MONITOR, GoalsStack
from cdk.stacks.state import StateStack

HALF, THIRD, WHOLE = 12, 8, 24
MINUTES = Duration.minutes(5)
DAY = Duration.days(1)
# of the month's budget: spent, and foreseen
WARNED_AT = ((50, "ACTUAL"), (80, "ACTUAL"), (100, "FORECASTED"))


class DashboardsStack(Stack):
    """What an operator has open on a match day."""

    def __init__(
        self,
        scope: Construct,
        state: StateStack,
        downloads: DownloadsStack,
        goals: GoalsStack,
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
            "Goals of the day. What is stuck has a page in docs/operator/runbook.md.",
            [
                SingleValueWidget(title="Today", width=HALF, height=4, metrics=[archived, with_clip, covered]),
                SingleValueWidget(title="Coverage", width=HALF, height=4, metrics=[coverage]),
                self._graph("Goals people wait for", STATES, width=HALF),
                self._graph("Seconds from first sight", LATENCIES, width=HALF),
                self._graph("Stuck", STUCK, width=WHOLE),
            ],
        )

    def _pipeline_and_money(self, downloads: DownloadsStack, goals: GoalsStack) -> None:
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
            "What the pipeline does, and what it costs. The model behind the figures is in docs/operator/costs.md.",
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

    def _graph(self, title: str, lines: Sequence[MetricLine], *, width: int) -> GraphWidget:
        return GraphWidget(title=title, width=width, left=[self._drawn(line) for line in lines])

    def _drawn(self, line: MetricLine) -> Metric:
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
