"""What a check finds, and the table of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from botocore.exceptions import BotoCoreError, ClientError

from operations.account import TargetAccount


class Grade(Enum):
    """How much a finding weighs."""

    GOOD = "ok"
    # it can be deployed, and something will be missing
    LOOK = "look"
    # the deployment would fail
    BAD = "no"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the table, and one of advice."""

    grade: Grade
    said: str
    advice: str = ""


Check = Callable[[TargetAccount], Finding]


def good(said: str) -> Finding:
    """Nothing to do."""
    return Finding(Grade.GOOD, said)


def look(said: str, advice: str) -> Finding:
    """Not in the way of a deployment."""
    return Finding(Grade.LOOK, said, advice)


def bad(said: str, advice: str) -> Finding:
    """In its way."""
    return Finding(Grade.BAD, said, advice)


def found(account: TargetAccount, check: Check) -> Finding:
    """What the check finds; that it may not ask is something to be told, not a reason to stop."""
    try:
        return check(account)
    except (ClientError, BotoCoreError) as failure:
        return look(f"could not be asked: {' '.join(str(failure).split())}", "ask with credentials that may read it")


def table(findings: Sequence[tuple[str, Finding]]) -> Iterator[str]:
    """A line for each, its advice below it."""
    width = max(len(name) for name, _ in findings)
    for name, finding in findings:
        yield f"{finding.grade.value:<4}  {name:<{width}}  {finding.said}"
        if finding.advice:
            yield f"{'':<4}  {'':<{width}}  -> {finding.advice}"
