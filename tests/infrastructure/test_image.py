"""Image of the clips task, checked without Docker."""

import re
import subprocess
import sys
from pathlib import Path

from cdk.constructs.compute.clips_workers import COMMAND
from cdk.constructs.compute.fargate_task import USER

ROOT = Path(__file__).resolve().parents[2]
CLIPS = ROOT / "containers" / "clips"
MEGABYTE = 1e6
BASE_MEGABYTES = 150  # python:3.13.16-slim-bookworm unpacked, rounded up
LARGEST_MEGABYTES = 400
ARM = ("--python-version", "3.13", "--python-platform", "aarch64-manylinux_2_28")
WORKS = """
import os, sys
sys.path[:0] = {paths}
os.environ["AWS_DEFAULT_REGION"] = "us-east-1"
import fetcher.decoder_process, fetcher.protection, fetcher.worker
from fetcher.tweets import video_address
from footy.api.settings import ApiSettings
from footy.api.container import ApiContainer
container = ApiContainer(ApiSettings(work_bucket="work", clips_queue="https://clips", looks_queue="https://looks"))
container.work, container.clip_jobs, container.validation_jobs, container.clock
import fetcher.tweets
media = {{"type": "video", "video_info": {{"variants": [{{"content_type": "video/mp4", "bitrate": 1,
    "url": "https://video.twimg.com/ext_tw_video/1/pu/vid/640x360/a.mp4"}}]}}}}
fetcher.tweets._ask = lambda *_: {{"id_str": "1841206275088290279", "text": "", "user": {{}}, "mediaDetails": [media]}}
print(video_address("1841206275088290279", None, ApiSettings()))
import yt_dlp
assert yt_dlp.__file__.startswith(sys.path[0])
"""


def installed(folder: Path, *platform: str) -> Path:
    """The libraries of the image, as its first stage installs and trims them."""
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"]
    requirements = CLIPS / "requirements.txt"
    command = [*install, "--target", str(folder), *platform, "-r", str(requirements)]
    subprocess.run(command, check=True, capture_output=True)
    subprocess.run([sys.executable, str(CLIPS / "trim.py"), str(folder)], check=True)
    return folder


def test_trimmed_libraries_still_work(tmp_path: Path) -> None:
    libraries = installed(tmp_path / "here")
    paths = [str(libraries), str(CLIPS), str(ROOT / "layers" / "footy" / "python")]
    # without what this environment has: in the image there is nothing else
    works = [sys.executable, "-I", "-S", "-c", WORKS.format(paths=paths)]
    done = subprocess.run(works, capture_output=True, text=True, check=False)
    assert done.stdout == "https://video.twimg.com/ext_tw_video/1/pu/vid/640x360/a.mp4\n", done.stderr


def test_task_and_image_have_the_same_command() -> None:
    """One entry for all: what the emulator runs here is the task definition's command, which is the image's."""
    text = (CLIPS / "Dockerfile").read_text()
    assert re.search(r"^CMD (.*)$", text, re.MULTILINE)[1] == str(COMMAND).replace("'", '"')  # type: ignore[index]
    assert re.search(r"^USER (.*)$", text, re.MULTILINE)[1] == USER  # type: ignore[index]
