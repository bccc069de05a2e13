"""Who is told when something is wrong: one topic, and an alarm for each thing that can be.

Each has a page in docs/operator/runbook.md, which its description names.
"""

from aws_cdk import Annotations, Duration, Stack
from aws_cdk.aws_cloudwatch import Alarm, ComparisonOperator, IMetric, Metric, TreatMissingData
from aws_cdk.aws_cloudwatch_actions import SnsAction
from aws_cdk.aws_iam import PolicyStatement, ServicePrincipal
from aws_cdk.aws_lambda import IFunction
from aws_cdk.aws_sns import Topic
from aws_cdk.aws_sns_subscriptions import EmailSubscription
from aws_cdk.aws_sqs import IQueue
from aws_cdk.aws_stepfunctions import IStateMachine
from constructs import Construct

from cdk.settings import Target

PERIOD = Duration.minutes(5)
# a transient error is raised and retried; this many within a period are not transient
ERRORS = 5
STALE_SECONDS = 600
# alarms, what EventBridge hears of, and what the month costs
TELLERS = ("cloudwatch", "events", "budgets")
NOBODY = "alarm_email is not given: alarms ring in the console, and nobody is told"
RUNBOOK = "docs/operator/runbook.md"


def metrics_namespace(target: Target) -> str:
    """Where the counters of a target are: two targets of one account do not count for each other."""
    return f"FoundFooty/{target.name}"


class Alarms(Construct):
    """The alarms of one target; a target without them gets none."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, "Alarms")
        self._prefix = target.prefix
        self._namespace = metrics_namespace(target)
        self.topic = self._topic(target) if target.alarms else None
        self._action = SnsAction(self.topic) if self.topic else None

    def _topic(self, target: Target) -> Topic:
        topic = Topic(self, "Topic", display_name=f"found-footy {target.name}", enforce_ssl=True)
        # the policy that asks for TLS takes the place of the one that let the account's alarms in
        topic.add_to_resource_policy(
            PolicyStatement(
                sid="AlarmsMayPublish",
                principals=[ServicePrincipal(f"{name}.amazonaws.com") for name in TELLERS],
                actions=["sns:Publish"],
                resources=[topic.topic_arn],
                conditions={"StringEquals": {"aws:SourceAccount": Stack.of(self).account}},
            )
        )
        if target.alarm_email:
            topic.add_subscription(EmailSubscription(target.alarm_email))
        else:
            Annotations.of(self).add_warning_v2("footy:alarm_email", NOBODY)
        return topic

    def errors_of(self, scope: Construct, name: str, function: IFunction) -> None:
        """Tells of a function that keeps failing."""
        metric = function.metric_errors(period=PERIOD, statistic="Sum")
        self._tell(scope, f"{name}-errors", metric, threshold=ERRORS)

    def throttles_of(self, scope: Construct, name: str, function: IFunction) -> None:
        """Tells of a function that is not let in, which is no error of it."""
        metric = function.metric_throttles(period=PERIOD, statistic="Sum")
        self._tell(scope, f"{name}-throttles", metric, threshold=ERRORS)

    def failures_of(self, scope: Construct, name: str, machine: IStateMachine) -> None:
        """Tells of an execution that ended badly."""
        self._tell(scope, f"{name}-failures", machine.metric_failed(period=PERIOD, statistic="Sum"))
        self._tell(scope, f"{name}-timeouts", machine.metric_timed_out(period=PERIOD, statistic="Sum"))

    def told_by(self, scope: Construct, counter: str, *services: str, threshold: int = ERRORS) -> None:
        """Tells of something that functions count as they go on; each that counts it has an alarm of its own."""
        for service in services:
            name = counter if len(services) == 1 else f"{service}-{counter}"
            self._tell(scope, name, self._told(service, counter, "Sum"), threshold=threshold)

    def share_of(self, scope: Construct, share: str, service: str, *, percent: int) -> None:
        """Tells of something limited before all of it is used."""
        self._tell(scope, share, self._told(service, share, "Maximum"), threshold=percent)

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
        """Tells when what should be counted all the time is not; that nothing was measured at all says the same."""
        metric = self._told(service, counter, "Sum", period)
        self._tell(scope, f"{name}-silence", metric, threshold=least, below=True, periods=periods)

    def backlog_of(self, scope: Construct, name: str, queue: IQueue, dead_letters: IQueue) -> None:
        """Tells of messages nobody takes, and of messages nobody could handle."""
        age = queue.metric_approximate_age_of_oldest_message(period=PERIOD, statistic="Maximum")
        self._tell(scope, f"{name}-backlog", age, threshold=STALE_SECONDS)
        dead = dead_letters.metric_approximate_number_of_messages_visible(period=PERIOD, statistic="Maximum")
        self._tell(scope, f"{name}-dead-letters", dead)

    def _told(self, service: str, name: str, statistic: str, period: Duration = PERIOD) -> Metric:
        return Metric(
            namespace=self._namespace,
            metric_name=name,
            dimensions_map={"service": service},
            period=period,
            statistic=statistic,
        )

    def _tell(
        self, scope: Construct, name: str, metric: IMetric, *, threshold: int = 1, below: bool = False, periods: int = 1
    ) -> None:
        if self._action is None:
            return
        Alarm(
            scope,
            "".join(word[0].upper() + word[1:] for word in name.replace("_", "-").split("-")),
            alarm_name=f"{self._prefix}-{name}",
            alarm_description=f"{name}: what it means and what to do is in {RUNBOOK}",
            metric=metric,
            threshold=threshold,
            evaluation_periods=periods,
            comparison_operator=(
                ComparisonOperator.LESS_THAN_THRESHOLD
                if below
                else ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
            ),
            treat_missing_data=TreatMissingData.BREACHING if below else TreatMissingData.NOT_BREACHING,
        ).add_alarm_action(self._action)
