"""One line of the table that `make bench` prints."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """What was measured, what it should be, and whether it is; `holds` is None where nothing is promised."""

    work: str
    measured: str
    target: str
    holds: bool | None
    facts: dict[str, float]
