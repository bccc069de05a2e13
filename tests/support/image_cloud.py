"""Fake S3 and Step Functions for images: events and completions may arrive late, twice or out of order."""

import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from botocore.exceptions import ClientError
from PIL import Image

AT = datetime(2026, 11, 19, tzinfo=UTC)


class Crash(Exception):
    """Crash of the function's process."""


def drawn(shade: int) -> bytes:
    """Picture of one pixel, identified by its shade."""
    written = io.BytesIO()
    Image.new("RGB", (1, 1), (shade, 0, 0)).save(written, "PNG")
    return written.getvalue()


SHADES = {"A": 10, "B": 20}
CONTENTS = {**{what: drawn(shade) for what, shade in SHADES.items()}, "no picture": b"GIF89a and nothing else"}


def refused(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": code}}, "call")


@dataclass(slots=True)
class Bucket:
    """Versioned bucket and all its events."""

    events: list[str] = field(default_factory=list)
    versions: dict[str, list[tuple[str, str | None]]] = field(default_factory=dict)
    thumbnails: set[str] = field(default_factory=set)
    model_inputs: dict[str, tuple[bytes, dict[str, str]]] = field(default_factory=dict)
    _serial: int = 0x0A00

    def put(self, key: str, what: str) -> None:
        self._tell("ObjectCreated:Put", key, what)

    def delete_object(self, Bucket: str, Key: str) -> None:  # noqa: N803 - as boto3 calls them
        if Bucket == "thumbnails":
            self.thumbnails.discard(Key)
        elif Bucket == "squares":
            self.model_inputs.pop(Key, None)
        else:
            self._tell("ObjectRemoved:DeleteMarkerCreated", Key, None)

    def put_object(
        self,
        Bucket: str,  # noqa: N803
        Key: str,  # noqa: N803
        Body: bytes,  # noqa: N803
        ContentType: str,  # noqa: N803
        Metadata: dict[str, str] | None = None,  # noqa: N803
    ) -> None:
        if Bucket == "squares":
            self.model_inputs[Key] = (Body, Metadata or {})
            return
        assert (Bucket, ContentType, Body[:2]) == ("thumbnails", "image/jpeg", b"\xff\xd8")
        self.thumbnails.add(Key)

    def get_object(self, Bucket: str, Key: str, VersionId: str = "") -> dict[str, Any]:  # noqa: N803
        if Bucket == "squares":
            return self._model_input(Key)
        assert Bucket == "uploads"
        content = dict(self.versions[Key])[VersionId]
        if content is None:
            raise refused("MethodNotAllowed")
        return {"ContentLength": len(CONTENTS[content]), "Body": io.BytesIO(CONTENTS[content])}

    def _model_input(self, key: str) -> dict[str, Any]:
        if key not in self.model_inputs:
            raise refused("NoSuchKey")
        pixels, metadata = self.model_inputs[key]
        return {"Body": io.BytesIO(pixels), "Metadata": metadata}

    def generate_presigned_url(self, *_: object, **__: object) -> str:
        return "https://link"

    def newest(self, key: str) -> str | None:
        """Return the current version of a key."""
        return self.versions[key][-1][1] if key in self.versions else None

    def _tell(self, name: str, key: str, what: str | None) -> None:
        # sequencers grow in length, as those of S3 may
        self._serial += 1
        version = f"v{self._serial}"
        self.versions.setdefault(key, []).append((version, what))
        about = {"key": key.replace(" ", "+"), "versionId": version, "sequencer": f"{self._serial:06X}"}
        if what:
            about["eTag"] = what
        record = {"eventName": name, "eventTime": AT.isoformat(), "s3": {"object": about}}
        self.events.append(json.dumps({"Records": [record]}))


@dataclass(slots=True)
class Execution:
    """Execution of `classify`, state by state."""

    name: str
    order: dict[str, Any]
    status: str = "RUNNING"
    loaded: dict[str, Any] | None = None

    # earlier loads
    round: int = 0

    # input of the last state
    completion: dict[str, Any] | None = None

    # the last state is over, but Step Functions still reports RUNNING
    done: bool = False


@dataclass(slots=True)
class Machine:
    """Step Functions: a name is used once; an equal input while it runs is accepted again."""

    executions: dict[str, Execution] = field(default_factory=dict)

    def start_execution(self, stateMachineArn: str, name: str, input: str) -> None:  # noqa: A002, ARG002, N803
        execution = self.executions.get(name)
        if execution is None:
            self.executions[name] = Execution(name, json.loads(input))
        elif execution.status != "RUNNING" or json.dumps(execution.order) != input:
            raise refused("ExecutionAlreadyExists")

    def describe_execution(self, executionArn: str) -> dict[str, str]:  # noqa: N803
        execution = self.executions.get(executionArn.rpartition(":")[2])
        if execution is None:
            raise refused("ExecutionDoesNotExist")
        return {"status": execution.status}

    def running(self) -> list[Execution]:
        return [one for one in self.executions.values() if one.status == "RUNNING"]


class Mortal:
    """Port whose caller may crash before or after each call."""

    def __init__(self, port: Any, fate: "Fate") -> None:
        self._port, self._fate = port, fate

    def __getattr__(self, name: str) -> Any:
        called: Callable[..., Any] = getattr(self._port, name)

        def lived(*arguments: Any, **named: Any) -> Any:
            self._fate.strikes()
            answer = called(*arguments, **named)
            self._fate.strikes()
            return answer

        return lived


@dataclass(slots=True)
class Fate:
    """Countdown to the crash; None never crashes."""

    remaining: int | None = None
    struck: bool = False

    def strikes(self) -> None:
        if self.remaining is not None:
            if self.remaining == 0:
                self.remaining = None
                raise Crash
            self.remaining -= 1

    @contextmanager
    def after(self, moments: int | None) -> Iterator[None]:
        """Crash after a number of calls within the block; earlier effects remain."""
        self.remaining, self.struck = moments, False
        try:
            yield
        except Crash:
            self.struck = True
        finally:
            self.remaining = None
