"""A table of a replay file, read with one-line complaints that name the place."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Self, TypeVar

Choice = TypeVar("Choice", bound=str)
Parsed = TypeVar("Parsed")


class ReplayError(ValueError):
    """A replay file says something it must not; the message is one line."""


class Table:
    """One table of the file: every key is asked for by its kind, and `end` refuses the keys nobody asked for."""

    def __init__(self, values: Mapping[str, object], place: str) -> None:
        self._values = values
        self._asked: set[str] = set()
        self.place = place

    def wrong(self, what: str) -> ReplayError:
        return ReplayError(f"{self.place}: {what}")

    def has(self, key: str) -> bool:
        return key in self._values

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.wrong(f"{key} must be a text, not {value!r}")
        return value

    def choice(self, key: str, choices: Sequence[Choice], default: Choice | None = None) -> Choice:
        return self._among(key, self.text(key, default), choices)

    def choices(self, key: str, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """A list of some of the choices, in their own order."""
        chosen = [self._among(key, text, choices) for text in self.texts(key)]
        return tuple(choice for choice in choices if choice in chosen)

    def parsed(self, key: str, parse: Callable[[str], Parsed]) -> Parsed:
        """A text that `parse` understands, or refuses with a ValueError."""
        text = self.text(key)
        try:
            return parse(text)
        except ValueError as error:
            raise self.wrong(f"{key}: {error}") from error

    def number(self, key: str, default: float | None = None) -> float:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(f"{key} must be a number, not {value!r}")
        return float(value)

    def whole(self, key: str, default: int | None = None) -> int:
        value = self.number(key, default)
        if value != int(value):
            raise self.wrong(f"{key} must be a whole number, not {value!r}")
        return int(value)

    def flag(self, key: str, *, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            raise self.wrong(f"{key} must be true or false, not {value!r}")
        return value

    def moment(self, key: str) -> datetime:
        value = self._value(key, None)
        if not isinstance(value, datetime) or value.tzinfo is None:
            raise self.wrong(f"{key} must be a date and time with an offset, not {value!r}")
        return value.astimezone(UTC)

    def numbers(self, key: str, default: Sequence[float] | None = None) -> tuple[float, ...]:
        value = self._value(key, default)
        if not isinstance(value, list | tuple) or any(not isinstance(n, int | float) for n in value):
            raise self.wrong(f"{key} must be a list of numbers, not {value!r}")
        return tuple(float(n) for n in value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._value(key, ())
        if not isinstance(value, list | tuple) or any(not isinstance(text, str) for text in value):
            raise self.wrong(f"{key} must be a list of texts, not {value!r}")
        return tuple(str(text) for text in value)

    def table(self, key: str) -> Self:
        value = self._value(key, None)
        if not isinstance(value, dict):
            raise self.wrong(f"{key} must be a table, not {value!r}")
        return type(self)(value, f"{self.place}: {key}")

    def tables(self, key: str) -> list[Self]:
        """The tables of a list, which may be absent."""
        value = self._value(key, ())
        if not isinstance(value, list | tuple) or any(not isinstance(item, dict) for item in value):
            raise self.wrong(f"{key} must be a list of tables")
        return [type(self)(item, f"{self.place}: {key} {n}") for n, item in enumerate(value, 1)]

    def names(self) -> list[str]:
        """Every key of a table whose keys are names of its own choice."""
        self._asked.update(self._values)
        return list(self._values)

    def end(self) -> None:
        """Refuses what was never asked for: a misspelt key must not be ignored."""
        unknown = sorted(set(self._values) - self._asked)
        if unknown:
            raise self.wrong(f"unknown key {unknown[0]!r}")

    def _among(self, key: str, text: str, choices: Sequence[Choice]) -> Choice:
        for choice in choices:
            if choice == text:
                return choice
        raise self.wrong(f"{key} must be one of {', '.join(choices)}, not {text!r}")

    def _value(self, key: str, default: object) -> object:
        self._asked.add(key)
        if key not in self._values and default is None:
            raise self.wrong(f"{key} is missing")
        return self._values.get(key, default)
