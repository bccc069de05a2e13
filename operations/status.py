"""How a deployed target is, and whether it is what is committed: make status ENV=dev."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from cdk.commit import CHANGED, UNKNOWN, commit, git
from operations.account import DeployedStack, OperationRefused, TargetAccount, pages_of, run, say
from operations.redrive import WAITING, dead_letters

TICKS = timedelta(minutes=10)
# an Express machine keeps no list of its executions
LISTED = ("Ingest", "Goal", "Download")


@dataclass(frozen=True, slots=True)
class Fact:
    """One line; unwell, when somebody has to look."""

    what: str
    said: str
    unwell: bool = False


def status(account: TargetAccount, now: datetime) -> int:
    """0 when all is well, 1 when somebody has to look."""
    stacks = account.stacks()
    if not any(one.name == f"{account.target.prefix}-goals" for one in stacks):
        raise OperationRefused(f"{account.target.prefix} is not deployed here: make deploy ENV={account.target.name}")
    facts = [*_stacks(stacks), _commit(account), *_alarms(account), _ticks(account, now), *_executions(account)]
    facts += _queues(account)
    width = max(len(one.what) for one in facts)
    for one in facts:
        say(f"{'!' if one.unwell else ' '} {one.what:<{width}}  {one.said}")
    unwell = [one.what for one in facts if one.unwell]
    say(f"look at: {', '.join(unwell)} (docs/operator/runbook.md)" if unwell else "all is well")
    return 1 if unwell else 0


def _stacks(stacks: Sequence[DeployedStack]) -> Iterator[Fact]:
    for one in stacks:
        yield Fact(one.name, one.status, unwell=not one.status.endswith("_COMPLETE") or "ROLLBACK" in one.status)


def _commit(account: TargetAccount) -> Fact:
    """What is deployed against what is checked out here."""
    try:
        deployed = account.output("Commit")
    except OperationRefused:
        return Fact("commit", f"deployed {UNKNOWN}, here {commit()}")
    here, clean = commit(), deployed.removesuffix(CHANGED)
    if deployed == here and not deployed.endswith(CHANGED):
        return Fact("commit", f"deployed is what is committed: {here}")
    ahead, behind = git("rev-list", "--count", f"{clean}..HEAD"), git("rev-list", "--count", f"HEAD..{clean}")
    distance = f": {ahead} commits here are not deployed, {behind} deployed ones are not here" if ahead else ""
    return Fact("commit", f"deployed {deployed}, here {here}{distance}")


def _alarms(account: TargetAccount) -> Iterator[Fact]:
    ringing = pages_of(
        account.client("cloudwatch"),
        "describe_alarms",
        "MetricAlarms",
        AlarmNamePrefix=f"{account.target.prefix}-",
        StateValue="ALARM",
    )
    loud = (one["AlarmName"] for one in ringing if one["StateValue"] == "ALARM")
    names = sorted(name.removeprefix(f"{account.target.prefix}-") for name in loud)
    yield Fact("alarms", f"ringing: {', '.join(names)}" if names else "none rings", unwell=bool(names))


def _ticks(account: TargetAccount, now: datetime) -> Fact:
    told = account.client("cloudwatch").get_metric_statistics(
        Namespace=f"FoundFooty/{account.target.name}",
        MetricName="TicksFinished",
        Dimensions=[{"Name": "service", "Value": "finish_tick"}],
        StartTime=now - TICKS,
        EndTime=now,
        Period=int(TICKS.total_seconds()),
        Statistics=["Sum"],
    )
    finished = int(sum(one["Sum"] for one in told["Datapoints"]))
    return Fact("ticks", f"{finished} in the last ten minutes", unwell=account.target.schedules and finished == 0)


def _executions(account: TargetAccount) -> Iterator[Fact]:
    for name in LISTED:
        machine = account.output(f"{name}Machine")
        newest = next(_listed(account, machine), None)
        running = sum(1 for _ in _listed(account, machine, statusFilter="RUNNING"))
        last = (
            f"last {newest['status']} of {newest['startDate'].astimezone(UTC):%Y-%m-%d %H:%M}"
            if newest
            else "never ran"
        )
        bad = name == "Ingest" and newest is not None and newest["status"] not in {"SUCCEEDED", "RUNNING"}
        yield Fact(name.lower(), f"{running} running, {last}", unwell=bad)


def _listed(account: TargetAccount, machine: str, **more: str) -> Iterator[Any]:
    return pages_of(account.client("stepfunctions"), "list_executions", "executions", stateMachineArn=machine, **more)


def _queues(account: TargetAccount) -> list[Fact]:
    queues = account.client("sqs")

    def waiting(url: str) -> int:
        return int(queues.get_queue_attributes(QueueUrl=url, AttributeNames=[WAITING])["Attributes"][WAITING])

    facts = [Fact("uploads", f"{waiting(account.output('UploadQueue'))} batches wait")]
    for name, url in dead_letters(account):
        aside = waiting(url)
        facts.append(Fact(name.partition(" ")[2], f"{aside} set aside", unwell=aside > 0))
    return facts


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="make status", description="How a deployed target is.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    return status(TargetAccount.of(parser.parse_args(arguments).target), datetime.now(UTC))


if __name__ == "__main__":
    run(main)
