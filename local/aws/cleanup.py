"""Cleanup of an earlier stack in an AWS that outlives it: data of a replay, which can be played again at any time."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from local import TARGET
from operations.account import TargetAccount, pages_of, target_of
from operations.destroy import delete, in_order

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


def remove_previous_stacks(connect: Callable[[str], Any]) -> None:
    """Delete every stack of the local target, with its objects and executions."""
    account = TargetAccount(target_of(TARGET), connect)
    for stack in in_order(account, account.stacks()):
        resources = pages_of(
            account.client("cloudformation"), "list_stack_resources", "StackResourceSummaries", StackName=stack.name
        )
        for resource in resources:
            if resource["ResourceType"] == "AWS::S3::Bucket":
                _empty(account.client("s3"), resource["PhysicalResourceId"])
            elif resource["ResourceType"] == "AWS::StepFunctions::StateMachine":
                # the next match uses the same execution names, and the emulator would keep the old executions
                account.client("stepfunctions").delete_state_machine(stateMachineArn=resource["PhysicalResourceId"])
        delete(account, stack)


def _empty(s3: "S3Client", bucket: str) -> None:
    for page in s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
        for version in (*page.get("Versions", []), *page.get("DeleteMarkers", [])):
            s3.delete_object(Bucket=bucket, Key=version["Key"], VersionId=version["VersionId"])
