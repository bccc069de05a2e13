"""A home remembers what it plays; only what a replay can bring back goes without being called by its name."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from local.process.errors import LocalError
from local.stack.home_metadata import REAL, UNKNOWN, Holding, Wish, course, read_holding, write_holding

FINAL = Holding("/replays/final.toml", "one", "embedded", "footy_replay")
VAR = replace(FINAL, plays="/replays/var.toml", content="two")
LIFE = Holding(REAL, "", "embedded", "footy")
DEMO, UP = Wish(begins=True), Wish()


@pytest.mark.parametrize("wish", [DEMO, UP])
@pytest.mark.parametrize("wanted", [FINAL, LIFE])
def test_an_empty_home_begins(wanted: Holding, wish: Wish) -> None:
    assert course(None, wanted, wish) == "begin"


def test_a_demo_begins_its_replay_anew_whatever_replay_was_played_before() -> None:
    assert course(FINAL, FINAL, DEMO) == "begin"
    assert course(VAR, FINAL, DEMO) == "begin"


def test_a_demo_goes_on_when_it_is_told_to() -> None:
    assert course(FINAL, FINAL, replace(DEMO, resume=True)) == "go on"


def test_up_goes_on_with_the_same_replay_and_begins_anew_only_when_told_to() -> None:
    assert course(FINAL, FINAL, UP) == "go on"
    assert course(FINAL, FINAL, replace(UP, fresh=True)) == "begin"


def test_up_with_another_replay_is_refused_and_both_ways_on_are_named() -> None:
    with pytest.raises(LocalError, match=r"holds the replay final, not the replay var: --fresh .* --home"):
        course(FINAL, VAR, UP)
    assert course(FINAL, VAR, replace(UP, fresh=True)) == "begin"


def test_a_replay_that_was_changed_meanwhile_is_not_gone_on_with() -> None:
    with pytest.raises(LocalError, match="has been changed"):
        course(FINAL, replace(FINAL, content="three"), replace(DEMO, resume=True))


def test_there_is_nothing_to_go_on_with_in_an_empty_home() -> None:
    with pytest.raises(LocalError, match="nothing to go on with"):
        course(None, FINAL, replace(DEMO, resume=True))


@pytest.mark.parametrize("wish", [DEMO, UP, replace(DEMO, fresh=True), replace(DEMO, wipe=UNKNOWN)])
def test_no_replay_is_played_over_real_matches(wish: Wish) -> None:
    with pytest.raises(LocalError, match="--wipe real"):
        course(LIFE, FINAL, wish)


def test_real_matches_go_on_and_go_only_by_their_name() -> None:
    assert course(LIFE, LIFE, UP) == "go on"
    assert course(LIFE, LIFE, DEMO) == "go on"
    with pytest.raises(LocalError, match="--wipe real"):
        course(LIFE, LIFE, replace(UP, fresh=True))
    assert course(LIFE, LIFE, replace(UP, fresh=True, wipe=REAL)) == "begin"


@pytest.mark.parametrize("wanted", [FINAL, LIFE])
def test_what_nobody_described_may_be_real_and_goes_only_by_its_name(wanted: Holding) -> None:
    with pytest.raises(LocalError, match="--wipe unknown"):
        course("unknown", wanted, DEMO)
    assert course("unknown", wanted, replace(DEMO, wipe=UNKNOWN)) == "begin"


@pytest.mark.parametrize("server", ["embedded", "another"])
def test_a_match_day_goes_on_in_the_database_it_was_begun_in(server: str) -> None:
    begun = replace(FINAL, server="mine")
    with pytest.raises(LocalError, match="MONGODB_URI"):
        course(begun, replace(FINAL, server=server), replace(DEMO, resume=True))


@pytest.mark.parametrize(("begun", "wanted"), [("embedded", "elsewhere"), ("elsewhere", "embedded"), ("one", "other")])
def test_a_match_day_goes_on_in_the_aws_it_was_begun_in(begun: str, wanted: str) -> None:
    with pytest.raises(LocalError, match="set FOOTY_ENDPOINT as it was"):
        course(replace(FINAL, aws=begun), replace(FINAL, aws=wanted), UP)


def test_in_an_aws_that_went_on_alone_it_only_begins_anew() -> None:
    held = replace(FINAL, aws="elsewhere")
    with pytest.raises(LocalError, match=r"went on at FOOTY_ENDPOINT .* --fresh begins anew"):
        course(held, held, UP)
    assert course(held, held, DEMO) == "begin"


def test_a_home_from_before_there_was_a_choice_of_aws_has_the_embedded_one(tmp_path: Path) -> None:
    note = tmp_path / "holds.json"
    write_holding(note, FINAL)
    written = json.loads(note.read_text())
    del written["aws"]
    note.write_text(json.dumps(written))
    assert read_holding(note, empty=False) == FINAL


def test_fresh_and_resume_exclude_each_other() -> None:
    with pytest.raises(LocalError, match="opposites"):
        course(FINAL, FINAL, Wish(fresh=True, resume=True))


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_holding(tmp_path / "holds.json", FINAL)
    assert read_holding(tmp_path / "holds.json", empty=False) == FINAL


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"plays": 1}', "null"])
def test_a_damaged_note_says_nothing_and_nothing_is_wiped_for_it(tmp_path: Path, damage: str) -> None:
    (tmp_path / "holds.json").write_text(damage)
    assert read_holding(tmp_path / "holds.json", empty=False) == UNKNOWN
