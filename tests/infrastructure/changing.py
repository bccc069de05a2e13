"""What CloudFormation would refuse when other templates are deployed over those of a live target."""

from collections.abc import Iterator, Mapping
from typing import Any

Templates = Mapping[str, Mapping[str, Any]]

# of which there can be only one of a name; of services one in a cluster
NAMES = {
    "AWS::AutoScaling::AutoScalingGroup": "AutoScalingGroupName",
    "AWS::Budgets::Budget": "Budget.BudgetName",
    "AWS::CloudWatch::Alarm": "AlarmName",
    "AWS::CloudWatch::Dashboard": "DashboardName",
    "AWS::ECS::Cluster": "ClusterName",
    "AWS::ECS::Service": "ServiceName",
    "AWS::Lambda::Function": "FunctionName",
    "AWS::Logs::LogGroup": "LogGroupName",
    "AWS::S3::Bucket": "BucketName",
    "AWS::SageMaker::Endpoint": "EndpointName",
    "AWS::SageMaker::InferenceComponent": "InferenceComponentName",
    "AWS::SecretsManager::Secret": "Name",
    "AWS::ServiceDiscovery::PrivateDnsNamespace": "Name",
    "AWS::ServiceDiscovery::Service": "Name",
}


def held_back(before: Templates, after: Templates) -> set[str]:
    """Exports that a stack would take back while another one still imports them.

    A stack that nobody deploys any more stays as it was.
    """
    gone = {
        export for stack in before.keys() & after.keys() for export in exports(before[stack]) - exports(after[stack])
    }
    return {export for template in before.values() for export in gone & imports(template)}


def doubled(before: Templates, after: Templates) -> set[str]:
    """Names that something new would take before what has them is gone: what is left over goes last."""
    had, has = _named(before), _named(after)
    return {" ".join(name) for name in had.keys() & has.keys() if had[name] != has[name]}


def _named(templates: Templates) -> dict[tuple[str, str], tuple[str, str]]:
    """Which resource of which stack has a name."""
    found = {}
    for stack, template in templates.items():
        for resource, body in template.get("Resources", {}).items():
            if name := _name(body):
                found[body["Type"], name] = stack, resource
    return found


def _name(body: Mapping[str, Any]) -> str:
    """What it is called, and where; nothing, when AWS makes a name up."""
    value: Any = body.get("Properties", {})
    place = value.get("Cluster", "")
    for step in NAMES[body["Type"]].split(".") if body["Type"] in NAMES else ["-"]:
        value = value.get(step)
    return " in ".join(str(one) for one in (value, place) if one) if value else ""


def exports(template: Mapping[str, Any]) -> set[str]:
    """What a stack tells all others."""
    outputs = template.get("Outputs", {}).values()
    return {str(output["Export"]["Name"]) for output in outputs if "Export" in output}


def imports(template: Mapping[str, Any]) -> set[str]:
    """What it takes of them."""
    return {str(found["Fn::ImportValue"]) for found in _objects(template) if "Fn::ImportValue" in found}


def _objects(part: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(part, Mapping):
        yield part
    within = part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ()
    for one in within:
        yield from _objects(one)
