"""The newest lines of what the stack, its services and its functions wrote."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from local.aws.server import CREDENTIALS
from local.errors import LocalError
from local.home import Home
from local.stack import TARGET, is_running


def newest_lines(home: Home, function: str | None, limit: int) -> list[str]:
    """Of one function, or of the stack's own files and all functions together."""
    facts = home.recall()
    if function and (facts is None or not is_running(home)):
        raise LocalError("functions keep their logs in the embedded AWS, which does not run: `python -m local up`")
    lines = [] if function else [line for file in sorted(home.logs.glob("*.log")) for line in _tail(file, limit)]
    if facts is not None and is_running(home):
        lines += sorted(_functions(facts["endpoint"], facts["region"], function))[-limit:]
    return lines


def _tail(file: Path, limit: int) -> list[str]:
    return [f"{file.stem}: {line}" for line in file.read_text(errors="replace").splitlines()[-limit:]]


def _functions(endpoint: str, region: str, function: str | None) -> Iterator[str]:
    logs = boto3.client(
        "logs",
        endpoint_url=endpoint,
        region_name=region,
        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
    )
    try:
        groups = logs.get_paginator("describe_log_groups").paginate(logGroupNamePrefix=f"/footy/{TARGET}/")
        for group in groups.build_full_result()["logGroups"]:
            name = group["logGroupName"].rsplit("/", 1)[-1]
            if function in {None, name, name.replace("-", "_")}:
                for event in logs.filter_log_events(logGroupName=group["logGroupName"])["events"]:
                    moment = datetime.fromtimestamp(event["timestamp"] / 1000, UTC)
                    yield f"{moment:%H:%M:%S.%f} {name}: {event['message'].rstrip()}"
    except (BotoCoreError, ClientError) as failure:
        raise LocalError(f"the embedded AWS at {endpoint} does not answer: {failure}") from failure
