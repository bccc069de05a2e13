"""ONNX network with the shape of ResNet-50 and random weights: as slow as the real one."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

STAGES = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))
WIDER = 4
LABELS = 1000


class Drawing:
    """Builder for a network, layer by layer."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self._chance = np.random.default_rng(50)

    def node(self, kind: str, *inputs: str, **how: Any) -> str:
        name = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **how))
        return name

    def convolved(self, inputs: str, shape: tuple[int, int, int], stride: int = 1) -> str:
        """Add a convolution of the shape (inputs, outputs, window)."""
        inside, outside, window = shape
        weights = self._add_weights(self._drawn((outside, inside, window, window), inside * window**2))
        bias = self._add_weights(np.zeros(outside, np.float32))
        return self.node("Conv", inputs, weights, bias, strides=[stride] * 2, pads=[window // 2] * 4)

    def block(self, inputs: str, inside: int, width: int, stride: int) -> str:
        narrow = self.node("Relu", self.convolved(inputs, (inside, width, 1), stride))
        features = self.node("Relu", self.convolved(narrow, (width, width, 3)))
        wide = self.convolved(features, (width, width * WIDER, 1))
        past = inputs if inside == width * WIDER else self.convolved(inputs, (inside, width * WIDER, 1), stride)
        return self.node("Relu", self.node("Add", wide, past))

    def labelled(self, inputs: str, inside: int) -> str:
        flat = self.node("Flatten", self.node("GlobalAveragePool", inputs))
        weights = self._add_weights(self._drawn((inside, LABELS), inside))
        return self.node("Gemm", flat, weights, self._add_weights(np.zeros(LABELS, np.float32)))

    def _drawn(self, shape: tuple[int, ...], fed_by: int) -> NDArray[np.float32]:
        return self._chance.standard_normal(shape, np.float32) * np.float32((2 / fed_by) ** 0.5)

    def _add_weights(self, values: NDArray[np.float32]) -> str:
        name = f"weights{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name


def resnet_50(folder: Path) -> Path:
    """Write the network, about a hundred megabytes."""
    drawing = Drawing()
    features = drawing.node("Relu", drawing.convolved("data", (3, 64, 7), 2))
    flow, inside = drawing.node("MaxPool", features, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4), 64
    for width, blocks, stride in STAGES:
        for number in range(blocks):
            flow = drawing.block(flow, inside, width, 1 if number else stride)
            inside = width * WIDER
    scores = drawing.labelled(flow, inside)
    inputs = helper.make_tensor_value_info("data", TensorProto.FLOAT, ["N", 3, 224, 224])
    outputs = helper.make_tensor_value_info(scores, TensorProto.FLOAT, ["N", LABELS])
    graph = helper.make_graph(drawing.nodes, "resnet", [inputs], [outputs], drawing.weights)
    file = folder / "resnet-50.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), str(file))
    return file
