"""The forms that foreign data is read into: what cannot be read of an object counts as not said, and harms only itself.

A field with a default falls back on it; one without makes its object unreadable, and so it is left out of its list.
"""

from datetime import datetime
from typing import Annotated, Any, TypeVar

from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
)

Item = TypeVar("Item")


class LenientModel(BaseModel):
    """A foreign object."""

    model_config = ConfigDict(strict=True, frozen=True)

    @field_validator("*", mode="wrap")
    @classmethod
    def _or_not_said(cls, value: Any, read: ValidatorFunctionWrapHandler, about: ValidationInfo) -> Any:
        try:
            return read(value)
        except ValidationError:
            field = cls.model_fields[str(about.field_name)]
            if field.is_required():
                raise
            return field.get_default(call_default_factory=True)


def _readable(items: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """Item by item; what is no list at all is refused as such."""
    if not isinstance(items, list):
        return read(items)
    return tuple(item for one in items for item in _alone(one, read))


def _alone(item: Any, read: ValidatorFunctionWrapHandler) -> tuple[Any, ...]:
    try:
        return tuple(read((item,)))
    except ValidationError:
        return ()


def _iso(value: Any) -> datetime:
    if not isinstance(value, str):
        raise ValueError("no text")  # noqa: TRY004 - pydantic wants it so
    return datetime.fromisoformat(value)


ReadableItems = Annotated[tuple[Item, ...], WrapValidator(_readable)]
Address = Annotated[str, Field(pattern=r"^[!-~]{1,2000}$")]
# what people write, as far as it can be written on: half a letter, or a book, counts as not said
FreeText = Annotated[str, Field(pattern=r"^(?s:.{0,5000})$")]
PostId = Annotated[str, Field(pattern=r"^[0-9]{1,40}$")]
NonNegative = Annotated[int, Field(ge=0, lt=2**31)]
Moment = Annotated[AwareDatetime, BeforeValidator(_iso)]
