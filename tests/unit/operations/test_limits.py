"""Quota checks of `make preflight`."""

import pytest

from operations.preflight import limits
from operations.preflight.findings import Grade
from tests.support.aws_accounts import GROWN, NEW, Accounts

# as moto knows the region
HERE = ["g5.xlarge", "g4dn.xlarge"]


@pytest.mark.parametrize(
    ("target", "concurrency", "grade"),
    [("dev", 10, Grade.WARNING), ("prod", 10, Grade.WARNING), ("prod", 1000, Grade.OK), ("prod", 12, Grade.WARNING)],
)
def test_low_lambda_concurrency_is_a_warning(accounts: Accounts, target: str, concurrency: int, grade: Grade) -> None:
    assert limits.functions(accounts.of(target, concurrency=concurrency)).grade is grade


def test_fargate_quota_is_given_in_workers(accounts: Accounts) -> None:
    finding = limits.tasks(accounts.of(quotas=NEW))
    assert finding.grade is Grade.OK
    assert finding.text == "6 vCPU on demand, 6 on Spot: 12 clips workers"
    assert limits.tasks(accounts.of(quotas={**NEW, "L-3032A538": 2.0, "L-36FBB829": 2.0})).grade is Grade.WARNING
    assert limits.tasks(accounts.of(quotas={**NEW, "L-36FBB829": 0.0})).grade is Grade.ERROR
    assert limits.tasks(accounts.of()).grade is Grade.OK


def test_gpu_quota_is_checked_for_gpu_backends_only(accounts: Accounts) -> None:
    assert limits.gpus(accounts.of(quotas=NEW)).text == "not needed"
    finding = limits.gpus(accounts.of(quotas=NEW, vision="ec2"))
    assert finding.grade is Grade.ERROR
    assert '"vision": "cpu"' in finding.advice
    assert limits.gpus(accounts.of(vision="ec2", gpu_machines=HERE)).grade is Grade.OK
    assert (
        limits.gpus(accounts.of(quotas={**GROWN, "L-3819A6DF": 0.0}, vision="ec2", gpu_machines=HERE)).grade
        is Grade.WARNING
    )


def test_gpu_types_must_exist_in_the_region(accounts: Accounts) -> None:
    some = limits.gpus(accounts.of(vision="ec2", gpu_machines=["g5.xlarge", "g99.xlarge"]))
    assert (some.grade, some.text.partition("; ")[2]) == (Grade.WARNING, "this region has no g99.xlarge")
    none = limits.gpus(accounts.of(vision="ec2", gpu_machines=["g98.xlarge", "g99.xlarge"]))
    assert (none.grade, none.text) == (Grade.ERROR, "this region has no g98.xlarge, g99.xlarge")


@pytest.mark.parametrize(("allowed", "grade"), [(0.0, Grade.ERROR), (1.0, Grade.WARNING), (4.0, Grade.OK)])
def test_sagemaker_quota_counts_the_instance_type(accounts: Accounts, allowed: float, grade: Grade) -> None:
    finding = limits.gpus(accounts.of(quotas={**NEW, "ml.g6.xlarge for endpoint usage": allowed}, vision="sagemaker"))
    assert finding.grade is grade
    assert finding.text.startswith(f"{allowed:.0f} of ml.g6.xlarge for endpoint usage")


def test_an_unknown_quota_is_a_warning(accounts: Accounts) -> None:
    assert limits.gpus(accounts.of(vision="sagemaker")).grade is Grade.WARNING
