"""What roles may do, and the findings of the security rules that stand, each with its reason."""

from collections.abc import Mapping, Sequence

from aws_cdk import Acknowledgment, Stack, Validations
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
    """Lets a role do this; a resource with a wildcard needs the reason why it cannot be named."""
    role.add_to_policy(PolicyStatement(actions=list(actions), resources=list(resources), conditions=conditions))
    if why:
        wild = [text for text in (_as_the_rules_write_it(role, arn) for arn in resources) if "*" in text]
        acknowledge(role, why, *(f"IAM5[Resource::{text}]" for text in wild))


def address_of(secret: ISecret) -> str:
    """As policies write it: to a secret that is known by its name Secrets Manager adds six letters."""
    return secret.secret_full_arn or f"{secret.secret_arn}-??????"


def trusted(scope: IConstruct, service: str) -> ServicePrincipal:
    """A service of AWS that acts for this account and no other."""
    ours = {"StringEquals": {"aws:SourceAccount": Stack.of(scope).account}}
    return ServicePrincipal(f"{service}.amazonaws.com", conditions=ours)


def acknowledge(scope: IConstruct, reason: str, *findings: str) -> None:
    """Accepts these findings of AwsSolutions on this resource only."""
    Validations.of(scope).acknowledge(
        *(Acknowledgment(id=f"AwsSolutions-{finding}", reason=reason) for finding in findings)
    )


def _as_the_rules_write_it(scope: IConstruct, arn: str) -> str:
    return _flat(Stack.of(scope).resolve(arn))


def _flat(value: object) -> str:
    """An address with its references by name, `arn:<AWS::Partition>:s3:::...`."""
    match value:
        case {"Fn::Join": [str(), [*parts]]}:
            return "".join(_flat(part) for part in parts)
        case {"Ref": str(name)}:
            return f"<{name}>"
        case {"Fn::GetAtt": [str(name), str(attribute)]}:
            return f"<{name}.{attribute}>"
        case {"Fn::ImportValue": str(name)}:
            return name
        case _:
            return str(value)
