"""What an ingest is asked for by hand, checked where it comes in: a typing error must not run the daily one instead."""

import json
from collections.abc import Mapping
from datetime import date as Day  # noqa: N812 - a field has its name
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from footy.core.errors import MalformedRequest

FixtureId = Annotated[int, Field(gt=0)]


class IngestRequest(BaseModel):
    """These fixtures, or those of that day; neither for the coming days, then with the moment that was scheduled."""

    model_config = ConfigDict(extra="forbid", strict=True)

    fixture_ids: Annotated[list[FixtureId], Field(min_length=1)] | None = None
    date: Day | None = None
    scheduled: Annotated[str, Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.fixture_ids and self.date:
            raise ValueError("either fixture_ids or date, not both")
        return self

    @property
    def daily(self) -> bool:
        """Whether nothing was asked for by hand."""
        return self.fixture_ids is None and self.date is None


def read_ingest_request(request: Mapping[str, object]) -> IngestRequest:
    """What was asked for; anything that cannot be meant is refused by name."""
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
