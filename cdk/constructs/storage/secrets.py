"""Generated secrets."""

import json

from aws_cdk import RemovalPolicy
from aws_cdk.aws_secretsmanager import Secret, SecretStringGenerator
from constructs import Construct

from cdk.constructs.permissions import acknowledge
from cdk.settings import Target


def generated_secret(
    scope: Construct, target: Target, construct_id: str, name: str, *, field: str, why: str, **fields: str
) -> Secret:
    """Create a secret whose `field` is generated; `why` says why it is not rotated automatically."""
    secret = Secret(
        scope,
        construct_id,
        secret_name=f"{target.prefix}/{name}",
        description=f"found-footy {target.name}: {name}",
        generate_secret_string=SecretStringGenerator(
            secret_string_template=json.dumps(fields),
            generate_string_key=field,
            exclude_punctuation=True,
            password_length=40,
        ),
        removal_policy=RemovalPolicy.DESTROY,
    )
    acknowledge(secret, why, "SMG4")
    return secret
