"""Log lines of functions, read from their log groups."""

import json
import re
from typing import Any

from local.aws.engine import Aws

Line = dict[str, Any]
STRUCTURED = re.compile(r"""\{"level":.*\}$""")


def lines_in(aws: Aws, group: str) -> list[Line]:
    """Return the structured lines of a log group; the emulator may lose the last one of an invocation."""
    pages = aws.client("logs").get_paginator("filter_log_events").paginate(logGroupName=group)
    messages = (event["message"] for page in pages for event in page["events"])
    return [line for line in map(json.loads, filter(STRUCTURED.match, messages)) if "action" in line]
