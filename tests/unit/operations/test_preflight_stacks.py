"""Checks of `make preflight` on stacks that failed before."""

import re
from datetime import UTC, datetime

import pytest

from operations.account import DeployedStack, TargetAccount
from operations.preflight import environment
from operations.preflight.findings import Grade
from tests.support.aws_accounts import Accounts, stack


def test_failed_stacks_prevent_a_deployment(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    account = accounts.of()
    assert environment.stacks(account).text == "not deployed yet"
    stack(account, "goals")
    [one] = account.stacks()
    for status, grade in (("ROLLBACK_COMPLETE", Grade.ERROR), ("UPDATE_ROLLBACK_COMPLETE", Grade.WARNING)):
        standing = type(one)(one.name, status, one.created, {})
        monkeypatch.setattr(TargetAccount, "stacks", lambda _self, standing=standing: [standing])
        assert environment.stacks(account).grade is grade


@pytest.mark.parametrize(
    ("status", "commands"),
    [
        ("ROLLBACK_COMPLETE", ["update-termination-protection", "delete-stack"]),
        ("ROLLBACK_FAILED", ["update-termination-protection", "delete-stack"]),
        ("DELETE_FAILED", ["delete-stack"]),
        ("UPDATE_ROLLBACK_FAILED", ["continue-update-rollback"]),
    ],
)
def test_repair_command_fits_the_stack_status(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch, status: str, commands: list[str]
) -> None:
    """The data stack has termination protection even when its creation failed."""
    account = accounts.of()
    standing = [DeployedStack("footy-dev-data", status, datetime.now(UTC), {})]
    monkeypatch.setattr(TargetAccount, "stacks", lambda _self: standing)
    advice = environment.stacks(account).advice
    assert re.findall(r"cloudformation ([a-z-]+)", advice) == commands
    assert advice.count("--stack-name footy-dev-data") == len(commands)


@pytest.mark.parametrize(("target", "named"), [("prod", True), ("dev", False)])
def test_a_protected_cluster_is_repaired_by_destroy(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch, *, target: str, named: bool
) -> None:
    """CloudFormation cannot delete a cluster that is protected, and neither can who deletes its stack."""
    account = accounts.of(target)
    standing = [DeployedStack(f"footy-{target}-state", "ROLLBACK_FAILED", datetime.now(UTC), {})]
    monkeypatch.setattr(TargetAccount, "stacks", lambda _self: standing)
    advice = environment.stacks(account).advice
    assert (f'make destroy ENV={target} ARGS="--database footy-{target}"' in advice) is named
    assert ("delete-stack" in advice) is not named
