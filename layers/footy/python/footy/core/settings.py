"""Settings read from FOOTY_<NAME> variables: fields with unit, range and one sentence, checked when they are read.

Plain dataclasses: as pydantic models they made the cold import of plan_tick, which needs none, 306 ms instead of 234.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Self

PREFIX = "FOOTY_"
RULES = "rules"


class SettingError(ValueError):
    """A setting has a value that cannot be used; the message names the variable."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{PREFIX}{name.upper()} {problem}")
        self.name = name
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Spec:
    """Description of one field: what it means, its unit, and which values it may have."""

    text: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def range(self) -> str:
        """Return the allowed values for people, empty when any text is allowed."""
        if self.choices:
            return ", ".join(self.choices)
        if self.low is None:
            return ""
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"

    def problem(self, value: object) -> str:
        """Return what is wrong with a value, empty when it is allowed."""
        values = value if isinstance(value, tuple) else (value,)
        for one in values:
            if self.choices and one not in self.choices:
                return f"must be one of {self.range}, got {one!r}"
            if isinstance(one, (int, float)) and not self._in_range(one):
                return f"must be {self.range}{f' {self.unit}' if self.unit else ''}, got {one}"
        return ""

    def _in_range(self, number: float) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


def number(default: float, text: str, unit: str, low: float, high: float | None = None) -> Any:
    """Declare a number within a range; an int default makes the field a whole number."""
    return field(default=default, metadata={"spec": Spec(text, unit, low, high)})


def numbers(default: tuple[int, ...], text: str, unit: str) -> Any:
    """Declare a list of positive whole numbers, separated by commas."""
    return field(default=default, metadata={"spec": Spec(text, unit, 1)})


def choice(default: str | tuple[str, ...], text: str, choices: tuple[str, ...]) -> Any:
    """Declare a word, or a list of words, out of a few."""
    return field(default=default, metadata={"spec": Spec(text, choices=choices)})


def words(default: str | tuple[str, ...], text: str) -> Any:
    """Declare a text, or a list of texts."""
    return field(default=default, metadata={"spec": Spec(text)})


def flag(text: str) -> Any:
    """Declare a flag that is off unless it is set."""
    return field(default=False, metadata={"spec": Spec(text)})


@dataclass(frozen=True, kw_only=True)
class CoreSettings:
    """Addresses that every function needs."""

    mongodb_secret: str = words("", "name of the secret with the address of the database")
    mongodb_database: str = words("footy", "name of the database")
    clock_file: str = words("", "file of the replay clock; empty: the machine's clock")
    commit: str = words("unknown", "commit that was deployed; the local stack runs the checkout itself")
    rules: Any = None

    @classmethod
    def from_environment(cls) -> Self:
        """Return the settings of this process."""
        return cls.read(os.environ)

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """Return settings from FOOTY_<NAME> variables; an absent one keeps its default."""
        values = overrides(cls, environment)
        rules = next(one for one in fields(cls) if one.name == RULES)
        if callable(rules.default_factory):
            values[RULES] = type(rules.default_factory()).read(environment)
        return cls(**values)


def spec_of(one: "Field[Any]") -> Spec:
    """Return the description of a field."""
    spec: Spec = one.metadata["spec"]
    return spec


def overrides(record: type[Any], environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a record that the environment sets, checked."""
    return dict(_overrides(record, environment))


def _overrides(record: type[Any], environment: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for one in fields(record):
        variable = f"{PREFIX}{one.name.upper()}"
        if one.name == RULES or variable not in environment:
            continue
        text = environment[variable]
        try:
            value = _like(one.default, text)
        except (ValueError, KeyError) as unreadable:
            raise SettingError(one.name, f"must be {_kind(one.default)}, got {text!r}") from unreadable
        if problem := spec_of(one).problem(value):
            raise SettingError(one.name, problem)
        yield one.name, value


FLAGS = {"true": True, "false": False}
READERS: Mapping[type, Callable[[str], object]] = {str: str, int: int, float: float, bool: FLAGS.__getitem__}
KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def _like(default: object, text: str) -> object:
    """Read a text as the type of the default: a number, a text, or a comma-separated tuple of either."""
    if isinstance(default, tuple):
        read = int if isinstance(default[0], int) else str
        return tuple(read(part.strip()) for part in text.split(",") if part.strip())
    return READERS[type(default)](text)


def _kind(default: object) -> str:
    if isinstance(default, tuple):
        return f"a comma-separated list of {'whole numbers' if isinstance(default[0], int) else 'texts'}"
    return KINDS[type(default)]
