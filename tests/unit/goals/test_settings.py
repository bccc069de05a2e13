"""Settings: types, ranges and derived values."""

from dataclasses import fields

import pytest

from footy.api.settings import ApiRules, ApiSettings
from footy.core.settings import SettingError, spec_of
from footy.goals.settings import Rules, Settings


def test_absent_variables_keep_the_defaults() -> None:
    assert Settings.read({}) == Settings()


def test_every_default_is_within_its_range() -> None:
    specs = [(one, spec_of(one)) for record in (ApiRules, ApiSettings) for one in fields(record) if one.name != "rules"]
    assert [one.name for one, spec in specs if spec.problem(one.default) or not spec.text] == []


def test_a_rule_is_read_with_the_type_of_its_default() -> None:
    rules = Settings.read({"FOOTY_STABLE_TICKS": "4", "FOOTY_CLIP_MIN_ASPECT": "1.75"}).rules
    assert rules == Rules(stable_ticks=4, clip_min_aspect=1.75)


def test_lists_are_separated_by_commas() -> None:
    read = Settings.read(
        {"FOOTY_TRACKED_LEAGUES": "1, 39", "FOOTY_MEDIA_ORIGINS": "https://a.example,http://127.0.0.1:9"}
    )
    assert read.rules.tracked_leagues == (1, 39)
    assert read.media_origins == ("https://a.example", "http://127.0.0.1:9")


@pytest.mark.parametrize(
    ("variable", "value", "problem"),
    [
        ("FOOTY_RETENTION_DAYS", "0", "must be 2 to 3650 days, got 0"),
        ("FOOTY_STABLE_TICKS", "-1", "must be 1 to 20 ticks, got -1"),
        ("FOOTY_POLL_BATCH_SIZE", "100", "must be 1 to 20 ids, got 100"),
        ("FOOTY_POSTS_PER_DAY", "-1", "must be at least 0 posts, got -1"),
        ("FOOTY_TRACKABLE", "Goal/Normal Goal,Card", "must be one of .*, got 'Card'"),
        ("FOOTY_CLIP_PROFILE", "strickt", "must be one of open, strict, got 'strickt'"),
        ("FOOTY_TICK_SECONDS", "25", "must divide a minute, got 25"),
        ("FOOTY_DEADLINE_MINUTES", "soon", "must be a whole number, got 'soon'"),
        ("FOOTY_LOW_QUOTA_SHARE", "nan", "must be 0 to 0.9 share, got nan"),
        ("FOOTY_TRACKED_TEAMS", "1,x", "must be a comma-separated list of whole numbers"),
        ("FOOTY_TRACKED_LEAGUES", "0", "must be at least 1 ids, got 0"),
        ("FOOTY_REFERENCE_FRAMES_ONLY", "perhaps", "must be true or false, got 'perhaps'"),
    ],
)
def test_an_unusable_value_names_its_variable(variable: str, value: str, problem: str) -> None:
    with pytest.raises(SettingError, match=f"{variable} {problem}"):
        ApiSettings.read({variable: value})


def test_the_strict_profile_sets_three_rules() -> None:
    rules = Settings.read({"FOOTY_CLIP_PROFILE": "strict"}).rules
    assert rules == Rules(clip_profile="strict", clip_min_aspect=1.75, clip_max_aspect=1.82, clip_min_edge=600)


def test_a_rule_that_is_set_overrides_the_profile() -> None:
    rules = Settings.read({"FOOTY_CLIP_PROFILE": "strict", "FOOTY_CLIP_MIN_EDGE": "480"}).rules
    assert (rules.clip_min_edge, rules.clip_min_aspect) == (480, 1.75)


@pytest.mark.parametrize(("seconds", "ticks", "offsets"), [(30, 3, (0, 30)), (20, 4, (0, 20, 40)), (60, 2, (0,))])
def test_tick_counts_stand_for_one_minute(seconds: int, ticks: int, offsets: tuple[int, ...]) -> None:
    rules = Settings.read({"FOOTY_TICK_SECONDS": str(seconds)}).rules
    assert {rules.stable_ticks, rules.drop_ticks, rules.terminal_ticks, rules.postponed_ticks} == {ticks}
    assert rules.tick_offsets == offsets


def test_a_tick_count_that_is_set_is_kept() -> None:
    rules = Settings.read({"FOOTY_TICK_SECONDS": "20", "FOOTY_STABLE_TICKS": "3"}).rules
    assert (rules.stable_ticks, rules.drop_ticks) == (3, 4)


def test_other_variables_are_ignored() -> None:
    assert Settings.read({"STABLE_TICKS": "9", "FOOTY_NO_SUCH_RULE": "1"}) == Settings()
