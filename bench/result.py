"""One row of the table that `make bench` prints."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """A measured value and its target; `holds` is None where there is no target."""

    work: str
    measured: str
    target: str
    holds: bool | None
    facts: dict[str, float]
