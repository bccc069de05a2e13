"""Lambda layers of one stack.

Each stack has its own: the ARN of a layer changes with every version, and an ARN that another stack imports cannot
change.
"""

from aws_cdk.aws_lambda import Architecture, AssetCode, Code, LayerVersion, Runtime, RuntimeFamily
from constructs import Construct

from cdk.certificates import certificates
from cdk.packages import LAYERS, Libraries
from cdk.settings import Target

CERTIFICATES = "certificates"
UNCOMPILED = ["**/__pycache__", "**/*.pyc"]


def runtime(target: Target) -> Runtime:
    """Return the Python runtime of the target's functions."""
    return Runtime(f"python{target.python}", RuntimeFamily.PYTHON)


def architecture(target: Target) -> Architecture:
    """Return the processor architecture of the target's functions."""
    return Architecture.ARM_64 if target.architecture == "arm64" else Architecture.X86_64


class Layers(Construct):
    """The package `footy` for every function, and libraries for the functions that need them."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, "Layers")
        self._target = target
        self._libraries = Libraries.of(target)
        self._published = {"footy": self._publish("footy", self._own("footy"))}

    def of(self, *names: str) -> list[LayerVersion]:
        """Return layers, each published on first use."""
        for name in names:
            if name not in self._published:
                library = certificates() if name == CERTIFICATES else self._libraries.layer(name)
                code = Code.from_asset(str(library.archive), asset_hash=library.key)
                self._published[name] = self._publish(name, code)
        return [self._published[name] for name in names]

    def _own(self, name: str) -> AssetCode:
        """Pack our package with its bytecode; functions on the emulator compile it themselves."""
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
