"""The image `vision`: start as a server and as a SageMaker container, with a stand-in for llama.cpp's server."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.images.conftest import Built
from tests.images.rootfs import Image
from tests.images.running import await_answer, free_port, inside_network, started

pytestmark = [pytest.mark.soak, pytest.mark.long, pytest.mark.xdist_group("images")]

# answers every GET, as llama-server does once its model is loaded
SERVER = """#!/usr/bin/env python3
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
class Healthy(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(b'{"status":"ok"}')
HTTPServer(("0.0.0.0", int(sys.argv[sys.argv.index("--port") + 1])), Healthy).serve_forever()
"""
MODELS = {"MODEL": "/models/model.gguf", "MMPROJ": "/models/mmproj.gguf", "AWS_DEFAULT_REGION": "eu-west-1"}
PING = "import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:8080/ping', timeout=5).status)"


@pytest.fixture
def vision(built: Built) -> Image:
    image = built("vision")
    server = image.root / "app" / "llama-server"
    server.parent.mkdir(exist_ok=True)
    server.write_text(SERVER)
    server.chmod(0o755)
    for file in (MODELS["MODEL"], MODELS["MMPROJ"]):
        (image.root / file.lstrip("/")).write_bytes(b"GGUF")
    # the test's model files are in the image, so no volume is mounted over them
    image.volumes.clear()
    return image


def test_it_becomes_the_server(vision: Image, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    with started(vision, log, {**MODELS, "PORT": str(port)}) as process:
        await_answer(f"http://127.0.0.1:{port}/health", process, log)


def test_sagemaker_gets_an_answer_to_its_ping(vision: Image, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with started(vision, log, MODELS, ["serve"], own_network=True) as process:
        ping = [*inside_network(process), sys.executable, "-c", PING]
        for _ in range(100):
            done = subprocess.run(ping, capture_output=True, text=True, check=False)
            if done.returncode == 0 or process.poll() is not None:
                break
        assert done.stdout.strip() == "200", log.read_text() + done.stderr
