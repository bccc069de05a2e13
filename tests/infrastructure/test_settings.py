"""Targets: read from cdk.json, or refused in one line."""

import json
import platform
import sys
from pathlib import Path
from typing import Any

import pytest

from cdk.settings import HAND_OVER_MINUTES, Target, TargetError
from cdk.settings_reference import FILE, reference
from tests.support.state_machines import states
from tests.support.templates import context


def _read(target: str = "dev", block: dict[str, Any] | None = None, **more: object) -> Target:
    changed = context(target, **more)
    if block is not None:
        changed[target] = {**changed[target], **block}
    return Target.read(changed.get)


def test_a_download_lasts_as_long_as_the_longest_deadline() -> None:
    [timeout] = [state.body["TimeoutSeconds"] for state in states() if state.name == "Hand over"]
    assert timeout == 60 * HAND_OVER_MINUTES


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
    changed = {**context("dev"), "target": name, name: context("dev")["dev"]}
    with pytest.raises(TargetError, match="name"):
        Target.read(changed.get)


def test_a_missing_key_is_named() -> None:
    block = context("dev")["dev"]
    del block["nat_gateways"]
    changed = {**context("dev"), "dev": block}
    with pytest.raises(TargetError, match="target 'dev' lacks: nat_gateways"):
        Target.read(changed.get)


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ({"gateways": 1}, "unknown keys: gateways"),
        ({"nat_gateways": "one"}, "nat_gateways must be a whole number, not 'one'"),
        ({"nat_gateways": True}, "nat_gateways must be a whole number, not True"),
        ({"alarms": "yes"}, "alarms must be true or false"),
        ({"database": "postgres"}, "database must be one of secret, documentdb-serverless"),
        ({"architecture": "riscv"}, "architecture must be one of arm64, x86_64"),
        ({"log_retention_days": 2}, "log_retention_days must be one of 1, 3"),
        ({"database": "documentdb-serverless"}, "needs nat_gateways >= 1"),
        ({"emulator": True, "nat_gateways": 1}, "the emulator supports neither"),
        ({"settings": {"vison_url": "x"}}, "settings has unknown names: vison_url"),
        ({"rules": {"deadline": 3}}, "rules has unknown names: deadline"),
        ({"rules": {"deadline_minutes": "soon"}}, "rules deadline_minutes must be a whole number, got 'soon'"),
        ({"rules": {"deadline_minutes": 31}}, "rules deadline_minutes must be at most 30: a download waits"),
        ({"rules": {"retention_days": "0"}}, "rules retention_days must be 2 to 3650 days, got 0"),
        ({"rules": {"stable_ticks": -1}}, "rules stable_ticks must be 1 to 20 ticks, got -1"),
        ({"rules": {"poll_batch_size": 100}}, "rules poll_batch_size must be 1 to 20 ids, got 100"),
        ({"rules": {"trackable": ["Card"]}}, "rules trackable must be one of .*, got 'Card'"),
        ({"rules": {"reference_frames_only": "perhaps"}}, "rules reference_frames_only must be true or false"),
        ({"rules": [3]}, r"rules must be an object, not \[3\]"),
        ({"delete_data": "footy-prod"}, "delete_data must be footy-dev, or be left out"),
        ({"delete_data": "dev"}, "delete_data must be footy-dev, or be left out"),
        ({"delete_data": True}, "delete_data must be a text, not True"),
        ({"keep_data": False}, "unknown keys: keep_data"),
        ({"validations_at_once": -1}, "validations_at_once must be 0 or more, not -1"),
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


def test_the_reference_of_settings_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == reference(), "run: python -m cdk.settings_reference"


def test_every_field_of_a_target_is_described() -> None:
    assert [name for name, field in Target.model_fields.items() if not field.description] == []
