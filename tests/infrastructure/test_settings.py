"""A target is read from cdk.json, or refused in one line that says what is wrong."""

import json
import platform
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cdk.settings import Target, TargetError
from footy.api.settings import ApiRules
from tests.infrastructure.definitions import states
from tests.infrastructure.templates import context


def _read(target: str = "dev", block: dict[str, Any] | None = None, **more: object) -> Target:
    given = context(target, **more)
    if block is not None:
        given[target] = {**given[target], **block}
    return Target.read(given.get)


def test_a_download_lasts_as_long_as_the_longest_deadline() -> None:
    [timeout] = [state.body["TimeoutSeconds"] for state in states() if state.name == "Hand over"]
    [deadline] = [field.metadata["spec"] for field in fields(ApiRules) if field.name == "deadline_minutes"]
    assert timeout == 60 * deadline.high


@pytest.mark.parametrize("name", ["local", "dev", "prod"])
def test_the_targets_of_the_project_can_be_read(name: str) -> None:
    assert _read(name).name == name


def test_the_emulator_runs_what_this_machine_runs() -> None:
    target = _read("local")
    assert target.python == f"{sys.version_info.major}.{sys.version_info.minor}"
    assert target.architecture in {platform.machine(), "arm64", "x86_64"}


def test_a_target_has_to_be_chosen() -> None:
    with pytest.raises(TargetError, match="no target is selected"):
        _read("")


def test_an_unknown_target_is_named() -> None:
    with pytest.raises(TargetError, match="no target 'staging'"):
        _read("staging")


@pytest.mark.parametrize("name", ["dev-eu", "Dev", "a" * 17])
def test_a_target_is_called_by_one_short_word(name: str) -> None:
    """`footy-dev-` would begin the names of another target's stacks, alarms and secrets too."""
    given = {**context("dev"), "target": name, name: context("dev")["dev"]}
    with pytest.raises(TargetError, match="name"):
        Target.read(given.get)


def test_a_missing_key_is_named() -> None:
    block = context("dev")["dev"]
    del block["nat_gateways"]
    given = {**context("dev"), "dev": block}
    with pytest.raises(TargetError, match="target 'dev' lacks: nat_gateways"):
        Target.read(given.get)


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ({"gateways": 1}, "unknown keys: gateways"),
        ({"nat_gateways": "one"}, "nat_gateways must be an integer, not 'one'"),
        ({"nat_gateways": True}, "nat_gateways must be an integer, not True"),
        ({"alarms": "yes"}, "alarms must be true or false"),
        ({"database": "postgres"}, "database must be one of secret, documentdb-serverless"),
        ({"architecture": "riscv"}, "architecture must be one of arm64, x86_64"),
        ({"log_retention_days": 2}, "log_retention_days must be one of 1, 3"),
        ({"database": "documentdb-serverless"}, "needs nat_gateways >= 1"),
        ({"emulator": True, "nat_gateways": 1}, "the emulator supports neither"),
        ({"settings": {"vison_url": "x"}}, "settings has unknown names: vison_url"),
        ({"rules": {"deadline": 3}}, "rules has unknown names: deadline"),
        ({"rules": {"deadline_minutes": "soon"}}, "rules cannot be read: .*soon"),
        ({"rules": {"deadline_minutes": 31}}, "rules cannot be read: .*must be 10 to 30 minutes"),
        ({"rules": {"reference_frames_only": "perhaps"}}, "rules cannot be read: .*perhaps"),
        ({"rules": [3]}, r"rules must be an object, not \[3\]"),
        ({"delete_data": "footy-prod"}, "delete_data must be footy-dev, or be left out"),
        ({"delete_data": "dev"}, "delete_data must be footy-dev, or be left out"),
        ({"delete_data": True}, "delete_data must be a string, not True"),
        ({"keep_data": False}, "unknown keys: keep_data"),
        ({"validations_at_once": -1}, "must be at least 0"),
        ({"database_snapshot": "footy-dev-1"}, "database_snapshot needs the database documentdb-serverless"),
        ({"secrets": {"mongo": {}}}, "secrets has unknown names: mongo"),
    ],
)
def test_what_is_wrong_with_a_target_is_said_in_one_line(block: dict[str, Any], complaint: str) -> None:
    with pytest.raises(TargetError, match=complaint) as refusal:
        _read(block=block)
    assert "\n" not in str(refusal.value)


def test_a_settings_file_lies_over_the_block(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(
        json.dumps({"alarms": False, "vision": "url", "settings": {"vision_url": "https://mine"}}), encoding="utf-8"
    )
    target = _read(
        block={"vision": "url", "settings": {"contact": "me", "vision_url": "https://old"}}, settings=str(file)
    )
    assert target.alarms is False
    assert target.settings == {"contact": "me", "vision_url": "https://mine"}


def test_lists_and_numbers_become_what_functions_read() -> None:
    target = _read(block={"rules": {"tracked_leagues": [39, 140], "deadline_minutes": 20}})
    assert target.rules == {"tracked_leagues": "39,140", "deadline_minutes": "20"}


@pytest.mark.parametrize("content", ["[]", "{", None])
def test_an_unreadable_settings_file_is_named(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "mine.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(TargetError, match=r"-c settings=.*mine\.json"):
        _read(settings=str(file))
