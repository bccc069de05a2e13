"""The image `clips`: fetch, decode, hash and hand over one clip."""

import json
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import av
import numpy as np
import pytest

from local.aws.client import CREDENTIALS, REGION
from local.aws.server import Ministack
from tests.images.conftest import Built
from tests.images.running import started
from tests.support.waiting import eventually

pytestmark = [pytest.mark.soak, pytest.mark.long, pytest.mark.xdist_group("images")]

GOAL = "979139_26_154_Goal_1"
DOWNLOAD = f"download1-{GOAL}"
RESULT = f"{DOWNLOAD}/1.json"


def film(folder: Path) -> Path:
    """Encode four seconds of noise."""
    file, noise = folder / "a.mp4", np.random.default_rng(1)
    with av.open(str(file), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = 320, 180, "yuv420p"
        for _ in range(100):
            pixels = noise.integers(0, 255, (180, 320, 3), dtype=np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
        container.mux(stream.encode())
    return file


def test_a_clip_is_fetched_decoded_and_handed_over(built: Built, emulator: Ministack, tmp_path: Path) -> None:
    image, file, name = built("clips"), film(tmp_path), uuid4().hex[:8]
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path)))
    Thread(target=site.serve_forever, daemon=True).start()
    sqs, s3, bucket = emulator.client("sqs"), emulator.client("s3"), f"work-{name}"
    s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
    clips, validations = (sqs.create_queue(QueueName=f"{queue}-{name}")["QueueUrl"] for queue in ("clips", "looks"))
    origin = f"http://127.0.0.1:{site.server_port}"
    environment = {
        **CREDENTIALS,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ENDPOINT_URL": emulator.url,
        "FOOTY_CLIPS_QUEUE": clips,
        "FOOTY_LOOKS_QUEUE": validations,
        "FOOTY_WORK_BUCKET": bucket,
        "FOOTY_MEDIA_ORIGINS": origin,
    }
    sqs.send_message(QueueUrl=clips, MessageBody=json.dumps(_job(f"{origin}/{file.name}")))
    log = tmp_path / "log"
    try:
        with started(image, log, environment) as process:
            eventually(lambda: process.poll() is not None or _has_result(s3, bucket), "the result")
            assert process.poll() is None, log.read_text()
    finally:
        site.shutdown()
        site.server_close()
    result: Any = json.loads(s3.get_object(Bucket=bucket, Key=RESULT)["Body"].read())
    assert result["outcome"] == "fetched", result
    (message,) = sqs.receive_message(QueueUrl=validations, WaitTimeSeconds=5)["Messages"]
    assert json.loads(message["Body"])["token"] == "t"


def _has_result(s3: Any, bucket: str) -> bool:
    return any(one["Key"] == RESULT for one in s3.list_objects_v2(Bucket=bucket).get("Contents", []))


def _job(url: str) -> dict[str, Any]:
    until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    return {"token": "t", "event_id": GOAL, "download_id": DOWNLOAD, "clip": _clip(url), "until": until}


def _clip(url: str) -> dict[str, Any]:
    post = "https://x.com/i/status/1"
    return {"url": post, "tweet_id": "1", "attempt": 1, "video_url": url, "duration": None}
