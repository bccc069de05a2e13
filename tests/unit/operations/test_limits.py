"""How much an account may have of what a target wants, as `make preflight` tells it."""

import pytest

from operations.preflight import limits
from operations.preflight.findings import Grade
from tests.unit.operations.accounts import GROWN, NEW, Accounts

# as moto knows the region
HERE = ["g5.xlarge", "g4dn.xlarge"]


@pytest.mark.parametrize(
    ("target", "concurrency", "grade"),
    [("dev", 10, Grade.LOOK), ("prod", 10, Grade.LOOK), ("prod", 1000, Grade.GOOD), ("prod", 12, Grade.LOOK)],
)
def test_a_new_account_runs_ten_functions_and_reserves_none(
    accounts: Accounts, target: str, concurrency: int, grade: Grade
) -> None:
    assert limits.functions(accounts.of(target, concurrency=concurrency)).grade is grade


def test_a_new_account_has_six_processors_for_tasks(accounts: Accounts) -> None:
    finding = limits.tasks(accounts.of(quotas=NEW))
    assert finding.grade is Grade.GOOD
    assert finding.said == "6 vCPU on demand, 6 on Spot: 12 clips workers"
    assert limits.tasks(accounts.of(quotas={**NEW, "L-3032A538": 2.0, "L-36FBB829": 2.0})).grade is Grade.LOOK
    assert limits.tasks(accounts.of(quotas={**NEW, "L-36FBB829": 0.0})).grade is Grade.BAD
    assert limits.tasks(accounts.of()).grade is Grade.GOOD


def test_gpus_are_asked_for_where_one_is_wanted(accounts: Accounts) -> None:
    assert limits.gpus(accounts.of(quotas=NEW)).said == "none is asked for"
    finding = limits.gpus(accounts.of(quotas=NEW, vision="ec2"))
    assert finding.grade is Grade.BAD
    assert '"vision": "cpu"' in finding.advice
    assert limits.gpus(accounts.of(vision="ec2", gpu_machines=HERE)).grade is Grade.GOOD
    assert (
        limits.gpus(accounts.of(quotas={**GROWN, "L-3819A6DF": 0.0}, vision="ec2", gpu_machines=HERE)).grade
        is Grade.LOOK
    )


def test_machines_with_a_gpu_are_of_types_that_the_region_has(accounts: Accounts) -> None:
    some = limits.gpus(accounts.of(vision="ec2", gpu_machines=["g5.xlarge", "g99.xlarge"]))
    assert (some.grade, some.said.partition("; ")[2]) == (Grade.LOOK, "this region has no g99.xlarge")
    none = limits.gpus(accounts.of(vision="ec2", gpu_machines=["g98.xlarge", "g99.xlarge"]))
    assert (none.grade, none.said) == (Grade.BAD, "this region has no g98.xlarge, g99.xlarge")


@pytest.mark.parametrize(("allowed", "grade"), [(0.0, Grade.BAD), (1.0, Grade.LOOK), (4.0, Grade.GOOD)])
def test_sagemaker_counts_its_machines_by_type_and_apart_from_those_of_ec2(
    accounts: Accounts, allowed: float, grade: Grade
) -> None:
    finding = limits.gpus(accounts.of(quotas={**NEW, "ml.g6.xlarge for endpoint usage": allowed}, vision="sagemaker"))
    assert finding.grade is grade
    assert finding.said.startswith(f"{allowed:.0f} of ml.g6.xlarge for endpoint usage")


def test_a_quota_that_is_not_there_is_told(accounts: Accounts) -> None:
    assert limits.gpus(accounts.of(vision="sagemaker")).grade is Grade.LOOK
