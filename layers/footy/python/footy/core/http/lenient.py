"""Lenient parsing of foreign JSON: an unreadable part counts as absent and harms only itself.

A field with a default falls back to it; a field without one makes its object unreadable, and a list skips that object.
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
    """Base model of a foreign object."""

    model_config = ConfigDict(strict=True, frozen=True)

    @field_validator("*", mode="wrap")
    @classmethod
    def _or_default(cls, value: Any, read: ValidatorFunctionWrapHandler, about: ValidationInfo) -> Any:
        try:
            return read(value)
        except ValidationError:
            field = cls.model_fields[str(about.field_name)]
            if field.is_required():
                raise
            return field.get_default(call_default_factory=True)


def _readable(items: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """Read a list item by item; refuse what is not a list."""
    if not isinstance(items, list):
        return read(items)
    return tuple(item for one in items for item in _read_item(one, read))


def _read_item(item: Any, read: ValidatorFunctionWrapHandler) -> tuple[Any, ...]:
    try:
        return tuple(read((item,)))
    except ValidationError:
        return ()


def _iso(value: Any) -> datetime:
    if not isinstance(value, str):
        raise ValueError("not a text")  # noqa: TRY004 - pydantic expects ValueError
    return datetime.fromisoformat(value)


ReadableItems = Annotated[tuple[Item, ...], WrapValidator(_readable)]
Address = Annotated[str, Field(pattern=r"^[!-~]{1,2000}$")]
# no lone surrogates and no books: both count as absent
FreeText = Annotated[str, Field(pattern=r"^(?s:.{0,5000})$")]
PostId = Annotated[str, Field(pattern=r"^[0-9]{1,40}$")]
NonNegative = Annotated[int, Field(ge=0, lt=2**31)]
Moment = Annotated[AwareDatetime, BeforeValidator(_iso)]
