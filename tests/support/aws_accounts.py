"""Accounts to operate on: moto's, with stacks that look like ours."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import boto3
from moto import mock_aws

from operations.account import TargetAccount, target_of
from tests.support.aws_answers import answering

REGION = "eu-west-1"
# what an account may have, that is used and that is new
GROWN = {"L-3032A538": 500.0, "L-36FBB829": 500.0, "L-DB2E81BA": 8.0, "L-3819A6DF": 8.0, "L-F678F1CE": 5.0}
NEW = {"L-3032A538": 6.0, "L-36FBB829": 6.0, "L-DB2E81BA": 0.0, "L-3819A6DF": 0.0, "L-F678F1CE": 5.0}


@contextmanager
def account_of(name: str, **changes: object) -> Iterator[TargetAccount]:
    """Yield an empty account with a changed target of cdk.json."""
    with mock_aws():
        target = target_of(name).model_copy(update=changes)
        yield TargetAccount(target, lambda service: boto3.client(service, region_name=REGION))  # type: ignore[call-overload]


def stack(account: TargetAccount, name: str, outputs: Mapping[str, object] | None = None, *, imports: str = "") -> str:
    """Create a stack that exports a topic, and may import one."""
    full = f"{account.target.prefix}-{name}"
    all_outputs: dict[str, Any] = {key: {"Value": value} for key, value in (outputs or {}).items()}
    all_outputs["Topic"] = {"Value": {"Ref": "Topic"}, "Export": {"Name": f"{full}-topic"}}
    properties = {"DisplayName": {"Fn::ImportValue": f"{account.target.prefix}-{imports}-topic"}} if imports else {}
    resources: dict[str, Any] = {"Topic": {"Type": "AWS::SNS::Topic", "Properties": properties}}
    template = json.dumps({"Resources": resources, "Outputs": all_outputs})
    account.client("cloudformation").create_stack(StackName=full, TemplateBody=template)
    return full


def names(account: TargetAccount) -> Sequence[str]:
    return [one.name for one in account.stacks()]


class Accounts(ExitStack):
    """Accounts of moto whose quotas a server tells."""

    def of(self, name: str = "dev", *, quotas: dict[str, float] | None = None, **more: Any) -> TargetAccount:
        limit = {key: more.pop(key) for key in ("concurrency", "unreserved", "tags") if key in more}
        url = self.enter_context(answering(quotas or GROWN, **limit))
        account = self.enter_context(account_of(name, **more))

        def connect(service: str) -> Any:
            served = {"endpoint_url": url} if service in {"service-quotas", "lambda", "ce"} else {}
            return boto3.client(service, region_name=REGION, **served)  # type: ignore[call-overload]

        return TargetAccount(account.target, connect)
