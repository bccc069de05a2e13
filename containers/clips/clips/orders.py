"""What the task and its decoder say to each other: an order, and how carrying it out ended."""

from typing import Any, TypedDict

ANSWER_BYTES = 16 << 20


class Order(TypedDict):
    """One file to look at, and by which rules."""

    file: str
    rules: dict[str, Any]


class End(TypedDict):
    """What a worker said (nothing, when it died of the file), and what it used up."""

    answer: str
    signal: int
    overdue: bool
    cpu_seconds: float
    peak_megabytes: float
