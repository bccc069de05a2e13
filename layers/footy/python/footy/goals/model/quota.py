"""The budget of requests that a service tells of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left of the day's requests."""

    limit: int
    remaining: int

    @property
    def share(self) -> float | None:
        """The part that is left; None where there is no limit."""
        return self.remaining / self.limit if self.limit else None
