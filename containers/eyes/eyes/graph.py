"""EfficientNet-Lite2 as an ONNX graph, built from its weights.

A chain of convolutions, each with its batch normalisation folded in. The weights do not contain the strides.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper

from eyes.weights import Weights

SIDE = 260
CLASSES = 1000
HALVING_BLOCKS = frozenset({1, 4, 7, 15})
EPSILON = 1e-3
OPERATORS, FORMAT = 13, 8

Numbers = NDArray[np.float32]


class _Graph:
    """Nodes and constants, and the name of the last output."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._serial = count()
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self.last = "pictures"

    def add(self, kind: str, *others: str, **attributes: Any) -> None:
        """Append a node to the last output."""
        name = f"n{next(self._serial)}"
        self.nodes.append(helper.make_node(kind, [self.last, *others], [name], **attributes))
        self.last = name

    def constant(self, values: Numbers) -> str:
        name = f"c{next(self._serial)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        return name

    def convolution(self, layer: str, norm: str, *, strided: bool = False, active: bool = True) -> None:
        """Append a convolution with its normalisation, and ReLU6 if active."""
        kernel, bias = self._folded(layer, norm)
        grouped = kernel.shape[1] == 1
        self.add(
            "Conv",
            self.constant(kernel),
            self.constant(bias),
            auto_pad="SAME_UPPER",
            strides=[2, 2] if strided else [1, 1],
            group=kernel.shape[0] if grouped else 1,
        )
        if active:
            self.add("Clip", self.constant(np.array(0)), self.constant(np.array(6)))

    def block(self, number: int) -> None:
        """Append an inverted residual block, with a shortcut where the shapes match."""
        name, block_input = f"_blocks.{number}", self.last
        depthwise = f"{name}._depthwise_conv"
        widens = f"{name}._expand_conv.weight" in self._weights
        if widens:
            self.convolution(f"{name}._expand_conv", f"{name}._bn0")
        strided = number in HALVING_BLOCKS
        self.convolution(depthwise, f"{name}._bn1", strided=strided)
        self.convolution(f"{name}._project_conv", f"{name}._bn2", active=False)
        first = f"{name}._expand_conv" if widens else depthwise
        width_in = self._weights[f"{first}.weight"].shape[1 if widens else 0]
        if not strided and width_in == self._weights[f"{name}._project_conv.weight"].shape[0]:
            self.add("Add", block_input)

    def _folded(self, layer: str, norm: str) -> tuple[Numbers, Numbers]:
        of = {part: self._weights[f"{norm}.{part}"] for part in ("weight", "bias", "running_mean", "running_var")}
        scale = of["weight"] / np.sqrt(of["running_var"] + EPSILON)
        kernel = self._weights[f"{layer}.weight"] * scale[:, None, None, None]
        return np.asarray(kernel, np.float32), np.asarray(of["bias"] - of["running_mean"] * scale, np.float32)


def build(weights: Weights) -> ModelProto:
    """Return a checked model: planes of 260x260 in RGB in, a probability per class out."""
    graph = _Graph(weights)
    graph.convolution("_conv_stem", "_bn0", strided=True)
    for number in _blocks(weights):
        graph.block(number)
    graph.convolution("_conv_head", "_bn1")
    graph.add("GlobalAveragePool")
    graph.add("Flatten")
    graph.add("Gemm", graph.constant(weights["_fc.weight"]), graph.constant(weights["_fc.bias"]), transB=1)
    graph.add("Softmax", axis=1)
    return _model(graph)


def _blocks(weights: Weights) -> Iterator[int]:
    return (n for n in range(len(weights)) if f"_blocks.{n}._project_conv.weight" in weights)


def _model(graph: _Graph) -> ModelProto:
    model_input = helper.make_tensor_value_info("pictures", TensorProto.FLOAT, ["n", 3, SIDE, SIDE])
    model_output = helper.make_tensor_value_info(graph.last, TensorProto.FLOAT, ["n", CLASSES])
    onnx_graph = helper.make_graph(graph.nodes, "efficientnet-lite2", [model_input], [model_output], graph.constants)
    model = helper.make_model(onnx_graph, opset_imports=[helper.make_opsetid("", OPERATORS)], ir_version=FORMAT)
    checker.check_model(model)
    return model
