"""Request quota of a foreign service."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quota:
    """Daily request quota and what remains of it."""

    limit: int
    remaining: int

    @property
    def share(self) -> float | None:
        """Return the remaining share; None without a limit."""
        return self.remaining / self.limit if self.limit else None
