"""Who is told when something is wrong: one topic, and an alarm for each thing that can be."""

from aws_cdk import Duration
from aws_cdk.aws_cloudwatch import Alarm, ComparisonOperator, IMetric, Metric, TreatMissingData
from aws_cdk.aws_cloudwatch_actions import SnsAction
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


def metrics_namespace(target: Target) -> str:
    """Where the counters of a target are: two targets of one account do not count for each other."""
    return f"FoundFooty/{target.name}"


class Alarms(Construct):
    """The alarms of one target; a target without them gets none."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, "Alarms")
        self._prefix = f"footy-{target.name}"
        self._namespace = metrics_namespace(target)
        self._action: SnsAction | None = None
        if not target.alarms:
            return
        topic = Topic(self, "Topic", display_name=f"found-footy {target.name}", enforce_ssl=True)
        if target.alarm_email:
            topic.add_subscription(EmailSubscription(target.alarm_email))
        self._action = SnsAction(topic)

    def errors_of(self, scope: Construct, name: str, function: IFunction) -> None:
        """Tells of a function that keeps failing."""
        metric = function.metric_errors(period=PERIOD, statistic="Sum")
        self._tell(scope, f"{name}-errors", metric, threshold=ERRORS)

    def failures_of(self, scope: Construct, name: str, machine: IStateMachine) -> None:
        """Tells of an execution that ended badly."""
        self._tell(scope, f"{name}-failures", machine.metric_failed(period=PERIOD, statistic="Sum"))
        self._tell(scope, f"{name}-timeouts", machine.metric_timed_out(period=PERIOD, statistic="Sum"))

    def told_by(self, scope: Construct, service: str, counter: str, *, threshold: int = ERRORS) -> None:
        """Tells of something that a function counts as it goes on."""
        self._tell(scope, counter, self._told(service, counter, "Sum"), threshold=threshold)

    def share_of(self, scope: Construct, service: str, share: str, *, percent: int) -> None:
        """Tells of something limited before all of it is used."""
        self._tell(scope, share, self._told(service, share, "Maximum"), threshold=percent)

    def _told(self, service: str, name: str, statistic: str) -> Metric:
        return Metric(
            namespace=self._namespace,
            metric_name=name,
            dimensions_map={"service": service},
            period=PERIOD,
            statistic=statistic,
        )

    def silence_of(self, scope: Construct, name: str, machine: IStateMachine) -> None:
        """Tells when a machine that runs every minute has not succeeded for a period."""
        metric = machine.metric_succeeded(period=PERIOD, statistic="Sum")
        self._tell(scope, f"{name}-silence", metric, below=True)

    def backlog_of(self, scope: Construct, name: str, queue: IQueue, dead_letters: IQueue) -> None:
        """Tells of messages nobody takes, and of messages nobody could handle."""
        age = queue.metric_approximate_age_of_oldest_message(period=PERIOD, statistic="Maximum")
        self._tell(scope, f"{name}-backlog", age, threshold=STALE_SECONDS)
        dead = dead_letters.metric_approximate_number_of_messages_visible(period=PERIOD, statistic="Maximum")
        self._tell(scope, f"{name}-dead-letters", dead)

    def _tell(self, scope: Construct, name: str, metric: IMetric, *, threshold: int = 1, below: bool = False) -> None:
        if self._action is None:
            return
        Alarm(
            scope,
            "".join(word[0].upper() + word[1:] for word in name.replace("_", "-").split("-")),
            alarm_name=f"{self._prefix}-{name}",
            metric=metric,
            threshold=threshold,
            evaluation_periods=1,
            comparison_operator=(
                ComparisonOperator.LESS_THAN_THRESHOLD
                if below
                else ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
            ),
            treat_missing_data=TreatMissingData.BREACHING if below else TreatMissingData.NOT_BREACHING,
        ).add_alarm_action(self._action)
