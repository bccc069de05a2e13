"""Errors in replay files."""

from pathlib import Path

import pytest

from local.replay.model import REPLAYS, Replay, replay_names
from local.replay.schema import ReplayError
from tests.unit.local.replay.days import a_day, a_goal, day_text, load

CLIP = '[[fixture.row.clip]]\nid = "c"\nseconds = 10\n'
POST = '[[fixture.row.post]]\nafter = 30\nby = "fan"\ntext = "Nine!"\nclip = "c"\n'


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (a_goal("10x"), "day.toml: fixture 1: row 1: minute: '10x' is not a minute"),
        (a_goal(side="left"), "day.toml: fixture 1: row 1: side: Input should be 'home' or 'away'"),
        (a_goal(detail="Header"), "row 1: detail: Input should be 'Normal Goal'"),
        (a_goal().replace("nine", "missing"), "row 1: player 'missing' is not among the players"),
        (a_goal(more="colour = 3"), "row 1: colour: Extra inputs are not permitted"),
        (a_goal(more='clock = "12"'), "row 1: clock: '12' is not a clock"),
        (a_goal("130"), "row 1: minute: minute 130 is after the end"),
        (a_goal() + "[[fixture.row.change]]\nshown = false\n", "row 1: change 1: after: Field required"),
        (a_goal() + CLIP.replace('"c"', "3"), "clip 1: id: Input should be a valid string"),
        (a_goal() + CLIP + CLIP, "clip 2: clip 'c' exists already"),
        (a_goal() + CLIP + 'scene = "opera"', "scene: Input should be 'match', 'other_sport', 'talk_show' or 'still'"),
        (a_goal() + POST, "post 1: clip 'c' is not in this file"),
        (a_goal() + CLIP + POST + 'variants = ["louder"]', "post 1: variants 1: Input should be 'reencoded'"),
        (a_goal() + CLIP + POST + "starts = 4\nseconds = 8", "post 1: the clip has no 8 seconds from 4 on"),
        ('[[fixture.kick]]\nside = "home"\n', "fixture 1: there are kicks, but no time for them"),
        ('[[outage]]\nkind = "strike"\n', "outage 1: kind: Input should be 'server_error'"),
        ('[[outage]]\nkind = "errors"\nfrom = 3\n', "outage 1: from: Input should be a valid datetime"),
        ("[[fixture]]\nid = 7\n", "fixture 2: kick_off: Field required"),
    ],
)
def test_malformed_file_is_one_line(tmp_path: Path, wrong: str, complaint: str) -> None:
    with pytest.raises(ReplayError) as error:
        a_day(tmp_path, wrong)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title = ", "day.toml: Invalid value"),
        ('title = "x"\n[players]\n', "day.toml: fixture: Field required"),
        (day_text(time="time = { added = [1], breaks = [] }"), "fixture 1: time: added must give two or four periods"),
        (day_text(fixture="id = 502"), "day.toml: Cannot overwrite a value"),
        (day_text(before='captain = "nine"'), "players: captain: Input should be a valid dictionary"),
    ],
)
def test_unusable_file_is_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ReplayError, match=complaint):
        load(tmp_path, text)


def test_unknown_name_lists_the_replays() -> None:
    with pytest.raises(ReplayError, match="choose one of every-rule, hostile, var, world-cup-final-2022"):
        Replay.load("world-cup-final-1930")


@pytest.mark.parametrize("name", replay_names())
def test_every_replay_can_be_loaded(name: str) -> None:
    assert Replay.load(name).title


def test_post_may_carry_the_clip_of_a_later_goal(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal() + POST + a_goal("20") + CLIP)
    assert day.posts()[0].clip.id == "c"


def test_example_of_the_readme_is_a_replay(tmp_path: Path) -> None:
    example = (REPLAYS / "README.md").read_text(encoding="utf-8").split("```")[1].removeprefix("toml")
    day = load(tmp_path, example)
    assert (len(day.posts()), len(day.outages), day.fixtures[0].timeline.final) == (1, 1, "PEN")
