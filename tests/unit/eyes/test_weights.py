"""Weights of PyTorch's older format, read without it, and nothing else."""

import io
import pickle
import sys
from collections import OrderedDict
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from eyes.weights import MAGIC, VERSION, InvalidWeights, read


@pytest.fixture(autouse=True)
def torch(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Names of PyTorch that a pickle of weights contains."""
    module, hidden = ModuleType("torch"), ModuleType("torch._utils")

    def rebuild(*_: Any) -> None: ...

    rebuild.__module__, rebuild.__qualname__, rebuild.__name__ = (
        hidden.__name__,
        "_rebuild_tensor_v2",
        "_rebuild_tensor_v2",
    )
    storage = type("FloatStorage", (), {"__module__": "torch"})
    monkeypatch.setattr(hidden, "_rebuild_tensor_v2", rebuild, raising=False)
    monkeypatch.setattr(module, "FloatStorage", storage, raising=False)
    monkeypatch.setitem(sys.modules, "torch", module)
    monkeypatch.setitem(sys.modules, "torch._utils", hidden)
    return module


class Tensor:
    """Pickles as a tensor of two rows that are stored column by column."""

    def __init__(self, storage: Any, *, offset: int = 0, shape: tuple[int, ...] = (2, 3)) -> None:
        self.parts: tuple[Any, ...] = (storage, offset, shape, (1, 2), False, OrderedDict())

    def __reduce__(self) -> tuple[Any, ...]:
        return sys.modules["torch._utils"]._rebuild_tensor_v2, self.parts


class Storage:
    """Stands for numbers that follow later in the file."""


class Writer(pickle.Pickler):
    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, Storage):
            return ("storage", sys.modules["torch"].FloatStorage, "7", "cpu", 6, None)
        return None


def written(folder: Path, table: Any, *, magic: int = MAGIC) -> Path:
    stream = io.BytesIO()
    for value in (magic, VERSION, {"little_endian": True}, table, ["7"]):
        Writer(stream, protocol=2).dump(value)
    stream.write((6).to_bytes(8, "little"))
    stream.write(np.arange(6, dtype="<f4").tobytes())
    file = folder / "weights.pth"
    file.write_bytes(stream.getvalue())
    return file


def test_reads_a_tensor_by_its_strides(tmp_path: Path) -> None:
    weights = read(written(tmp_path, OrderedDict(a=Tensor(Storage()))))
    assert weights["a"].tolist() == [[0, 2, 4], [1, 3, 5]]


@pytest.mark.parametrize("tensor", [{"offset": 1}, {"offset": -1}, {"shape": (2, 4)}, {"shape": (9, 3)}])
def test_a_tensor_that_leaves_its_storage_is_refused(tmp_path: Path, tensor: dict[str, Any]) -> None:
    with pytest.raises(InvalidWeights):
        read(written(tmp_path, {"a": Tensor(Storage(), **tensor)}))


class Harm:
    def __reduce__(self) -> tuple[Any, ...]:
        return exec, ("raise SystemExit",)


def test_a_file_that_would_run_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidWeights, match="exec"):
        read(written(tmp_path, {"a": Harm()}))


def test_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidWeights):
        read(written(tmp_path, {}, magic=1))


@pytest.mark.parametrize("keep", [0, 10, 100, -4])
def test_half_a_file_is_refused(tmp_path: Path, keep: int) -> None:
    file = written(tmp_path, {"a": Tensor(Storage())})
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(InvalidWeights):
        read(file)
