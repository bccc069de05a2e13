"""Concurrency of a Lambda event source mapping."""

from typing import TYPE_CHECKING

from footy.core.aws.failures import translate_aws_errors

if TYPE_CHECKING:
    from mypy_boto3_lambda import LambdaClient

MIN_CONCURRENCY = 2  # of an SQS event source mapping


class EventSource:
    """Event source mapping from a queue to a function."""

    def __init__(self, functions: "LambdaClient", mapping: str) -> None:
        self._functions = functions
        self._mapping = mapping

    def set_concurrency(self, at_once: int) -> bool:
        """Set the maximum concurrency; return False when it is already that number."""
        concurrency = max(MIN_CONCURRENCY, at_once)
        with translate_aws_errors("Lambda"):
            mapping = self._functions.get_event_source_mapping(UUID=self._mapping)
            if mapping.get("ScalingConfig", {}).get("MaximumConcurrency") == concurrency:
                return False
            self._functions.update_event_source_mapping(
                UUID=self._mapping, ScalingConfig={"MaximumConcurrency": concurrency}
            )
        return True
