"""Stack of the dashboards, the saved log queries and the monthly budget."""

from collections.abc import Sequence

from aws_cdk import Duration, aws_logs
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk.aws_budgets import CfnBudget
from aws_cdk.aws_sns import ITopic
from constructs import Construct

from cdk.constructs.compute.clips_workers import NAME as CLIPS
from cdk.constructs.monitoring.alarms import metrics_namespace
from cdk.dashboard_widgets import GOAL_USD, GRAPHS, QUERIES, VISION_USD_PER_HOUR, MetricLine
from cdk.stacks.base import TargetStack
from cdk.stacks.downloads import FUNCTIONS, DownloadsStack
from cdk.stacks.goals import GOAL, INGEST, MONITOR, GoalsStack
from cdk.stacks.state import StateStack

HALF, THIRD, FULL = 12, 8, 24
MINUTES = Duration.minutes(5)
DAY = Duration.days(1)
# percent of the month's budget
NOTIFY_AT = ((50, "ACTUAL"), (80, "ACTUAL"), (100, "FORECASTED"))


class DashboardsStack(TargetStack):
    """Dashboards for an operator on a match day."""

    def __init__(self, scope: Construct, state: StateStack, downloads: DownloadsStack, goals: GoalsStack) -> None:
        super().__init__(scope, state.target, "dashboards")
        self._namespace = metrics_namespace(state.target)
        self._today()
        self._pipeline_and_money(downloads, goals)
        self._queries()
        if state.alarms.topic and state.target.monthly_budget_usd:
            self._budget(state.alarms.topic)

    def _today(self) -> None:
        archived, covered = (self._metric(f"Goals{what}", DAY) for what in ("Archived", "Verified"))
        coverage = cloudwatch.MathExpression(
            expression="100 * covered / archived",
            using_metrics={"covered": covered, "archived": archived},
            label="goals with a verified clip, %",
            period=DAY,
        )
        with_clip = self._metric("GoalsWithClip", DAY)
        self._dashboard(
            "today",
            "Goals of the day. docs/operator/runbook.md says what to do when goals are stuck.",
            [
                cloudwatch.SingleValueWidget(
                    title="Today", width=HALF, height=4, metrics=[archived, with_clip, covered]
                ),
                cloudwatch.SingleValueWidget(title="Coverage", width=HALF, height=4, metrics=[coverage]),
                self._graph("Open goals", width=HALF),
                self._graph("Seconds from first sight", width=HALF),
                self._graph("Stuck", width=FULL),
            ],
        )

    def _pipeline_and_money(self, downloads: DownloadsStack, goals: GoalsStack) -> None:
        queue = downloads.queue
        upload_queue: Sequence[cloudwatch.IMetric] = [
            queue.queue.metric_approximate_age_of_oldest_message(label="oldest batch, seconds", period=MINUTES),
            queue.dead_letters.metric_approximate_number_of_messages_visible(label="dead letters", period=MINUTES),
        ]
        machines = {
            "goal": goals.goal,
            "download": downloads.download,
            "monitor": goals.monitor,
            "ingest": goals.ingest,
        }
        failures = [machine.machine.metric_failed(label=name, period=MINUTES) for name, machine in machines.items()]
        dollars, archived = self._metric("PostsDollars", DAY), self._metric("GoalsArchived", DAY)
        # counted once a minute
        minutes = self._metric("VisionWorkers", DAY, "set_capacity")
        vision_hours = cloudwatch.MathExpression(
            expression="minutes / 60", using_metrics={"minutes": minutes}, label="hours of vision instances", period=DAY
        )
        hour = VISION_USD_PER_HOUR.get(self.target.vision, 0.0)
        per_goal = cloudwatch.MathExpression(
            expression=f"IF(goals > 0, {GOAL_USD} + (posts + {hour} * minutes / 60) / goals)",
            using_metrics={"goals": archived, "posts": dollars, "minutes": minutes},
            label="USD per goal, estimated",
            period=DAY,
        )
        self._dashboard(
            "pipeline-and-money",
            "The pipeline and its costs. docs/operator/costs.md explains the figures.",
            [
                self._graph("Ticks", width=THIRD),
                self._graph("Searches", width=THIRD),
                self._graph("Clips of archived goals", width=THIRD),
                self._graph("Uploaded clips", width=HALF),
                self._graph("Clips not processed", width=HALF),
                cloudwatch.GraphWidget(title="Upload queue", width=HALF, left=upload_queue),
                cloudwatch.GraphWidget(title="Executions failed", width=HALF, left=failures),
                self._graph("Requests to API-Football", width=THIRD),
                self._graph("Post budget", width=THIRD),
                self._graph("Posts", width=THIRD),
                cloudwatch.SingleValueWidget(title="Posts of archived goals, USD", width=THIRD, metrics=[dollars]),
                cloudwatch.SingleValueWidget(title="Vision instances, hours", width=THIRD, metrics=[vision_hours]),
                cloudwatch.SingleValueWidget(title="Cost of a goal", width=THIRD, metrics=[per_goal]),
            ],
        )

    def _dashboard(self, name: str, about: str, widgets: Sequence[cloudwatch.IWidget]) -> None:
        dashboard = cloudwatch.Dashboard(
            self,
            "".join(word.capitalize() for word in name.split("-")),
            dashboard_name=f"{self.target.prefix}-{name}",
            period_override=cloudwatch.PeriodOverride.INHERIT,
        )
        dashboard.add_widgets(cloudwatch.TextWidget(markdown=about, width=FULL, height=1), *widgets)

    def _graph(self, title: str, *, width: int) -> cloudwatch.GraphWidget:
        return cloudwatch.GraphWidget(title=title, width=width, left=[self._line(line) for line in GRAPHS[title]])

    def _line(self, line: MetricLine) -> cloudwatch.Metric:
        return cloudwatch.Metric(
            namespace=self._namespace,
            metric_name=line.counter,
            dimensions_map={"service": line.service},
            statistic=line.statistic,
            label=line.label,
            period=MINUTES,
        )

    def _metric(self, counter: str, period: Duration, service: str = "finish_tick") -> cloudwatch.Metric:
        return cloudwatch.Metric(
            namespace=self._namespace,
            metric_name=counter,
            dimensions_map={"service": service},
            statistic="Sum",
            period=period,
        )

    def _queries(self) -> None:
        # the console ignores log groups that the query text names
        groups = [f"/footy/{self.target.name}/{name}" for name in (*MONITOR, *INGEST, *GOAL, *FUNCTIONS, CLIPS)]
        for name, query in QUERIES.items():
            aws_logs.CfnQueryDefinition(
                self,
                "".join(word.capitalize() for word in name.split()),
                name=f"{self.target.prefix}/{name}",
                log_group_names=groups,
                query_string=query,
            )

    def _budget(self, topic: ITopic) -> None:
        """Create a budget over the tag `target`, which an operator activates once for cost allocation."""
        CfnBudget(
            self,
            "Budget",
            budget=CfnBudget.BudgetDataProperty(
                budget_name=f"{self.target.prefix}-month",
                budget_type="COST",
                time_unit="MONTHLY",
                budget_limit=CfnBudget.SpendProperty(amount=self.target.monthly_budget_usd, unit="USD"),
                cost_filters={"TagKeyValue": [f"user:target${self.target.name}"]},
            ),
            notifications_with_subscribers=[
                CfnBudget.NotificationWithSubscribersProperty(
                    notification=CfnBudget.NotificationProperty(
                        comparison_operator="GREATER_THAN", notification_type=kind, threshold=percent
                    ),
                    subscribers=[CfnBudget.SubscriberProperty(subscription_type="SNS", address=topic.topic_arn)],
                )
                for percent, kind in NOTIFY_AT
            ],
        )
