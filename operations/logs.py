"""The newest lines of functions and tasks: make logs ENV=dev [ARGS="--function poll_batch --minutes 60 --follow"]."""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from operations.account import OperationRefused, TargetAccount, pages_of, run, say

PAUSE_SECONDS = 2.0
LATE = timedelta(minutes=1)
# what every line has, and nobody reads beside the rest
SHOWN_APART = frozenset({"level", "location", "message", "timestamp", "service", "xray_trace_id", "cold_start"})
OF_THE_RUNTIME = ("START RequestId", "END RequestId", "REPORT RequestId", "INIT_START")
LOUD = frozenset({"WARNING", "ERROR", "CRITICAL"})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of one speaker."""

    at: int
    speaker: str
    text: str
    level: str

    def __str__(self) -> str:
        moment = datetime.fromtimestamp(self.at / 1000, UTC)
        return f"{moment:%d %H:%M:%S} {self.speaker:<18} {self.level:<8} {self.text}"


Ask = Callable[[datetime], list[Line]]


def lines(account: TargetAccount, function: str, since: datetime, *, loud: bool = False) -> list[Line]:
    """Of one function, or of all; oldest first."""
    prefix = f"/footy/{account.target.name}/"
    client = account.client("logs")
    groups = {
        one["logGroupName"] for one in pages_of(client, "describe_log_groups", "logGroups", logGroupNamePrefix=prefix)
    }
    if function and f"{prefix}{function}" not in groups:
        known = ", ".join(sorted(name.removeprefix(prefix) for name in groups)) or "nobody: is it deployed here?"
        raise OperationRefused(f"{function} writes no logs here; these do: {known}")
    asked = [f"{prefix}{function}"] if function else sorted(groups)
    start = int(since.timestamp() * 1000)
    said = [line for group in asked for line in _of(client, group, start)]
    return sorted((one for one in said if not loud or one.level in LOUD), key=lambda one: one.at)


def followed(ask: Ask, since: datetime, *, sleep: Callable[[float], None] = time.sleep) -> Iterator[Line]:
    """What is said from then on, each line once; it goes on until it is stopped.

    CloudWatch shows a line seconds after it was written, and those of one function before older ones of another.
    """
    known = set[Line]()
    while True:
        found = ask(since)
        yield from (line for line in found if line not in known)
        known = set(found)
        since = max([since, *(datetime.fromtimestamp(one.at / 1000, UTC) - LATE for one in found[-1:])])
        sleep(PAUSE_SECONDS)


def _of(client: object, group: str, start: int) -> Iterator[Line]:
    for event in pages_of(client, "filter_log_events", "events", logGroupName=group, startTime=start):
        text = event["message"].rstrip()
        if not text.startswith(OF_THE_RUNTIME):
            level, said = _read(text)
            yield Line(event["timestamp"], group.rsplit("/", 1)[-1], said, level)


def _read(text: str) -> tuple[str, str]:
    """A JSON line of ours as words; anything else as it is."""
    try:
        said = json.loads(text)
    except ValueError:
        return "", text
    if not isinstance(said, dict):
        return "", text
    rest = (
        f"{name}={value}"
        for name, value in said.items()
        if name not in SHOWN_APART and not name.startswith("function_")
    )
    return str(said.get("level", "")), " ".join([str(said.get("message", "")), *rest]).strip()


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for."""
    asked = _parser().parse_args(arguments)
    account = TargetAccount.of(asked.target)
    since = datetime.fromtimestamp(time.time() - 60 * asked.minutes, UTC)
    ask = partial(lines, account, asked.function, loud=asked.loud)
    for line in followed(ask, since) if asked.follow else ask(since):
        say(str(line))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make logs", description="The newest lines of functions and tasks.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    parser.add_argument("--function", default="", help="one of lambdas/, or clips")
    parser.add_argument("--minutes", type=int, default=10, help="how far back")
    parser.add_argument("--loud", action="store_true", help="warnings and errors only")
    parser.add_argument("--follow", action="store_true", help="goes on until it is stopped")
    return parser


if __name__ == "__main__":
    run(main)
