"""CPU vision service: reads scoreboards, and classifies football and filmed screens with low confidence."""

import os

# ONNX Runtime sends telemetry unless this is set before the import
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
