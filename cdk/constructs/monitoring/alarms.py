"""CloudWatch alarms and their SNS topic.

Each alarm has a section in docs/operator/runbook.md, which its description names.
"""

from aws_cdk import Annotations, Duration, Stack
from aws_cdk.aws_cloudwatch import Alarm, ComparisonOperator, IMetric, Metric, TreatMissingData
from aws_cdk.aws_cloudwatch_actions import SnsAction
from aws_cdk.aws_iam import PolicyStatement, ServicePrincipal
from aws_cdk.aws_lambda import IFunction
from aws_cdk.aws_sns import Topic
from aws_cdk.aws_sns_subscriptions import EmailSubscription
from aws_cdk.aws_stepfunctions import IStateMachine
from constructs import Construct

from cdk.constructs.storage.queues import QueueWithDeadLetters
from cdk.counter_alarms import COUNTER_ALARMS, ERRORS
from cdk.settings import Target

PERIOD = Duration.minutes(5)
MAX_MESSAGE_AGE = 600
PUBLISHERS = ("cloudwatch", "events", "budgets")
NO_EMAIL = "alarm_email is empty: alarms show in the console only. Set it in the target's block of cdk.json."
RUNBOOK = "docs/operator/runbook.md"


def metrics_namespace(target: Target) -> str:
    """Return the CloudWatch namespace of a target, which separates two targets in one account."""
    return f"FoundFooty/{target.name}"


class Alarms(Construct):
    """Factory of alarms; for a target without alarms it creates none."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, "Alarms")
        self._prefix = target.prefix
        self._namespace = metrics_namespace(target)
        self.topic = self._topic(target) if target.alarms else None
        self._action = SnsAction(self.topic) if self.topic else None

    def _topic(self, target: Target) -> Topic:
        topic = Topic(self, "Topic", display_name=f"found-footy {target.name}", enforce_ssl=True)
        # enforce_ssl replaces the default topic policy, which allowed the account's services
        topic.add_to_resource_policy(
            PolicyStatement(
                sid="AlarmsMayPublish",
                principals=[ServicePrincipal(f"{name}.amazonaws.com") for name in PUBLISHERS],
                actions=["sns:Publish"],
                resources=[topic.topic_arn],
                conditions={"StringEquals": {"aws:SourceAccount": Stack.of(self).account}},
            )
        )
        if target.alarm_email:
            topic.add_subscription(EmailSubscription(target.alarm_email))
        else:
            Annotations.of(self).add_warning_v2("footy:alarm_email", NO_EMAIL)
        return topic

    def errors_of(self, scope: Construct, name: str, function: IFunction) -> None:
        """Alarm on repeated errors of a function."""
        metric = function.metric_errors(period=PERIOD, statistic="Sum")
        self._alarm(scope, f"{name}-errors", metric, threshold=ERRORS)

    def throttles_of(self, scope: Construct, name: str, function: IFunction) -> None:
        """Alarm on throttles of a function, which CloudWatch does not count as errors."""
        metric = function.metric_throttles(period=PERIOD, statistic="Sum")
        self._alarm(scope, f"{name}-throttles", metric, threshold=ERRORS)

    def failures_of(self, scope: Construct, name: str, machine: IStateMachine) -> None:
        """Alarm on failed and on timed-out executions."""
        self._alarm(scope, f"{name}-failures", machine.metric_failed(period=PERIOD, statistic="Sum"))
        self._alarm(scope, f"{name}-timeouts", machine.metric_timed_out(period=PERIOD, statistic="Sum"))

    def counters_of(self, scope: Construct, stack: str) -> None:
        """Add the alarms that the table declares for a stack."""
        for alarm in COUNTER_ALARMS[stack]:
            metric = self._counter(alarm.service, alarm.counter, "Sum")
            self._alarm(scope, alarm.name or alarm.counter, metric, threshold=alarm.threshold)

    def usage_of(self, scope: Construct, counter: str, service: str, *, percent: int) -> None:
        """Alarm before a budget is exhausted."""
        self._alarm(scope, counter, self._counter(service, counter, "Maximum"), threshold=percent)

    def silence_of(
        self,
        scope: Construct,
        name: str,
        counter: str,
        service: str,
        *,
        least: int = 1,
        period: Duration = PERIOD,
        periods: int = 1,
    ) -> None:
        """Alarm when a counter stays below its minimum or reports no data."""
        metric = self._counter(service, counter, "Sum", period)
        self._alarm(scope, f"{name}-silence", metric, threshold=least, below=True, periods=periods)

    def backlog_of(self, scope: Construct, name: str, queue: QueueWithDeadLetters) -> None:
        """Alarm on messages that wait too long, and on dead letters."""
        age = queue.queue.metric_approximate_age_of_oldest_message(period=PERIOD, statistic="Maximum")
        self._alarm(scope, f"{name}-backlog", age, threshold=MAX_MESSAGE_AGE)
        dead = queue.dead_letters.metric_approximate_number_of_messages_visible(period=PERIOD, statistic="Maximum")
        self._alarm(scope, f"{name}-dead-letters", dead)

    def _counter(self, service: str, name: str, statistic: str, period: Duration = PERIOD) -> Metric:
        return Metric(
            namespace=self._namespace,
            metric_name=name,
            dimensions_map={"service": service},
            period=period,
            statistic=statistic,
        )

    def _alarm(
        self,
        scope: Construct,
        name: str,
        metric: IMetric,
        *,
        threshold: int = 1,
        below: bool = False,
        periods: int = 1,
    ) -> None:
        if self._action is None:
            return
        operators, missing = ComparisonOperator, TreatMissingData
        Alarm(
            scope,
            "".join(word[0].upper() + word[1:] for word in name.replace("_", "-").split("-")),
            alarm_name=f"{self._prefix}-{name}",
            alarm_description=f"{name}: see its section in {RUNBOOK}",
            metric=metric,
            threshold=threshold,
            evaluation_periods=periods,
            comparison_operator=(
                operators.LESS_THAN_THRESHOLD if below else operators.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
            ),
            treat_missing_data=missing.BREACHING if below else missing.NOT_BREACHING,
        ).add_alarm_action(self._action)
