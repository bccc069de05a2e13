"""Changes that CloudFormation refuses when new templates are deployed over a live target."""

from collections.abc import Iterator, Mapping
from typing import Any

Templates = Mapping[str, Mapping[str, Any]]

# types with unique names; names of services are unique within their cluster
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


def removed_imports(before: Templates, after: Templates) -> set[str]:
    """Return exports that a stack would remove while another stack still imports them."""
    removed = {
        export for stack in before.keys() & after.keys() for export in exports(before[stack]) - exports(after[stack])
    }
    return {export for template in before.values() for export in removed & imports(template)}


def name_collisions(before: Templates, after: Templates) -> set[str]:
    """Return names that a new resource would take before the old one is deleted."""
    had, has = _named(before), _named(after)
    return {" ".join(name) for name in had.keys() & has.keys() if had[name] != has[name]}


def _named(templates: Templates) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the stack and the logical id of each named resource."""
    names = {}
    for stack, template in templates.items():
        for resource, body in template.get("Resources", {}).items():
            if name := _name(body):
                names[body["Type"], name] = stack, resource
    return names


def _name(body: Mapping[str, Any]) -> str:
    """Return the name with its cluster, or an empty text when AWS generates it."""
    value: Any = body.get("Properties", {})
    place = value.get("Cluster", "")
    for step in NAMES[body["Type"]].split(".") if body["Type"] in NAMES else ["-"]:
        value = value.get(step)
    return " in ".join(str(one) for one in (value, place) if one) if value else ""


def exports(template: Mapping[str, Any]) -> set[str]:
    """Return the exports of a stack."""
    outputs = template.get("Outputs", {}).values()
    return {str(output["Export"]["Name"]) for output in outputs if "Export" in output}


def imports(template: Mapping[str, Any]) -> set[str]:
    """Return the imports of a stack."""
    return {str(one["Fn::ImportValue"]) for one in _objects(template) if "Fn::ImportValue" in one}


def _objects(part: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(part, Mapping):
        yield part
    within = part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ()
    for one in within:
        yield from _objects(one)
