"""Validation of manual ingest requests (F5): a typo must not start the daily ingest."""

import json
from collections.abc import Mapping
from datetime import date as Day  # noqa: N812 - a field has its name
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from footy.core.errors import MalformedRequest

FixtureId = Annotated[int, Field(gt=0)]


class IngestRequest(BaseModel):
    """Fixtures by id or by day; neither means the daily ingest of the scheduled moment."""

    model_config = ConfigDict(extra="forbid", strict=True)

    fixture_ids: Annotated[list[FixtureId], Field(min_length=1)] | None = None
    date: Day | None = None
    scheduled: Annotated[str, Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _not_both(self) -> Self:
        if self.fixture_ids and self.date:
            raise ValueError("either fixture_ids or date, not both")
        return self

    @property
    def daily(self) -> bool:
        """Return True when neither ids nor a date were given."""
        return self.fixture_ids is None and self.date is None


def read_ingest_request(request: Mapping[str, object]) -> IngestRequest:
    """Parse a request; raise MalformedRequest with the name of the invalid field."""
    try:
        return IngestRequest.model_validate_json(json.dumps(request))
    except ValidationError as invalid:
        wrong = "; ".join(
            f"{'.'.join(map(str, error['loc'])) or 'input'}: {error['msg']}"
            for error in invalid.errors(include_url=False, include_input=False)
        )
        raise MalformedRequest(
            f"an ingest takes fixture_ids (a list of numbers) or date (YYYY-MM-DD): {wrong}"
        ) from None
