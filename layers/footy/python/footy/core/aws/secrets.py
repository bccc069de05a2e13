"""Cached secrets of the deployment, refreshed every five minutes.

Our own, because the parameters of Powertools add 35 ms to every cold start and do not compare versions.
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

CACHE_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class _Copy:
    """Content of a secret and when it was read."""

    content: dict[str, str]
    at: float


class Secrets:
    """Secrets by name, cached and compared with their later content."""

    def __init__(self, secrets_manager: "SecretsManagerClient", now: Callable[[], float] = time.time) -> None:
        self._secrets_manager = secrets_manager
        self._now = now
        self._copies: dict[str, _Copy] = {}

    def read(self, name: str) -> dict[str, str]:
        """Return a secret; fetch it only the first time."""
        if name not in self._copies:
            self._copies[name] = self._fetch(name)
        return self._copies[name].content

    def changed(self, *, refused: bool = False) -> bool:
        """Return True when a secret in the cache has new content; fetch only old ones unless access was refused."""
        earliest = self._now() - CACHE_SECONDS
        return self._refresh([name for name, copy in self._copies.items() if refused or copy.at <= earliest])

    def _refresh(self, names: Iterable[str]) -> bool:
        changed = False
        for name in names:
            previous = self._copies[name]
            try:
                self._copies[name] = self._fetch(name)
            except FootyError as failure:  # the cached one may still be good; the next invocation tries again
                log_warning("secret_not_read", secret=name, reason=str(failure))
                continue
            if self._copies[name].content != previous.content:
                log_info("secret_renewed", secret=name)
                changed = True
        return changed

    def _fetch(self, name: str) -> _Copy:
        try:
            answer = self._secrets_manager.get_secret_value(SecretId=name)
        except self._secrets_manager.exceptions.ResourceNotFoundException as absent:
            raise AccessDenied(f"the secret {name} is empty. Run `make keys`") from absent
        except (ClientError, BotoCoreError) as failure:
            raise UpstreamUnavailable(f"Secrets Manager: {failure}") from failure
        try:
            content = json.loads(answer["SecretString"])
        except (KeyError, ValueError):
            content = None
        if not isinstance(content, dict):
            raise MalformedAnswer(f"the secret {name} is not a JSON object")
        return _Copy(cast("dict[str, str]", content), self._now())
