"""CloudWatch log groups."""

from aws_cdk import RemovalPolicy
from aws_cdk.aws_logs import LogGroup, RetentionDays
from constructs import Construct

from cdk.settings import Target

RETENTION = {
    1: RetentionDays.ONE_DAY,
    3: RetentionDays.THREE_DAYS,
    7: RetentionDays.ONE_WEEK,
    14: RetentionDays.TWO_WEEKS,
    30: RetentionDays.ONE_MONTH,
    90: RetentionDays.THREE_MONTHS,
    365: RetentionDays.ONE_YEAR,
}


def log_group(scope: Construct, target: Target, name: str) -> LogGroup:
    """Create a log group with the target's retention."""
    return LogGroup(
        scope,
        "Logs",
        log_group_name=name,
        retention=RETENTION[target.log_retention_days],
        removal_policy=RemovalPolicy.DESTROY,
    )
