"""Where machines that look at clips stand."""

from constructs import Construct

from cdk.constructs.network.private_service import PrivateService
from cdk.stacks.state import StateStack


def vision_network(scope: Construct, state: StateStack, name: str) -> PrivateService:
    """`http://eyes.footy-dev.internal:8080`: one zone for whoever stands there, a name for each.

    One that takes the other's place comes before that goes, and two zones or names alike there cannot be.
    """
    return PrivateService(
        scope,
        state,
        name=name,
        domain=state.target.prefix,
        inside="the vision service",
        asked="clips to be looked at",
        outside="the model in S3, images, logs",
    )
