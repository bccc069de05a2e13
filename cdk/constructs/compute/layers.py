"""What functions share, as Lambda layers of the stack they stand in.

Each stack has its own: a layer's address changes with every version, and an address that another
stack imports cannot change.
"""

from aws_cdk.aws_lambda import Architecture, AssetCode, Code, LayerVersion, Runtime, RuntimeFamily
from constructs import Construct

from cdk.certificates import certificates
from cdk.packages import LAYERS, Libraries
from cdk.settings import Target

CERTIFICATES = "certificates"
UNCOMPILED = ["**/__pycache__", "**/*.pyc"]


def runtime(target: Target) -> Runtime:
    """The Python the functions of this target run on."""
    return Runtime(f"python{target.python}", RuntimeFamily.PYTHON)


def architecture(target: Target) -> Architecture:
    """The processor the functions of this target run on."""
    return Architecture.ARM_64 if target.architecture == "arm64" else Architecture.X86_64


class Layers(Construct):
    """The package `footy` for every function, and libraries for those that need them."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, "Layers")
        self._target = target
        self._libraries = Libraries.of(target)
        self._published = {"footy": self._publish("footy", self._own("footy"))}

    def of(self, *names: str) -> list[LayerVersion]:
        """These layers, published when first asked for."""
        for name in names:
            if name not in self._published:
                library = certificates() if name == CERTIFICATES else self._libraries.layer(name)
                code = Code.from_asset(str(library.archive), asset_hash=library.key)
                self._published[name] = self._publish(name, code)
        return [self._published[name] for name in names]

    def _own(self, name: str) -> AssetCode:
        """Our package with its bytecode; the emulator's functions may write theirs themselves."""
        if self._target.emulator:
            return Code.from_asset(str(LAYERS / name), exclude=UNCOMPILED)
        package = self._libraries.package(name)
        return Code.from_asset(str(package.archive), asset_hash=package.key)

    def _publish(self, name: str, code: AssetCode) -> LayerVersion:
        return LayerVersion(
            self,
            name.capitalize(),
            code=code,
            compatible_runtimes=[runtime(self._target)],
            compatible_architectures=[architecture(self._target)],
        )
