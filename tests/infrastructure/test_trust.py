"""Who acts in the name of this account, and where its functions and tasks can go."""

import json
from typing import Any

import pytest

from tests.infrastructure.templates import Deployment

# EC2 hands an instance its role without telling for which account
TELLS_NO_ACCOUNT = {"ec2.amazonaws.com"}


def _roles(deployment: Deployment) -> dict[str, list[dict[str, Any]]]:
    """The trust of every role of ours; CDK makes those of its custom resources itself, for Lambda alone."""
    return {
        role.name: role.properties["AssumeRolePolicyDocument"]["Statement"]
        for role in deployment.resources("AWS::IAM::Role")
        if not role.name.startswith("Custom")
    }


def test_a_service_acts_for_this_account_only(anywhere: Deployment) -> None:
    for name, statements in _roles(anywhere).items():
        for one in statements:
            if one["Principal"].get("Service") not in TELLS_NO_ACCOUNT:
                assert one["Condition"]["StringEquals"]["aws:SourceAccount"] == {"Ref": "AWS::AccountId"}, name


def test_code_in_a_function_does_not_make_network_interfaces(prod: Deployment) -> None:
    """Lambda needs the right in the name of the function; its calls do not carry the function's address."""
    denied = {one.properties["RoleName"]["Ref"]: one.properties for one in prod.resources("AWS::IAM::RolePolicy")}
    inside = [one for one in prod.functions() if "VpcConfig" in one.properties]
    assert inside
    for function in inside:
        [statement] = denied[function.properties["Role"]["Fn::GetAtt"][0]]["PolicyDocument"]["Statement"]
        assert statement["Effect"] == "Deny"
        assert "ec2:CreateNetworkInterface" in statement["Action"]
        source = statement["Condition"]["ArnEquals"]["lambda:SourceFunctionArn"]
        assert source == {"Fn::GetAtt": [function.name, "Arn"]}


@pytest.mark.parametrize("group", ["NetworkTasks", "NetworkFunctions"])
def test_nothing_goes_out_but_https_and_the_way_to_the_database(prod: Deployment, group: str) -> None:
    rules = prod.one("AWS::EC2::SecurityGroup", group).properties["SecurityGroupEgress"]
    assert [(rule["FromPort"], rule["ToPort"]) for rule in rules] == [(443, 443)]


def test_functions_reach_the_database_by_its_own_port(prod: Deployment) -> None:
    [way] = prod.resources("AWS::EC2::SecurityGroupEgress")
    assert "NetworkFunctions" in json.dumps(way.properties["GroupId"])
    assert "DocumentDbGuard" in json.dumps(way.properties["DestinationSecurityGroupId"])
    assert way.properties["FromPort"] == 27117
