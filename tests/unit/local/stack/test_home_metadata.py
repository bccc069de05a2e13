"""Protection of the data in a home: only replays are replaced without --wipe."""

from dataclasses import replace
from pathlib import Path

import pytest

from local.process.errors import LocalError
from local.stack.home_metadata import (
    REAL,
    UNKNOWN,
    HomeMetadata,
    StartOptions,
    decide_start,
    read_metadata,
    write_metadata,
)

FINAL = HomeMetadata("/replays/final.toml", "one", "embedded", "footy_replay")
VAR = replace(FINAL, plays="/replays/var.toml", content="two")
LIFE = HomeMetadata(REAL, "", "embedded", "footy")
DEMO, UP = StartOptions(starts_over=True), StartOptions()


@pytest.mark.parametrize("options", [DEMO, UP])
@pytest.mark.parametrize("requested", [FINAL, LIFE])
def test_empty_home_is_started_fresh(requested: HomeMetadata, options: StartOptions) -> None:
    assert decide_start(None, requested, options) == "fresh"


def test_demo_starts_any_replay_over() -> None:
    assert decide_start(FINAL, FINAL, DEMO) == "fresh"
    assert decide_start(VAR, FINAL, DEMO) == "fresh"


def test_demo_resumes_with_the_option() -> None:
    assert decide_start(FINAL, FINAL, replace(DEMO, resume=True)) == "resume"


def test_up_resumes_the_same_replay_by_default() -> None:
    assert decide_start(FINAL, FINAL, UP) == "resume"
    assert decide_start(FINAL, FINAL, replace(UP, fresh=True)) == "fresh"


def test_up_with_another_replay_is_refused() -> None:
    with pytest.raises(LocalError, match=r"contains the replay final, not the replay var: .*--fresh.* --home"):
        decide_start(FINAL, VAR, UP)
    assert decide_start(FINAL, VAR, replace(UP, fresh=True)) == "fresh"


def test_changed_replay_is_not_resumed() -> None:
    with pytest.raises(LocalError, match="has changed"):
        decide_start(FINAL, replace(FINAL, content="three"), replace(DEMO, resume=True))


def test_empty_home_cannot_be_resumed() -> None:
    with pytest.raises(LocalError, match="no match day to resume"):
        decide_start(None, FINAL, replace(DEMO, resume=True))


@pytest.mark.parametrize("options", [DEMO, UP, replace(DEMO, fresh=True), replace(DEMO, wipe=UNKNOWN)])
def test_replay_does_not_replace_real_matches(options: StartOptions) -> None:
    with pytest.raises(LocalError, match="--wipe real"):
        decide_start(LIFE, FINAL, options)


def test_real_matches_are_deleted_only_with_wipe() -> None:
    assert decide_start(LIFE, LIFE, UP) == "resume"
    assert decide_start(LIFE, LIFE, DEMO) == "resume"
    with pytest.raises(LocalError, match="--wipe real"):
        decide_start(LIFE, LIFE, replace(UP, fresh=True))
    assert decide_start(LIFE, LIFE, replace(UP, fresh=True, wipe=REAL)) == "fresh"


@pytest.mark.parametrize("requested", [FINAL, LIFE])
def test_unknown_data_is_deleted_only_with_wipe(requested: HomeMetadata) -> None:
    with pytest.raises(LocalError, match="--wipe unknown"):
        decide_start("unknown", requested, DEMO)
    assert decide_start("unknown", requested, replace(DEMO, wipe=UNKNOWN)) == "fresh"


@pytest.mark.parametrize("server", ["embedded", "another"])
def test_match_day_resumes_only_in_its_database(server: str) -> None:
    started = replace(FINAL, server="mine")
    with pytest.raises(LocalError, match="MONGODB_URI"):
        decide_start(started, replace(FINAL, server=server), replace(DEMO, resume=True))


@pytest.mark.parametrize(("first", "second"), [("embedded", "elsewhere"), ("elsewhere", "embedded"), ("one", "other")])
def test_match_day_resumes_only_in_its_aws(first: str, second: str) -> None:
    with pytest.raises(LocalError, match="restore FOOTY_ENDPOINT"):
        decide_start(replace(FINAL, aws=first), replace(FINAL, aws=second), UP)


def test_match_day_at_an_endpoint_is_not_resumed() -> None:
    stored = replace(FINAL, aws="elsewhere")
    with pytest.raises(LocalError, match=r"cannot be resumed at FOOTY_ENDPOINT: .*--fresh"):
        decide_start(stored, stored, UP)
    assert decide_start(stored, stored, DEMO) == "fresh"


def test_fresh_and_resume_exclude_each_other() -> None:
    with pytest.raises(LocalError, match="opposites"):
        decide_start(FINAL, FINAL, StartOptions(fresh=True, resume=True))


def test_metadata_is_read_as_written(tmp_path: Path) -> None:
    write_metadata(tmp_path / "holds.json", FINAL)
    assert read_metadata(tmp_path / "holds.json", empty=False) == FINAL


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"plays": 1}', "null"])
def test_damaged_metadata_is_unknown(tmp_path: Path, damage: str) -> None:
    (tmp_path / "holds.json").write_text(damage)
    assert read_metadata(tmp_path / "holds.json", empty=False) == UNKNOWN
