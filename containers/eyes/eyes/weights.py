"""Reader of PyTorch weight files without PyTorch.

The file is in PyTorch's older format: five pickles, then the numbers of every storage. A pickle can run any code, so
the unpickler accepts four names only.
"""

import pickle
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

Weights = dict[str, NDArray[np.float32]]

MAGIC = 0x1950A86A20F9469CFC6C
VERSION = 1001
COUNT_BYTES = 8
TYPES: Mapping[str, np.dtype[Any]] = {"FloatStorage": np.dtype("<f4"), "LongStorage": np.dtype("<i8")}


class InvalidWeights(ValueError):
    """The file is not a table of weights, or contains more than that."""


@dataclass(frozen=True, slots=True)
class _Tensor:
    """View of one storage; strides count elements."""

    storage: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def read(file: Path) -> Weights:
    """Return the float tensors of the file by name."""
    with file.open("rb") as stream:
        try:
            tensors, types, order = _tables(stream)
            numbers = {storage: _numbers(stream, types[storage]) for storage in order}
            views = {name: _view(tensor, numbers[tensor.storage]) for name, tensor in tensors.items()}
        except (pickle.UnpicklingError, EOFError, LookupError, TypeError, ValueError, AttributeError) as wrong:
            raise InvalidWeights(f"{file.name}: {wrong}") from wrong
    return {name: view for name, view in views.items() if view.dtype == np.float32}


def _tables(stream: BinaryIO) -> tuple[dict[str, _Tensor], dict[str, np.dtype[Any]], list[str]]:
    reader = _Pickle(stream)
    if reader.load() != MAGIC or _Pickle(stream).load() != VERSION:
        raise InvalidWeights("not in the older format of PyTorch")
    if not _Pickle(stream).load()["little_endian"]:
        raise InvalidWeights("written by a big-endian machine")
    table = _Pickle(stream)
    tensors: dict[str, _Tensor] = dict(table.load())
    order: list[str] = _Pickle(stream).load()
    return tensors, table.types, order


class _Pickle(pickle.Unpickler):
    """Unpickler that accepts four names and refuses all others."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream)
        self.types: dict[str, np.dtype[Any]] = {}

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _tensor
        if module == "torch" and name in TYPES:
            return TYPES[name]
        raise pickle.UnpicklingError(f"names {module}.{name}")

    def persistent_load(self, pid: Any) -> str:
        _kind, dtype, storage, *_rest = pid
        self.types[storage] = dtype
        return str(storage)


def _tensor(storage: str, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_rest: object) -> _Tensor:
    return _Tensor(storage, offset, shape, strides)


def _numbers(stream: BinaryIO, dtype: np.dtype[Any]) -> NDArray[Any]:
    count = int.from_bytes(stream.read(COUNT_BYTES), "little")
    return np.frombuffer(stream.read(count * dtype.itemsize), dtype, count)


def _view(tensor: _Tensor, numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the tensor's elements; check first that it stays within its storage."""
    last = tensor.offset + sum((length - 1) * step for length, step in zip(tensor.shape, tensor.strides, strict=True))
    if min((tensor.offset, *tensor.shape, *tensor.strides), default=0) < 0 or last >= len(numbers):
        raise InvalidWeights("a tensor reaches beyond its storage")
    steps = [step * numbers.itemsize for step in tensor.strides]
    return np.lib.stride_tricks.as_strided(numbers[tensor.offset :], tensor.shape, steps, writeable=False).copy()
