"""Findings of the checks, and their table."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from botocore.exceptions import BotoCoreError, ClientError

from operations.account import TargetAccount


class Grade(Enum):
    """Severity of a finding, as the table shows it."""

    OK = "ok"
    # the deployment works, but something is missing
    WARNING = "warn"
    # the deployment would fail
    ERROR = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the table, and one of advice."""

    grade: Grade
    text: str
    advice: str = ""


Check = Callable[[TargetAccount], Finding]


def ok(text: str) -> Finding:
    """Return a finding without advice."""
    return Finding(Grade.OK, text)


def warning(text: str, advice: str) -> Finding:
    """Return a finding that does not prevent a deployment."""
    return Finding(Grade.WARNING, text, advice)


def error(text: str, advice: str) -> Finding:
    """Return a finding that prevents a deployment."""
    return Finding(Grade.ERROR, text, advice)


def finding_of(account: TargetAccount, check: Check) -> Finding:
    """Run a check; missing permissions are a warning."""
    try:
        return check(account)
    except (ClientError, BotoCoreError) as failure:
        reason = " ".join(str(failure).split())
        return warning(f"could not be checked: {reason}", "use credentials that may read it")


def table(findings: Sequence[tuple[str, Finding]]) -> Iterator[str]:
    """Yield the lines of the table, each advice below its finding."""
    width = max(len(name) for name, _ in findings)
    for name, finding in findings:
        yield f"{finding.grade.value:<4}  {name:<{width}}  {finding.text}"
        if finding.advice:
            yield f"{'':<4}  {'':<{width}}  -> {finding.advice}"
