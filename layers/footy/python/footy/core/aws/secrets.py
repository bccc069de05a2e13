"""The secrets of a deployment, as they were a few minutes ago at most.

Powertools' parameters would do half of it, for 35 ms more of every cold start.
"""

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import AccessDenied, FootyError, MalformedAnswer, UpstreamUnavailable
from footy.core.telemetry import log_info, log_warning

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

LASTS_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class _Copy:
    """What a secret said, and when."""

    content: dict[str, str]
    at: float


class Secrets:
    """Secrets by their names; what was read is kept, and compared with what they say later."""

    def __init__(self, secrets_manager: "SecretsManagerClient", now: Callable[[], float] = time.time) -> None:
        self._secrets_manager = secrets_manager
        self._now = now
        self._copies: dict[str, _Copy] = {}

    def read(self, name: str) -> dict[str, str]:
        """What a secret says; asked for only when it was not read before."""
        if name not in self._copies:
            self._copies[name] = self._ask(name)
        return self._copies[name].content

    def changed(self, *, refused: bool = False) -> bool:
        """Whether any that was read says something else by now; looked up when it is old, or was refused."""
        earliest = self._now() - LASTS_SECONDS
        return self._renewed([name for name, copy in self._copies.items() if refused or copy.at <= earliest])

    def _renewed(self, names: Iterable[str]) -> bool:
        changed = False
        for name in names:
            known = self._copies[name]
            try:
                self._copies[name] = self._ask(name)
            except FootyError as failure:  # what is known may still be good, and the next invocation asks again
                log_warning("secret_not_read", secret=name, reason=str(failure))
                continue
            if self._copies[name].content != known.content:
                log_info("secret_renewed", secret=name)
                changed = True
        return changed

    def _ask(self, name: str) -> _Copy:
        try:
            answer = self._secrets_manager.get_secret_value(SecretId=name)
        except self._secrets_manager.exceptions.ResourceNotFoundException as absent:
            raise AccessDenied(f"the secret {name} is empty: `make keys` fills it") from absent
        except (ClientError, BotoCoreError) as failure:
            raise UpstreamUnavailable(f"Secrets Manager: {failure}") from failure
        try:
            content = json.loads(answer["SecretString"])
        except (KeyError, ValueError):
            content = None
        if not isinstance(content, dict):
            raise MalformedAnswer(f"the secret {name} is no JSON object")
        return _Copy(cast("dict[str, str]", content), self._now())
