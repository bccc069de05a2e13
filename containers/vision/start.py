"""Fetches a vision model and becomes llama.cpp's server of it.

MODEL and MMPROJ are paths, or s3:// addresses that are downloaded once into MODELS. What AT_ONCE says is how many
questions are answered at the same time; the function that asks is limited to the same number. The key of the server is
read by the server itself, from LLAMA_API_KEY. Called with `serve`, as SageMaker does, a proxy stands before it.
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
BEHIND = 8081
# two frames of 1280x720, the questions and the answers fit into half of it
TOKENS_PER_QUESTION = 8192

Download = Callable[[str, str, str], None]


class NoModel(Exception):
    """What to serve is not said, or not there."""


def command(environment: Mapping[str, str], download: Download) -> list[str]:
    """The server's command line, after everything it names is on the disk."""
    folder = Path(environment.get("MODELS", "/models"))
    at_once = int(environment.get("AT_ONCE", "2"))
    files = {name: local_file(environment.get(name, ""), name, folder, download) for name in ("MODEL", "MMPROJ")}
    return [
        SERVER,
        *("--model", str(files["MODEL"])),
        *("--mmproj", str(files["MMPROJ"])),
        *("--alias", environment.get("ALIAS", "qwen3-vl-8b")),
        *("--host", "0.0.0.0"),  # noqa: S104 - the security group decides who comes in
        *("--port", environment.get("PORT", str(PORT))),
        *("--parallel", str(at_once)),
        *("--ctx-size", str(at_once * TOKENS_PER_QUESTION)),
        *("--n-gpu-layers", "999"),
        "--jinja",
        "--no-webui",
    ]


def local_file(place: str, name: str, folder: Path, download: Download) -> Path:
    """The file itself, or a copy of it from S3; half a download is never taken for one."""
    if not place.startswith("s3://"):
        if not place or not Path(place).is_file():
            raise NoModel(f"{name} names no file: {place or 'nothing'}")
        return Path(place)
    bucket, _, key = place.removeprefix("s3://").partition("/")
    if not bucket or not key:
        raise NoModel(f"{name} is not s3://bucket/key: {place}")
    target = folder / key.replace("/", "_")
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(".draft")
        download(bucket, key, str(draft))
        draft.replace(target)
    return target


def guarded(asked: list[str], door: BaseServer) -> int:
    """Runs the server behind a proxy, and ends as it ends."""
    threading.Thread(target=door.serve_forever, daemon=True).start()
    ended = subprocess.run(asked, check=False)  # noqa: S603 - our own command line
    door.shutdown()
    door.server_close()
    return ended.returncode


def main(arguments: list[str]) -> NoReturn:
    """Never returns when all is well: this process becomes the server."""
    import boto3  # noqa: PLC0415 - only the image has to have it

    at_sagemaker = "serve" in arguments
    told = {**os.environ, "PORT": str(BEHIND)} if at_sagemaker else os.environ
    try:
        asked = command(told, boto3.client("s3").download_file)
    except NoModel as wrong:
        sys.exit(f"vision: {wrong}")
    if at_sagemaker:
        from proxy import proxy  # type: ignore[import-not-found]  # noqa: PLC0415 - beside it in the image

        sys.exit(guarded(asked, proxy(PORT, BEHIND)))
    os.execv(asked[0], asked)  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main(sys.argv[1:])
