from pathlib import Path

from tests.unit.local.replay.days import a_day, a_goal, after_goal, body, events, played


def change(after: int, what: str) -> str:
    return f"[[fixture.row.change]]\nafter = {after}\n{what}\n"


def test_row_appears_some_seconds_after_its_goal(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal())
    assert events(day, after_goal(19)) == []
    assert [row["time"]["elapsed"] for row in events(day, after_goal(20))] == [10]


def test_row_has_the_keys_of_the_api(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal("45+1", more='assist = "ten"'))
    assert events(day, played(60)) == [
        {
            "time": {"elapsed": 45, "extra": 1},
            "team": {"id": 1, "name": "Reds", "logo": "https://media.api-sports.io/football/teams/1.png"},
            "player": {"id": 9, "name": "A. Nine"},
            "assist": {"id": 10, "name": "B. Ten"},
            "type": "Goal",
            "detail": "Normal Goal",
            "comments": None,
        }
    ]


def test_goal_taken_back_leaves_rows_score_and_expectations(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal() + change(200, "shown = false"))
    assert body(day, after_goal(199))["goals"] == {"home": 1, "away": 0}
    assert events(day, after_goal(200)) == []
    assert body(day, after_goal(200))["goals"] == {"home": 0, "away": 0}
    assert day.goals() == ()


def test_row_may_flicker(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal() + change(60, "shown = false") + change(90, "shown = true"))
    assert [len(events(day, after_goal(at))) for at in (30, 60, 90)] == [1, 0, 1]
    assert len(day.goals()) == 1


def test_scorer_may_be_unknown_at_first(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal().replace('"nine"', '"unknown"') + change(80, 'player = "nine"'))
    assert [row["player"] for row in events(day, after_goal(30))] == [{"id": None, "name": None}]
    assert [row["player"]["name"] for row in events(day, after_goal(80))] == ["A. Nine"]
    assert [goal.player for goal in day.goals()] == ["A. Nine"]


def test_player_may_have_a_name_without_an_id(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal().replace('"nine"', '"nameless"'))
    assert [row["player"] for row in events(day, after_goal(30))] == [{"id": None, "name": "C. Nameless"}]


def test_scorer_minute_assist_and_detail_may_be_corrected(tmp_path: Path) -> None:
    corrected = 'player = "ten"\nassist = "nine"\nminute = "11"\ndetail = "Penalty"'
    day = a_day(tmp_path, a_goal() + change(60, corrected))
    before, after = events(day, after_goal(59))[0], events(day, after_goal(60))[0]
    assert (before["player"]["id"], before["assist"]["id"], before["time"]["elapsed"]) == (9, None, 10)
    assert (after["player"]["id"], after["assist"]["id"], after["time"]["elapsed"]) == (10, 9, 11)
    assert (before["detail"], after["detail"]) == ("Normal Goal", "Penalty")
    assert [(goal.player, goal.minute) for goal in day.goals()] == [("B. Ten", 11)]


def test_own_goal_counts_for_the_side_it_is_credited_to(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal(side="away", detail="Own Goal"))
    assert body(day, after_goal(30))["goals"] == {"home": 0, "away": 1}
    assert events(day, after_goal(30))[0]["team"]["name"] == "Blues"


def test_score_may_lag_behind_the_row(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal(more="scores_after = 50"))
    assert (len(events(day, after_goal(40))), body(day, after_goal(40))["goals"]["home"]) == (1, 0)
    assert body(day, after_goal(50))["goals"]["home"] == 1


def test_score_may_be_ahead_of_the_row(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal(more="scores_after = 5"))
    assert (len(events(day, after_goal(10))), body(day, after_goal(10))["goals"]["home"]) == (0, 1)


def test_missed_penalty_scores_nothing(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal(detail="Missed Penalty"))
    assert body(day, after_goal(30))["goals"] == {"home": 0, "away": 0}
    assert events(day, after_goal(30))[0]["type"] == "Goal"
