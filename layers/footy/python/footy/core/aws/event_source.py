"""How many messages of a queue a function is given side by side."""

from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import UpstreamUnavailable

if TYPE_CHECKING:
    from mypy_boto3_lambda import LambdaClient

LEAST = 2  # that AWS lets be said


class EventSource:
    """What hands a queue's messages to a function."""

    def __init__(self, functions: "LambdaClient", mapping: str) -> None:
        self._functions = functions
        self._mapping = mapping

    def set_concurrency(self, at_once: int) -> bool:
        """Has so many be handed over side by side from now on; answers whether that is another number than before."""
        wanted = max(LEAST, at_once)
        try:
            known = self._functions.get_event_source_mapping(UUID=self._mapping)
            if known.get("ScalingConfig", {}).get("MaximumConcurrency") == wanted:
                return False
            self._functions.update_event_source_mapping(
                UUID=self._mapping, ScalingConfig={"MaximumConcurrency": wanted}
            )
        except (BotoCoreError, ClientError) as failure:
            raise UpstreamUnavailable(f"Lambda: {failure}") from failure
        return True
