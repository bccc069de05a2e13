import pytest

from footy.core.settings import Rules, Settings


def test_absent_variables_keep_the_defaults() -> None:
    assert Settings.read({}) == Settings()


def test_a_rule_is_overridden_with_the_type_of_its_default() -> None:
    rules = Settings.read({"FOOTY_STABLE_TICKS": "4", "FOOTY_CLIP_MIN_ASPECT": "1.75"}).rules
    assert rules == Rules(stable_ticks=4, clip_min_aspect=1.75)


def test_lists_are_separated_by_commas() -> None:
    read = Settings.read(
        {"FOOTY_TRACKED_LEAGUES": "1, 39", "FOOTY_MEDIA_ORIGINS": "https://a.example,http://127.0.0.1:9"}
    )
    assert read.rules.tracked_leagues == (1, 39)
    assert read.media_origins == ("https://a.example", "http://127.0.0.1:9")


def test_the_strict_profile_is_three_rules_at_once() -> None:
    rules = Settings.read({"FOOTY_CLIP_PROFILE": "strict"}).rules
    assert rules == Rules(clip_profile="strict", clip_min_aspect=1.75, clip_max_aspect=1.82, clip_min_edge=600)


def test_a_rule_of_its_own_goes_before_the_profile() -> None:
    rules = Settings.read({"FOOTY_CLIP_PROFILE": "strict", "FOOTY_CLIP_MIN_EDGE": "480"}).rules
    assert (rules.clip_min_edge, rules.clip_min_aspect) == (480, 1.75)


def test_a_profile_nobody_knows_is_refused() -> None:
    with pytest.raises(KeyError):
        Settings.read({"FOOTY_CLIP_PROFILE": "strickt"})


def test_foreign_variables_are_left_alone() -> None:
    assert Settings.read({"STABLE_TICKS": "9", "FOOTY_NO_SUCH_RULE": "1"}) == Settings()
