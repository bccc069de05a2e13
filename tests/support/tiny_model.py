"""A network as small as can be, fed like ResNet-50: it tells how red, how green and how blue a picture is."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LABELS = ["red", "green", "blue"]


def tiny_model(folder: Path, side: int = 224) -> Path:
    """Build an ONNX model: the mean of each plane, times ten."""
    data_input = helper.make_tensor_value_info("data", TensorProto.FLOAT, ["N", 3, side, side])
    scores_output = helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["N", 3])
    ten = numpy_helper.from_array(np.array(10, np.float32), "ten")
    nodes = [
        helper.make_node("GlobalAveragePool", ["data"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["flat"]),
        helper.make_node("Mul", ["flat", "ten"], ["scores"]),
    ]
    graph = helper.make_graph(nodes, "tiny", [data_input], [scores_output], [ten])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(folder / "tiny.onnx"))
    return folder / "tiny.onnx"


def tiny_card(file: Path, **other: Any) -> bytes:
    """Its card, with what ResNet-50's says of preprocessing."""
    card = {
        "name": "tiny",
        "file": file.name,
        "digest": hashlib.sha256(file.read_bytes()).hexdigest(),
        "licence": "MIT",
        "source": "drawn by the tests",
        "resize": 256,
        "side": 224,
        "filter": "bilinear",
        "mean": [123.675, 116.28, 103.53],
        "deviation": [58.395, 57.12, 57.375],
        "output": "scores",
        "labels": LABELS,
    }
    return json.dumps(card | other).encode()
