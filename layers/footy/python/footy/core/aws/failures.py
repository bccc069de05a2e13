"""Failures of AWS calls, translated into our errors."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import UpstreamUnavailable


@contextmanager
def translate_aws_errors(service: str) -> Iterator[None]:
    """Raise every failure of a call as UpstreamUnavailable with the name of the service."""
    try:
        yield
    except (BotoCoreError, ClientError) as failure:
        raise UpstreamUnavailable(f"{service}: {failure}") from failure


def call_unless(codes: Collection[str], service: str, call: Callable[..., Any], **arguments: object) -> Any | None:
    """Return the answer of a call; None for a refusal with one of these error codes."""
    with translate_aws_errors(service):
        try:
            return call(**arguments)
        except ClientError as refusal:
            if refusal.response["Error"]["Code"] in codes:
                return None
            raise
