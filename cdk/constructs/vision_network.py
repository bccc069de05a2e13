"""Where machines that look at clips stand."""

from constructs import Construct

from cdk.constructs.private_service import PrivateService
from cdk.state import State

NAME = "vision"


def vision_network(scope: Construct, state: State) -> PrivateService:
    """`http://vision.footy-dev.internal:8080`."""
    return PrivateService(
        scope,
        state,
        name=NAME,
        domain=state.target.prefix,
        inside="the vision service",
        asked="clips to be looked at",
        outside="the model in S3, images, logs",
    )
