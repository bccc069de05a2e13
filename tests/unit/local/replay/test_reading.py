from pathlib import Path

import pytest

from local.replay.model import REPLAYS, Replay, known
from local.replay.tables import ReplayError
from tests.unit.local.replay.days import a_day, a_goal, day_text, load

CLIP = '[[fixture.row.clip]]\nid = "c"\nseconds = 10\n'
POST = '[[fixture.row.post]]\nafter = 30\nby = "fan"\ntext = "Nine!"\nclip = "c"\n'


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (a_goal("10x"), "day.toml: fixture 1: row 1: minute: '10x' is not a minute"),
        (a_goal(side="left"), "day.toml: fixture 1: row 1: side must be one of home, away, not 'left'"),
        (a_goal(detail="Header"), "row 1: detail must be one of"),
        (a_goal().replace("nine", "nobody"), "row 1: player 'nobody' is not among the players"),
        (a_goal(more="colour = 3"), "row 1: unknown key 'colour'"),
        (a_goal(more='clock = "12"'), "row 1: clock: '12' is not a clock"),
        (a_goal("130"), "row 1: minute: minute 130 is after the end"),
        (a_goal() + "[[fixture.row.change]]\nshown = false\n", "row 1: change 1: after is missing"),
        (a_goal() + CLIP.replace('"c"', "3"), "clip 1: id must be a text, not 3"),
        (a_goal() + CLIP + CLIP, "clip 2: clip 'c' is there twice"),
        (a_goal() + CLIP + 'scene = "opera"', "scene must be one of match, other_sport, talk_show, still"),
        (a_goal() + POST, "post 1: clip: 'c' is not in this file"),
        (a_goal() + CLIP + POST + 'variants = ["louder"]', "post 1: variants must be one of"),
        (a_goal() + CLIP + POST + "starts = 4\nseconds = 8", "post 1: the clip has no 8 seconds from 4 on"),
        ('[[fixture.kick]]\nside = "home"\n', "fixture 1: there are kicks, but no time for them"),
        ('[[outage]]\nkind = "strike"\n', "outage 1: kind must be one of server_error, errors, partial, rate_limited"),
        ('[[outage]]\nkind = "errors"\nfrom = 3\n', "outage 1: from must be a date and time with an offset, not 3"),
        ("[[fixture]]\nid = true\n", "fixture 2: home is missing"),
    ],
)
def test_a_malformed_file_is_told_in_one_line(tmp_path: Path, wrong: str, complaint: str) -> None:
    with pytest.raises(ReplayError) as told:
        a_day(tmp_path, wrong)
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title = ", "day.toml: Invalid value"),
        ('title = "x"\n[players]\n', "day.toml: there is no fixture"),
        (day_text(time="time = { added = [1], breaks = [] }"), "fixture 1: time: added must give two or four periods"),
        (day_text(fixture="id = 502"), "day.toml: Cannot overwrite a value"),
        (day_text(before='captain = "nine"'), "players: captain must be a table"),
    ],
)
def test_a_file_wrong_from_the_start_is_told_too(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ReplayError, match=complaint):
        load(tmp_path, text)


def test_an_unknown_name_is_told_with_the_known_ones() -> None:
    with pytest.raises(ReplayError, match="known are every-rule, hostile, var, world-cup-final-2022"):
        Replay.load("world-cup-final-1930")


@pytest.mark.parametrize("name", known())
def test_every_replay_of_the_project_can_be_loaded(name: str) -> None:
    assert Replay.load(name).title


def test_a_post_may_carry_the_clip_of_a_later_goal_or_another_match(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal() + POST + a_goal("20") + CLIP)
    assert day.posts()[0].clip.id == "c"


def test_the_example_of_the_description_is_a_replay(tmp_path: Path) -> None:
    example = (REPLAYS / "README.md").read_text(encoding="utf-8").split("```")[1].removeprefix("toml")
    day = load(tmp_path, example)
    assert (len(day.posts()), len(day.outages), day.fixtures[0].timeline.final) == (1, 1, "PEN")
