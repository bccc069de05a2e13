"""Accounts to operate on: moto's, with stacks that look like ours."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import boto3
from moto import mock_aws

from operations.account import Account, target_of

REGION = "eu-west-1"


@contextmanager
def account_of(name: str, **changes: object) -> Iterator[Account]:
    """An empty account, and the target of cdk.json by this name, changed as said."""
    with mock_aws():
        target = target_of(name).model_copy(update=changes)
        yield Account(target, lambda service: boto3.client(service, region_name=REGION))  # type: ignore[call-overload]


def stack(account: Account, name: str, outputs: Mapping[str, object] | None = None, *, imports: str = "") -> str:
    """A stack of this target with a topic that it exports, and a use of what another one exports."""
    full = f"{account.target.prefix}-{name}"
    told: dict[str, Any] = {key: {"Value": value} for key, value in (outputs or {}).items()}
    told["Topic"] = {"Value": {"Ref": "Topic"}, "Export": {"Name": f"{full}-topic"}}
    properties = {"DisplayName": {"Fn::ImportValue": f"{account.target.prefix}-{imports}-topic"}} if imports else {}
    resources: dict[str, Any] = {"Topic": {"Type": "AWS::SNS::Topic", "Properties": properties}}
    template = json.dumps({"Resources": resources, "Outputs": told})
    account.client("cloudformation").create_stack(StackName=full, TemplateBody=template)
    return full


def names(account: Account) -> Sequence[str]:
    return [one.name for one in account.stacks()]
