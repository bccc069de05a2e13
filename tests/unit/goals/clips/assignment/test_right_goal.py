"""Choice of the goal that a clip shows (D14, D20, D22, D25, D26)."""

import pytest

from footy.goals.clips.assignment.match_facts import MatchFacts
from footy.goals.clips.assignment.right_goal import BestGoal, best_goal, timestamp_at
from tests.support.readings import frames, match_of

FINAL = match_of(("23", "home"), ("36", "home"), ("80", "away"), ("81", "away"), ("108", "home"), ("118", "away"))
NINE = match_of(*((str(10 * n), "home" if n % 3 else "away") for n in range(1, 10)))
STOPPAGE = match_of(("45+2", "home"), ("46", "home"))
EXTRA_TIME = match_of(("105+1", "home"), ("107", "home"))
CLOSE = match_of(("20", "home"), ("90+3", "away"), ("90+4", "home"))
ONE, ONE_AT_THE_BREAK = match_of(("80", "home")), match_of(("45", "home"))


def choice(match: MatchFacts, found_at: str, *read: str) -> BestGoal:
    return best_goal(frames(*read), found_at, match, 3)


@pytest.mark.parametrize(
    ("match", "read", "goal", "why"),
    [
        # two goals a minute apart
        (FINAL, ["79:17 2-0", "79:23 2-1"], "80", "score_change"),
        (FINAL, ["80:53 2-1", "80:59 2-1"], "81", "score"),
        (FINAL, ["80:53 2-1", "81:02 2-2"], "81", "score_change"),
        (FINAL, ["79:16 2-0", "79:20 2-0"], "80", "score"),
        (FINAL, ["80:53 -", "80:59 -"], "81", "minute"),
        (FINAL, ["- 2-1", "- 2-2"], "81", "score_change"),
        # one score alone, far from any other goal with it
        (FINAL, ["- 0-0", "- -"], "23", "score"),
        # sides the other way round, by their letters or by nothing else fitting
        (FINAL, ["79:17 FRA 0-2 ARG", "79:23 FRA 1-2 ARG"], "80", "score_change"),
        (FINAL, ["79:17 0-2", "79:23 1-2"], "80", "score_change"),
        (FINAL, ["- ARG 1-0 FRA", "- ARG 2-0 FRA"], "36", "score_change"),
        (FINAL, ["- 2-1 (4-3)", "- 2-2 (4-3)"], "81", "score_change"),
        # either side of the interval
        (STOPPAGE, ["45:50 0-0", "46:20 1-0"], "45+2", "score_change"),
        (STOPPAGE, ["45:20 1-0", "45:40 2-0"], "46", "score_change"),
        (STOPPAGE, ["46:30 0-0", "46:40 0-0"], "45+2", "score"),
        # nine goals
        (NINE, ["59:10 4-1", "59:20 4-1"], "60", "score"),
        (STOPPAGE, ["2H46:20 -", "2H46:40 -"], "46", "minute"),
        (STOPPAGE, ["1H46:20 -", "1H46:40 -"], "45+2", "minute"),
        # a misread score beside a good one, or beside both
        (FINAL, ["79:17 2-0", "79:23 7-1"], "80", "score"),
        (ONE, ["- 0-0", "- 1-0", "- 2-0"], "80", "score_change"),
        # seconds however they are written, and no seconds where one minute would not matter
        (FINAL, ["80.53 -", "80'59 -"], "81", "minute"),
        (FINAL, ["79' -", "79' -"], "80", "minute"),
        (FINAL, ["81' -", "81 -"], "81", "minute"),
        # a clock that stands, and one goal only that it can be of
        (ONE_AT_THE_BREAK, ["45:00 -", "45:00 -"], "45", "minute"),
    ],
)
def test_a_deciding_picture_counts_wherever_it_was_found(
    match: MatchFacts, read: list[str], goal: str, why: str
) -> None:
    for found_at in match.goals:
        best = choice(match, found_at.event_id, *read)
        assert (best.goal, best.why, best.decided) == (goal, why, True)


@pytest.mark.parametrize(
    ("match", "found_at", "read", "goal", "why"),
    [
        (FINAL, "80", ["- -", "- -"], "80", "nothing_read"),
        (FINAL, "81", [], "81", "nothing_read"),
        # after one goal or before the next, and no clock
        (FINAL, "80", ["- 2-1", "- 2-1"], "80", "undecided"),
        (FINAL, "23", ["- 2-1", "- 2-1"], None, "undecided"),
        # a clock at the edge of both minutes
        (FINAL, "80", ["80:04 2-1", "80:09 2-1"], "80", "undecided"),
        (FINAL, "81", ["79:59 -", "80:04 -"], "81", "undecided"),
        (FINAL, "23", ["79:59 -", "80:04 -"], None, "undecided"),
        # a minute without seconds, which some count from the one that is over
        (FINAL, "80", ["80' -", "80' -"], "80", "undecided"),
        (CLOSE, "90+3", ["90+3 -", "90+3 -"], "90+3", "undecided"),
        (CLOSE, "90+4", ["92:58+6 -", "93:02+6 -"], "90+4", "undecided"),
        # minutes that come twice, in stoppage time and after the interval
        (STOPPAGE, "45+2", ["46:20 -", "46:40 -"], "45+2", "undecided"),
        (STOPPAGE, "46", ["46:20 1-0", "46:40 1-0"], "46", "undecided"),
        (EXTRA_TIME, "105+1", ["106:31 -", "106:40 -"], "105+1", "undecided"),
        # a clock that stands hides the minute
        (STOPPAGE, "45+2", ["45:00 -", "45:00 -"], "45+2", "undecided"),
    ],
)
def test_where_nothing_decides_it_stays_where_it_was_found(
    match: MatchFacts, found_at: str, read: list[str], goal: str | None, why: str
) -> None:
    best = choice(match, found_at, *read)
    assert (best.goal, best.why, best.decided) == (goal, why, False)
    assert timestamp_at(frames(*read), found_at, match, 3)[0] != "verified"


@pytest.mark.parametrize(
    "read",
    [
        ["11:32 -", "11:40 -"],
        ["11:32 0-0", "11:40 0-0"],
        ["80:53 5-5", "80:59 5-5"],
        ["118:00 3-4", "118:10 3-4"],  # the next one, before the API tells of it
        ["79:17 0-0", "79:23 1-0"],
    ],
)
def test_what_fits_no_known_goal_belongs_to_none_yet(read: list[str]) -> None:
    assert choice(FINAL, "80", *read) == BestGoal(None, "fits_none")


def test_a_goal_that_is_known_late_takes_its_clips() -> None:
    early, late = match_of(("80", "away")), match_of(("80", "away"), ("81", "away"))
    assert choice(early, "80", "80:53 0-1", "81:00 0-2") == BestGoal(None, "fits_none")
    assert choice(early, "80", "80:53 0-1", "80:59 0-1").goal == "80"
    for read in (("80:53 0-1", "81:00 0-2"), ("80:53 0-1", "80:59 0-1")):
        assert choice(late, "80", *read).goal == "81"


def test_a_corrected_minute_takes_them_too() -> None:
    before, after = match_of(("61", "home")), match_of(("67", "home"))
    read = ("66:30 0-0", "66:40 1-0")
    assert choice(before, "61", *read).goal is None
    assert choice(after, "67", *read).goal == "67"


def test_the_forerunner_that_var_took_back_no_longer_counts() -> None:
    both, one = match_of(("40", "home"), ("42", "home")), match_of(("42", "home"))
    read = ("41:30 0-0", "41:40 1-0")
    assert choice(both, "42", *read).goal == "40"
    assert choice(one, "42", *read).goal == "42"
    assert choice(one, "42", "39:10 0-0", "39:20 1-0").goal == "42"


def test_two_goals_in_one_clip_are_the_later_ones() -> None:
    both = choice(FINAL, "80", "79:17 2-0", "80:50 2-1", "81:02 2-2")
    assert (both.goal, both.compilation) == ("81", True)
    assert not choice(FINAL, "80", "79:17 2-0", "79:25 2-1").compilation


def test_scores_decide_nothing_while_a_row_is_missing() -> None:
    shifted = match_of(("80", "away"), ("81", "away"), counts=False)
    assert choice(shifted, "80", "80:50 2-1", "80:59 2-2") == BestGoal("81", "minute")
    assert choice(shifted, "81", "- 2-1", "- 2-2") == BestGoal("81", "nothing_read")


LATE = match_of(("20", "home"), ("90+3", "away"))


@pytest.mark.parametrize(
    ("read", "goal", "status"),
    [
        (("02:36 1-0", "02:41 1-1"), "90+3", "unverified"),
        (("02:36 0-0", "02:41 0-0"), None, None),
        (("02:36 -", "02:41 -"), None, None),
        (("92:36 1-0", "92:41 1-1"), "90+3", "verified"),
    ],
)
def test_a_clock_with_lost_digits_needs_the_goals_score(
    read: tuple[str, ...], goal: str | None, status: str | None
) -> None:
    assert choice(LATE, "90+3", *read).goal == goal
    if goal:
        assert timestamp_at(frames(*read), goal, LATE, 3)[0] == status


@pytest.mark.parametrize("read", [("2T47:36 -", "2T47:41 -"), ("2T02:36 -", "2T02:41 -")])
def test_a_second_half_counted_from_zero_tells_its_stoppage_time(read: tuple[str, ...]) -> None:
    assert choice(LATE, "90+3", *read) == BestGoal("90+3", "minute")
    assert timestamp_at(frames(*read), "90+3", LATE, 3) == ("verified", 92)


def test_of_two_orders_without_letters_the_clock_decides() -> None:
    level = match_of(("20", "home"), ("40", "away"), ("60", "away"))
    assert choice(level, "20", "19:10 0-0", "19:20 0-1").goal == "20"
    assert choice(level, "20", "59:10 1-1", "59:20 2-1").goal == "60"
