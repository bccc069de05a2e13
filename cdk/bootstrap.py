"""Qualifier of the CDK bootstrap, which is part of the names of its bucket, roles and version parameter."""

from collections.abc import Callable

QUALIFIER = "@aws-cdk/core:bootstrapQualifier"
DEFAULT_QUALIFIER = "hnb659fds"


def qualifier(context: Callable[[str], object]) -> str:
    """Return the qualifier of the context, as the CDK's own synthesizer reads it."""
    return str(context(QUALIFIER) or DEFAULT_QUALIFIER)
