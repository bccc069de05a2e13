"""What one deployment target is: the context block of cdk.json, read once and typed."""

import json
import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from footy.settings import Rules, Settings

HOST = "host"
SECRET = "secret"  # noqa: S105 - the kind of database, not a password
DOCUMENTDB = "documentdb-serverless"
CHOICES: Mapping[str, tuple[object, ...]] = {
    "database": (SECRET, DOCUMENTDB),
    "architecture": ("arm64", "x86_64"),
    "log_retention_days": (1, 3, 7, 14, 30, 90, 365),
}
SECRETS = ("mongodb", "api_football", "x")
# the emulator is not bootstrapped: whoever starts it makes this bucket, and no role is assumed
EMULATOR_ASSETS = "footy-local-assets"
OVERLAID = ("settings", "rules", "secrets")


class TargetError(Exception):
    """The target cannot be deployed as it is described; the message is one line for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One place this system is deployed to."""

    name: str
    # nothing the emulator rejects, and no roles to assume
    emulator: bool
    # "host": what this machine has
    python: str
    architecture: str
    # "secret": yours, its address in a secret; "documentdb-serverless": its own, in the VPC
    database: str
    # 0: tasks have public addresses, and nothing stands in the VPC but them
    nat_gateways: int
    log_retention_days: int
    log_level: str
    # whether clips and database outlive the stacks
    keep_data: bool
    alarms: bool
    # False: somebody else starts ticks and ingest
    schedules: bool
    # what the vision service can do at the same time, over the whole system
    validations_at_once: int
    # empty: where the credentials of the CLI lead
    account: str = ""
    region: str = ""
    alarm_email: str = ""
    # addresses and rules, by their names in footy/settings.py; given to the functions that use them
    settings: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    # contents to start with; for accounts an operator puts them in afterwards
    secrets: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def functions_in_vpc(self) -> bool:
        """Whether functions have to stand beside their database."""
        return self.database == DOCUMENTDB

    @classmethod
    def read(cls, context: Callable[[str], object]) -> Self:
        """The target chosen with `-c target=NAME`, overlaid with the file of `-c settings=PATH`."""
        name = context("target")
        if not isinstance(name, str) or not name:
            raise TargetError("choose a target: -c target=local|dev|prod")
        block = context(name)
        if not isinstance(block, Mapping):
            raise TargetError(f"cdk.json has no target {name!r}")
        given = _overlay(block, context("settings"))
        _check_keys(cls, name, given)
        target = cls(**{"name": name, **_of_this_machine(_as_texts(given))})
        _check_values(target)
        _check_game(target)
        return target


def _overlay(block: Mapping[str, Any], path: object) -> dict[str, Any]:
    """The block with the file's keys over it; mappings are merged, one level deep."""
    merged = dict(block)
    if path is None:
        return merged
    for key, value in _json_object(str(path)).items():
        merged[key] = {**merged.get(key, {}), **value} if key in OVERLAID else value
    return merged


def _json_object(path: str) -> Mapping[str, Any]:
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TargetError(f"-c settings={path} cannot be read: {error}") from error
    if not isinstance(content, Mapping):
        raise TargetError(f"-c settings={path} is not a JSON object")
    return content


def _check_keys(record: type[Target], name: str, given: Mapping[str, Any]) -> None:
    known = {f.name for f in fields(record)} - {"name"}
    if unknown := sorted(set(given) - known):
        raise TargetError(f"target {name!r} has unknown keys: {', '.join(unknown)}")
    required = {f.name for f in fields(record) if f.default is MISSING and f.default_factory is MISSING} - {"name"}
    if missing := sorted(required - set(given)):
        raise TargetError(f"target {name!r} lacks: {', '.join(missing)}")


def _of_this_machine(given: Mapping[str, Any]) -> dict[str, Any]:
    """The emulator runs functions with the machine's own Python: "host" stands for what that is."""
    machine = platform.machine().lower()
    host = {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "architecture": {"aarch64": "arm64", "amd64": "x86_64"}.get(machine, machine),
    }
    return {key: host[key] if key in host and value == HOST else value for key, value in given.items()}


def _check_values(target: Target) -> None:
    for one in fields(Target):
        value = getattr(target, one.name)
        kind = one.type if isinstance(one.type, type) else dict
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise TargetError(f"target {target.name!r}: {one.name} must be {_kind_name(kind)}, not {value!r}")
    for key, allowed in CHOICES.items():
        if getattr(target, key) not in allowed:
            raise TargetError(f"target {target.name!r}: {key} must be one of {', '.join(map(str, allowed))}")
    if target.functions_in_vpc and target.nat_gateways < 1:
        raise TargetError(
            f"target {target.name!r}: functions beside DocumentDB need nat_gateways >= 1 to reach the API"
        )
    if target.emulator and (target.nat_gateways or target.functions_in_vpc):
        raise TargetError(f"target {target.name!r}: the emulator has neither NAT gateways nor DocumentDB")


def _as_texts(given: Mapping[str, Any]) -> dict[str, Any]:
    """What functions read from their environment: numbers and lists as the text they read them from."""
    texts = {key: {name: _text(value) for name, value in given.get(key, {}).items()} for key in ("settings", "rules")}
    return {**given, **texts}


def _text(value: object) -> str:
    return ",".join(str(part) for part in value) if isinstance(value, list) else str(value)


def _check_game(target: Target) -> None:
    """Every name is one that the game knows, and every value one that it can read."""
    if unknown := sorted(set(target.secrets) - set(SECRETS)):
        raise TargetError(f"target {target.name!r}: secrets has unknown names: {', '.join(unknown)}")
    for key, record in (("settings", Settings), ("rules", Rules)):
        given: dict[str, str] = getattr(target, key)
        known = {f.name for f in fields(record)} - {"rules"}
        if unknown := sorted(set(given) - known):
            raise TargetError(f"target {target.name!r}: {key} has unknown names: {', '.join(unknown)}")
        try:
            Settings.read({f"FOOTY_{name.upper()}": value for name, value in given.items()})
        except ValueError as error:
            raise TargetError(f"target {target.name!r}: {key} cannot be read: {error}") from error


def _kind_name(kind: type) -> str:
    return {str: "a text", int: "a whole number", bool: "true or false", dict: "an object"}[kind]
