"""State of a deployed target, and its commit compared with this checkout: make status ENV=dev."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from cdk.commit import CHANGED, UNKNOWN, commit, git
from operations.account import DeployedStack, OperationRefused, TargetAccount, pages_of, run, say, target_parser
from operations.redrive import VISIBLE_MESSAGES, dead_letters

PERIOD = timedelta(minutes=10)
# an Express state machine has no list of executions
STANDARD = ("Ingest", "Goal", "Download")
ADDRESSES = {"PageUrl": "page", "ConsoleUrl": "console", "ImagesUrl": "images"}


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the output; `problem` marks what an operator must look at."""

    subject: str
    text: str
    problem: bool = False


def status(account: TargetAccount, now: datetime) -> int:
    """Print all facts; return 1 when one of them is a problem."""
    account.require_deployment()
    stacks = account.stacks()
    facts = [
        *_stacks(stacks),
        *_addresses(stacks),
        _commit(account),
        *_alarms(account),
        _ticks(account, now),
        *_executions(account),
    ]
    facts += _queues(account)
    width = max(len(fact.subject) for fact in facts)
    for fact in facts:
        say(f"{'!' if fact.problem else ' '} {fact.subject:<{width}}  {fact.text}")
    problems = [fact.subject for fact in facts if fact.problem]
    say(f"problems: {', '.join(problems)}. See docs/operator/runbook.md." if problems else "no problems")
    return 1 if problems else 0


def _stacks(stacks: Sequence[DeployedStack]) -> Iterator[Fact]:
    for stack in stacks:
        problem = not stack.status.endswith("_COMPLETE") or "ROLLBACK" in stack.status
        yield Fact(stack.name, stack.status, problem)


def _addresses(stacks: Sequence[DeployedStack]) -> Iterator[Fact]:
    outputs = {name: value for stack in stacks for name, value in stack.outputs.items()}
    for name, subject in ADDRESSES.items():
        if name in outputs:
            yield Fact(subject, outputs[name])


def _commit(account: TargetAccount) -> Fact:
    try:
        deployed = account.output("Commit")
    except OperationRefused:
        return Fact("commit", f"deployed {UNKNOWN}, here {commit()}")
    here, clean = commit(), deployed.removesuffix(CHANGED)
    if deployed == here and not deployed.endswith(CHANGED):
        return Fact("commit", f"deployed {here}, same as here")
    ahead, behind = git("rev-list", "--count", f"{clean}..HEAD"), git("rev-list", "--count", f"HEAD..{clean}")
    distance = f": {ahead} commits only here, {behind} only deployed" if ahead else ""
    return Fact("commit", f"deployed {deployed}, here {here}{distance}")


def _alarms(account: TargetAccount) -> Iterator[Fact]:
    prefix = f"{account.target.prefix}-"
    listing = pages_of(
        account.client("cloudwatch"), "describe_alarms", "MetricAlarms", AlarmNamePrefix=prefix, StateValue="ALARM"
    )
    names = sorted(one["AlarmName"].removeprefix(prefix) for one in listing if one["StateValue"] == "ALARM")
    yield Fact("alarms", ", ".join(names) or "none", problem=bool(names))


def _ticks(account: TargetAccount, now: datetime) -> Fact:
    statistics = account.client("cloudwatch").get_metric_statistics(
        Namespace=f"FoundFooty/{account.target.name}",
        MetricName="TicksFinished",
        Dimensions=[{"Name": "service", "Value": "finish_tick"}],
        StartTime=now - PERIOD,
        EndTime=now,
        Period=int(PERIOD.total_seconds()),
        Statistics=["Sum"],
    )
    count = int(sum(point["Sum"] for point in statistics["Datapoints"]))
    return Fact("ticks", f"{count} in the last ten minutes", problem=account.target.schedules and count == 0)


def _executions(account: TargetAccount) -> Iterator[Fact]:
    for name in STANDARD:
        machine = account.output(f"{name}Machine")
        newest = next(_listing(account, machine), None)
        running = sum(1 for _ in _listing(account, machine, statusFilter="RUNNING"))
        last = "none yet"
        if newest:
            last = f"last {newest['status']}, started {newest['startDate'].astimezone(UTC):%Y-%m-%d %H:%M}"
        problem = name == "Ingest" and newest is not None and newest["status"] not in {"SUCCEEDED", "RUNNING"}
        yield Fact(name.lower(), f"{running} running, {last}", problem)


def _listing(account: TargetAccount, machine: str, **more: str) -> Iterator[Any]:
    return pages_of(account.client("stepfunctions"), "list_executions", "executions", stateMachineArn=machine, **more)


def _queues(account: TargetAccount) -> Iterator[Fact]:
    queues = account.client("sqs")

    def messages(url: str) -> int:
        attributes = queues.get_queue_attributes(QueueUrl=url, AttributeNames=[VISIBLE_MESSAGES])["Attributes"]
        return int(attributes[VISIBLE_MESSAGES])

    yield Fact("uploads", f"{messages(account.output('UploadQueue'))} batches in the queue")
    for name, url in dead_letters(account):
        count = messages(url)
        yield Fact(name.partition(" ")[2], f"{count} dead letters", problem=count > 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("make status", "Show the state of a deployed target.")
    return status(TargetAccount.of(parser.parse_args(arguments).target), datetime.now(UTC))


if __name__ == "__main__":
    run(main)
