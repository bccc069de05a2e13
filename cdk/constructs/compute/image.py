"""Docker images of `containers/`, built for the target's architecture without emulation."""

from aws_cdk import IgnoreMode
from aws_cdk.aws_ecr_assets import Platform
from aws_cdk.aws_ecs import ContainerImage

from cdk.packages import ROOT
from cdk.settings import Target

# pins the tool that installs packages for another architecture
INSTALLER = "containers/clips/installer.txt"


def image_of(name: str, target: Target, *more: str) -> ContainerImage:
    """Build the image of one folder; `more` adds paths of the project to the build context."""
    context = (f"containers/{name}", INSTALLER, *more)
    return ContainerImage.from_asset(
        str(ROOT),
        file=f"containers/{name}/Dockerfile",
        platform=Platform.LINUX_ARM64 if target.architecture == "arm64" else Platform.LINUX_AMD64,
        ignore_mode=IgnoreMode.DOCKER,
        exclude=["*", *(f"!{path}" for path in context), "**/__pycache__"],
    )
