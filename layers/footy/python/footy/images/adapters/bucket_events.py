"""S3's events about the uploads bucket, read from queue messages."""

from typing import Annotated
from urllib.parse import unquote_plus

from pydantic import AwareDatetime, BaseModel, Field, ValidationError

from footy.core.errors import MalformedMessage
from footy.images.rules.arrival import BucketEvent
from footy.images.rules.identity import sortable_sequencer

WRITTEN, REMOVED, PERMANENT = "ObjectCreated:", "ObjectRemoved:", "ObjectRemoved:Delete"
TEST = "s3:TestEvent"


class _Object(BaseModel):
    key: str
    e_tag: Annotated[str, Field(alias="eTag")] = ""
    version_id: Annotated[str | None, Field(alias="versionId")] = None
    sequencer: Annotated[str, Field(pattern=r"^[0-9A-Fa-f]{1,48}$")]


class _About(BaseModel):
    object: _Object


class _Record(BaseModel):
    name: Annotated[str, Field(alias="eventName")]
    at: Annotated[AwareDatetime, Field(alias="eventTime")]
    s3: _About


class _Message(BaseModel):
    records: Annotated[list[_Record], Field(alias="Records")]


class _Test(BaseModel):
    event: Annotated[str, Field(alias="Event", pattern=f"^{TEST}$")]


def read_bucket_events(body: str) -> list[BucketEvent]:
    """Return the events of one message; none for S3's test message."""
    try:
        return [_event(record) for record in _Message.model_validate_json(body).records]
    except ValidationError as invalid:
        if _is_test(body):
            return []
        first = invalid.errors(include_url=False, include_input=False)[0]
        raise MalformedMessage(f"not an event of S3: {'.'.join(map(str, first['loc']))} {first['msg']}") from invalid


def _is_test(body: str) -> bool:
    try:
        _Test.model_validate_json(body)
    except ValidationError:
        return False
    return True


def _event(record: _Record) -> BucketEvent:
    uploaded, name = record.s3.object, record.name.removeprefix("s3:")
    if not name.startswith((WRITTEN, REMOVED)):
        raise MalformedMessage(f"unexpected kind of event: {name[:100]}")
    if name.startswith(WRITTEN) and not uploaded.e_tag:
        raise MalformedMessage(f"{name[:100]} without an eTag")
    return BucketEvent(
        kind="written" if name.startswith(WRITTEN) else "removed",
        key=unquote_plus(uploaded.key),
        sequencer=sortable_sequencer(uploaded.sequencer),
        at=record.at,
        e_tag=uploaded.e_tag.strip('"'),
        version_id=uploaded.version_id,
        permanent=name == PERMANENT and uploaded.version_id is not None,
    )
