"""Client of the image decoder, whose answers are checked like any foreign data."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import fields
from typing import IO, Annotated

from pydantic import BaseModel, Field, ValidationError

from footy.core.errors import DecoderStopped, ImageRefused
from footy.core.sandbox.process import environment
from footy.core.telemetry import log_warning
from footy.images.adapters.decoder import LoadedImage
from footy.images.adapters.decoder_process import REASON_LENGTH, Job
from footy.images.rules.acceptance import ImageFormat
from footy.images.rules.model_card import Crop
from footy.images.settings import ImageRules

MODULE = "footy.images.adapters.decoder_process"
JPEG = b"\xff\xd8\xff"
MOST_PIXELS = 1 << 16
MOST_THUMBNAIL_BYTES = 4 << 20
MOST_LOGGED_BYTES = 2000

Edge = Annotated[int, Field(gt=0, le=MOST_PIXELS)]


class _Header(BaseModel):
    width: Edge
    height: Edge
    format: ImageFormat
    thumbnail_bytes: Annotated[int, Field(gt=0, le=MOST_THUMBNAIL_BYTES)]


class _Refusal(BaseModel):
    refused: Annotated[str, Field(max_length=REASON_LENGTH)]


class ImageDecoder:
    """Decoder that runs each picture in its own process, in the sandbox."""

    def __init__(self, rules: ImageRules) -> None:
        self._rules = rules

    def load(self, content: bytes, crop: Crop) -> LoadedImage:
        """Decode a picture; raise ImageRefused for what the file is, DecoderStopped for what it did."""
        job: Job = {"rules": _values(ImageRules, self._rules), "crop": _values(Crop, crop)}
        # files: a pipe would have no limit of size and would have to be read meanwhile
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as target, tempfile.TemporaryFile() as errors:
            source.write(json.dumps(job).encode() + b"\n" + content)
            source.seek(0)
            self._run(source, target, errors)
            target.seek(0)
            return _loaded(target.read(), crop)

    def _run(self, source: IO[bytes], target: IO[bytes], errors: IO[bytes]) -> None:
        process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", MODULE, str(os.getpid())],
            env=environment(),
            stdin=source,
            stdout=target,
            stderr=errors,
            cwd="/",
        )
        try:
            code = process.wait(self._rules.image_decode_seconds)
        except subprocess.TimeoutExpired as overdue:
            seconds = self._rules.image_decode_seconds
            raise DecoderStopped(f"the picture was not decoded within {seconds} s") from overdue
        finally:
            process.kill()
            process.wait()
        if code:
            errors.seek(0)
            text = errors.read(MOST_LOGGED_BYTES).decode(errors="replace")
            log_warning("image_decoder_ended", code=code, errors=text)
            raise DecoderStopped(self._reason(code))

    def _reason(self, code: int) -> str:
        if code == -signal.SIGXCPU:
            return f"the picture takes more than {self._rules.image_decode_cpu_seconds} s of processor time to decode"
        return f"the decoder ended with {code}"


def _values(record: type[ImageRules | Crop], instance: ImageRules | Crop) -> dict[str, object]:
    """Return the fields of one class; the instance may be of a larger one."""
    return {one.name: getattr(instance, one.name) for one in fields(record)}


def _loaded(answer: bytes, crop: Crop) -> LoadedImage:
    line, _, rest = answer.partition(b"\n")
    try:
        if line.startswith(b'{"refused"'):
            raise ImageRefused(_Refusal.model_validate_json(line).refused)
        header = _Header.model_validate_json(line)
    except ValidationError as invalid:
        raise DecoderStopped("the decoder gave an invalid answer") from invalid
    thumbnail, pixels = rest[: header.thumbnail_bytes], rest[header.thumbnail_bytes :]
    if not thumbnail.startswith(JPEG) or len(pixels) != 3 * crop.side**2:
        raise DecoderStopped("the decoder gave an invalid picture")
    return LoadedImage(header.width, header.height, header.format, thumbnail, pixels)
