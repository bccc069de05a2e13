"""Valid answers of a decoder worker, and the reason of a refusal."""

from base64 import b64encode
from pathlib import Path

import pytest

from fetcher.decoder_client import Decoder
from footy.core.errors import ClipError

HONEST = {
    "duration": 4,
    "width": 320,
    "height": 180,
    "bitrate": 1,
    "perceptual_hash": "dense:0.25:0.25=0000000000000000",
    "hash_views": {"mirror": "0000000000000000"},
    "frames": {percent: b64encode(b"\xff\xd8\xff").decode() for percent in ("25", "50", "75")},
}


def reason(decoder: Decoder, file: Path) -> str:
    with pytest.raises(ClipError) as refused:
        decoder.decode(file)
    return refused.value.reason
