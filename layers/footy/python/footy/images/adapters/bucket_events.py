"""What S3 tells of the bucket of uploads, in the messages of its queue."""

from typing import Annotated
from urllib.parse import unquote_plus

from pydantic import AwareDatetime, BaseModel, Field, ValidationError

from footy.core.errors import MalformedMessage
from footy.images.rules.arrival import BucketEvent
from footy.images.rules.identity import in_order

WRITTEN, REMOVED, FOR_GOOD = "ObjectCreated:", "ObjectRemoved:", "ObjectRemoved:Delete"
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
    """The events of one message; none in the one with which S3 tries out whether it may write."""
    try:
        return [_event(record) for record in _Message.model_validate_json(body).records]
    except ValidationError as invalid:
        if _is_test(body):
            return []
        first = invalid.errors(include_url=False, include_input=False)[0]
        raise MalformedMessage(f"no event of S3: {'.'.join(map(str, first['loc']))} {first['msg']}") from invalid


def _is_test(body: str) -> bool:
    try:
        _Test.model_validate_json(body)
    except ValidationError:
        return False
    return True


def _event(record: _Record) -> BucketEvent:
    told, name = record.s3.object, record.name.removeprefix("s3:")
    if not name.startswith((WRITTEN, REMOVED)):
        raise MalformedMessage(f"no event that was asked for: {name[:100]}")
    if name.startswith(WRITTEN) and not told.e_tag:
        raise MalformedMessage(f"{name[:100]} without an eTag")
    return BucketEvent(
        kind="written" if name.startswith(WRITTEN) else "removed",
        key=unquote_plus(told.key),
        sequencer=in_order(told.sequencer),
        at=record.at,
        e_tag=told.e_tag.strip('"'),
        version_id=told.version_id,
        for_good=name == FOR_GOOD and told.version_id is not None,
    )
