"""Entry point of the GPU vision image: download the model and exec llama.cpp's server.

MODEL and MMPROJ are paths, or s3:// urls that are downloaded once into MODELS. AT_ONCE is the number of parallel
questions; the asking function has the same limit. llama.cpp reads its key from LLAMA_API_KEY. With the argument
`serve`, as SageMaker calls it, a proxy runs in front of the server.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from socketserver import BaseServer
from typing import NoReturn

SERVER = "/app/llama-server"
PORT = 8080
SERVER_PORT = 8081
# twice what two frames of 1280x720, the questions and the answers need
TOKENS_PER_QUESTION = 8192

Download = Callable[[str, str, str], None]


class NoModel(Exception):
    """The model is not configured or missing."""


def command(environment: Mapping[str, str], download: Download) -> list[str]:
    """Download the model's files and return the server's command line."""
    folder = Path(environment.get("MODELS", "/models"))
    at_once = int(environment.get("AT_ONCE", "2"))
    files = {name: local_file(environment.get(name, ""), name, folder, download) for name in ("MODEL", "MMPROJ")}
    return [
        SERVER,
        *("--model", str(files["MODEL"])),
        *("--mmproj", str(files["MMPROJ"])),
        *("--alias", environment.get("ALIAS", "qwen3-vl-8b")),
        *("--host", "0.0.0.0"),  # noqa: S104 - the security group limits access
        *("--port", environment.get("PORT", str(PORT))),
        *("--parallel", str(at_once)),
        *("--ctx-size", str(at_once * TOKENS_PER_QUESTION)),
        *("--n-gpu-layers", "999"),
        "--jinja",
        "--no-webui",
    ]


def local_file(address: str, name: str, folder: Path, download: Download) -> Path:
    """Return a local path; download an s3:// url to a draft first and rename it."""
    if not address.startswith("s3://"):
        if not address or not Path(address).is_file():
            raise NoModel(f"{name} names no file: {address or 'nothing'}. Set it to a path or s3://bucket/key")
        return Path(address)
    bucket, _, key = address.removeprefix("s3://").partition("/")
    if not bucket or not key:
        raise NoModel(f"{name} is not s3://bucket/key: {address}")
    target = folder / key.replace("/", "_")
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(".draft")
        download(bucket, key, str(draft))
        draft.replace(target)
    return target


def run_behind(proxy_server: BaseServer, server_command: list[str]) -> int:
    """Run the server behind a proxy and return its exit code."""
    threading.Thread(target=proxy_server.serve_forever, daemon=True).start()
    done = subprocess.run(server_command, check=False)  # noqa: S603 - our own command line
    proxy_server.shutdown()
    proxy_server.server_close()
    return done.returncode


def main(arguments: list[str]) -> NoReturn:
    """Replace this process by the server."""
    import boto3  # noqa: PLC0415 - only the image needs it

    at_sagemaker = "serve" in arguments
    environment = {**os.environ, "PORT": str(SERVER_PORT)} if at_sagemaker else os.environ
    try:
        server_command = command(environment, boto3.client("s3").download_file)
    except NoModel as wrong:
        sys.exit(f"vision: {wrong}")
    if at_sagemaker:
        from proxy import proxy  # type: ignore[import-not-found]  # noqa: PLC0415 - in the same folder in the image

        sys.exit(run_behind(proxy(PORT, SERVER_PORT), server_command))
    os.execv(server_command[0], server_command)  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main(sys.argv[1:])
