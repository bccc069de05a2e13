"""IAM permissions, and findings of cdk-nag that we accept with a reason."""

from collections.abc import Mapping, Sequence

from aws_cdk import Acknowledgment, ArnFormat, Stack, Validations
from aws_cdk.aws_iam import PolicyStatement, Role, ServicePrincipal
from aws_cdk.aws_secretsmanager import ISecret
from constructs import IConstruct


def allow(
    role: Role,
    actions: Sequence[str],
    resources: Sequence[str],
    *,
    why: str = "",
    conditions: Mapping[str, Mapping[str, str]] | None = None,
) -> None:
    """Allow actions to a role; a resource with a wildcard needs a reason."""
    role.add_to_policy(PolicyStatement(actions=list(actions), resources=list(resources), conditions=conditions))
    if why:
        wild = [text for text in (_nag_text(Stack.of(role).resolve(arn)) for arn in resources) if "*" in text]
        acknowledge(role, why, *(f"IAM5[Resource::{text}]" for text in wild))


def address_of(secret: ISecret) -> str:
    """Return the ARN for a policy: Secrets Manager appends six characters to the name of a secret."""
    return secret.secret_full_arn or f"{secret.secret_arn}-??????"


def arn_of(scope: IConstruct, service: str, resource: str, name: str, *, colon: bool = False) -> str:
    """Return the ARN of a resource by its name, which needs no reference."""
    separator = ArnFormat.COLON_RESOURCE_NAME if colon else ArnFormat.SLASH_RESOURCE_NAME
    return Stack.of(scope).format_arn(service=service, resource=resource, resource_name=name, arn_format=separator)


def trusted(scope: IConstruct, service: str) -> ServicePrincipal:
    """Return a service principal that may act for this account only."""
    condition = {"StringEquals": {"aws:SourceAccount": Stack.of(scope).account}}
    return ServicePrincipal(f"{service}.amazonaws.com", conditions=condition)


def acknowledge(scope: IConstruct, reason: str, *findings: str) -> None:
    """Accept findings of AwsSolutions on one resource."""
    Validations.of(scope).acknowledge(
        *(Acknowledgment(id=f"AwsSolutions-{finding}", reason=reason) for finding in findings)
    )


def _nag_text(value: object) -> str:
    """Write an ARN as cdk-nag does, `arn:<AWS::Partition>:s3:::...`."""
    match value:
        case {"Fn::Join": [str(), [*parts]]}:
            return "".join(_nag_text(part) for part in parts)
        case {"Ref": str(name)}:
            return f"<{name}>"
        case {"Fn::GetAtt": [str(name), str(attribute)]}:
            return f"<{name}.{attribute}>"
        case {"Fn::ImportValue": str(name)}:
            return name
        case _:
            return str(value)
