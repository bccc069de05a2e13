"""The image of a folder of containers/, for the processor of a target: built without emulation, wherever that is."""

from aws_cdk import IgnoreMode
from aws_cdk.aws_ecr_assets import Platform
from aws_cdk.aws_ecs import ContainerImage

from cdk.packages import ROOT
from cdk.settings import Target

# what installs libraries for another processor is pinned in one place
INSTALLER = "containers/clips/installer.txt"


def image_of(name: str, target: Target, *more: str) -> ContainerImage:
    """Its own folder, and more of the project where it asks for that."""
    taken = (f"containers/{name}", INSTALLER, *more)
    return ContainerImage.from_asset(
        str(ROOT),
        file=f"containers/{name}/Dockerfile",
        platform=Platform.LINUX_ARM64 if target.architecture == "arm64" else Platform.LINUX_AMD64,
        ignore_mode=IgnoreMode.DOCKER,
        exclude=["*", *(f"!{one}" for one in taken), "**/__pycache__"],
    )
