"""MongoDB commands that embedded MongoDB, Atlas and Amazon DocumentDB 8.0 all support; tests check every command.

Functions inside the emulator are processes of their own and are not checked; tests of adapters and steps send the same
statements from here.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pymongo import monitoring
from pymongo.monitoring import CommandFailedEvent, CommandListener, CommandStartedEvent, CommandSucceededEvent

WRITES = frozenset({"insert", "update", "delete", "findAndModify"})
READS = frozenset({"find", "getMore", "aggregate"})
HOUSEKEEPING = frozenset(
    {"createIndexes", "listIndexes", "drop", "dropDatabase", "hello", "ping", "killCursors", "endSessions", "buildInfo"}
)
# authentication and user management: see footy/goals/adapters/mongo/users.py
WHO = frozenset({"saslStart", "saslContinue", "usersInfo", "createUser", "updateUser"})
UPDATES = frozenset({"$inc", "$set", "$unset", "$setOnInsert", "$addToSet", "$push", "$pull"})
PUSHES = frozenset({"$each", "$slice", "$sort"})
COMPARISONS = frozenset({"$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$exists", "$size", "$all"})
CONNECTIVES = frozenset({"$or", "$and", "$nor"})
NESTED = frozenset({"$elemMatch", "$not"})
STAGES = frozenset({"$match", "$group", "$sort", "$limit", "$skip", "$project", "$unwind", "$lookup", "$count"})
INDEX_OPTIONS = frozenset({"name", "key", "unique", "sparse"})
STRANGE = frozenset({"let", "collation", "hint", "startTransaction", "autocommit", "txnNumber"})


def refusals(name: str, command: Mapping[str, Any]) -> list[str]:
    """Return the parts of a command that some engine does not support."""
    if name not in WRITES | READS | HOUSEKEEPING | WHO:
        return [f"the command {name}"]
    problems = [f"the option {option}" for option in sorted(STRANGE & command.keys())]
    problems += [] if _is_primary(command) else ["a read from elsewhere than the primary"]
    return [*problems, *_written(name, command), *_read(name, command), *_indexed(command)]


class Listener(CommandListener):
    """Listener that checks the commands of every client of this process."""

    def __init__(self) -> None:
        self._refused: list[str] = []
        self._written: list[str] = []

    def started(self, event: CommandStartedEvent) -> None:
        self._written += [event.command_name] if event.command_name in WRITES else []
        self._refused += [f"{event.command_name}: {why}" for why in refusals(event.command_name, event.command)]

    def succeeded(self, event: CommandSucceededEvent) -> None:
        """Ignore the result: it does not show what other engines support."""

    def failed(self, event: CommandFailedEvent) -> None:
        """Ignore the failure: it does not show what other engines support."""

    def writes(self) -> list[str]:
        """Return the write commands since the last call."""
        written, self._written = self._written, []
        return written

    def take(self) -> list[str]:
        """Return the refused commands since the last call."""
        refused, self._refused = self._refused, []
        return refused


def _is_primary(command: Mapping[str, Any]) -> bool:
    preference = command.get("$readPreference", {}).get("mode", "primary")
    return preference in {"primary", "primaryPreferred"}


def _written(name: str, command: Mapping[str, Any]) -> Iterator[str]:
    if name not in WRITES:
        return
    concern = command.get("writeConcern", {})
    # the embedded engine keeps its journal only for w=1: its address says so
    if concern.get("j") is not True or concern.get("w") not in {"majority", 1}:
        yield f"the write concern {concern}"
    for statement in (*command.get("updates", ()), *([command] if name == "findAndModify" else ())):
        yield from _update(statement.get("u", statement.get("update", {})))
        yield from _filter(statement.get("q", statement.get("query", {})))
        for condition in statement.get("arrayFilters", ()):
            yield from _filter(condition)
    for statement in command.get("deletes", ()):
        yield from _filter(statement["q"])


def _read(name: str, command: Mapping[str, Any]) -> Iterator[str]:
    if name == "find":
        yield from _filter(command.get("filter", {}))
    if name == "aggregate":
        for stage in command["pipeline"]:
            yield from _stage(stage)
    for field in command.get("projection", command.get("fields", {})):
        if field.endswith(".$"):
            yield f"the positional projection {field}"


def _stage(stage: Mapping[str, Any]) -> Iterator[str]:
    [(name, operand)] = stage.items()
    if name not in STAGES:
        yield f"the stage {name}"
    if name == "$lookup" and not operand.keys() <= {"from", "localField", "foreignField", "as"}:
        yield "a $lookup that is not an equality"
    if name == "$match":
        yield from _filter(operand)


def _update(update: Any) -> Iterator[str]:
    if isinstance(update, list):
        yield "an update in the form of a pipeline"
        return
    operators = {key for key in update if key.startswith("$")}
    yield from (f"the update operator {one}" for one in sorted(operators - UPDATES))
    for operand in (*update.get("$push", {}).values(), *update.get("$addToSet", {}).values()):
        if isinstance(operand, Mapping):
            yield from (f"the modifier {key}" for key in operand if key.startswith("$") and key not in PUSHES)
    for condition in update.get("$pull", {}).values():
        yield from _condition(condition)


def _filter(query: Mapping[str, Any]) -> Iterator[str]:
    for key, operand in query.items():
        if key in CONNECTIVES:
            for part in operand:
                yield from _filter(part)
        elif key.startswith("$"):
            yield f"the query operator {key}"
        else:
            yield from _condition(operand)


def _condition(operand: Any) -> Iterator[str]:
    """Check the condition of a field: a value or operators."""
    if not isinstance(operand, Mapping):
        return
    for key, value in operand.items():
        if key in NESTED:
            yield from _filter(value) if _names_fields(value) else _condition(value)
        elif key.startswith("$") and key not in COMPARISONS:
            yield f"the query operator {key}"
        elif not key.startswith("$"):
            yield from _condition(value)


def _names_fields(value: Mapping[str, Any]) -> bool:
    return any(not key.startswith("$") or key in CONNECTIVES | {"$expr"} for key in value)


def _indexed(command: Mapping[str, Any]) -> Iterator[str]:
    for index in command.get("indexes", ()):
        yield from (f"the index option {option}" for option in sorted(index.keys() - INDEX_OPTIONS))
        yield from (f"the index kind {kind}" for kind in index["key"].values() if kind not in {1, -1})


COMMANDS = Listener()
monitoring.register(COMMANDS)
