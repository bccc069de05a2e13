"""Progress and summary of a match day in the terminal."""

from datetime import UTC, datetime

from local.cli.match_log import MatchLog, print_summary
from local.cli.placement import PlacementReport
from local.cli.summary import Summary, problems_of
from local.stack.progress import ProgressLog
from tests.support.local_stack import Terminal, fixture_line, goal_line

NOW = datetime(2022, 12, 18, 16, 30, tzinfo=UTC)
GOAL = "23' L. Messi (1-0) watching, downloads 9/10: #1 1280x720 12.3 MB x4 verified"


def test_only_changes_are_printed() -> None:
    output = Terminal()
    log = MatchLog(ProgressLog(output))
    for fixture in (fixture_line(), fixture_line(), fixture_line(goal_line()), fixture_line(removed=("1_2_3_Goal_2",))):
        log.show(NOW, [fixture])
    assert output.getvalue().splitlines() == [
        "16:30:00 Argentina - France 3-3 2H [active]",
        f"16:30:00 {GOAL}",
        "16:30:00 goal 1_2_3_Goal_2 removed",
    ]


def test_summary_shows_goals_placement_and_problems() -> None:
    output = Terminal()
    over = fixture_line(goal_line(because="deadline"), status="PEN", shootout="4-2")
    report = PlacementReport(right=1, posts=1)
    print_summary(Summary([over], objects=1, problems=["a problem"], placement=report), ProgressLog(output))
    assert output.getvalue().splitlines() == [
        "Argentina - France 3-3 (4-2 on penalties) PEN",
        f"  {GOAL.replace('watching', 'watching, deadline')}",
        "1 clips in 1 objects",
        "1 of 1 clips that identify a goal are under it; 0 of 1 right posts lost",
        "problem: a problem",
    ]


def test_fixture_that_was_over_at_first_sight_is_a_problem() -> None:
    observed = fixture_line(collection="completed")
    unwatched = fixture_line(collection="completed", fixture_id=7, unwatched=True)
    assert problems_of([observed], [], set()) == []
    assert problems_of([observed, unwatched], [], set()) == [
        "fixture 7 was over when it was first seen: its goals were not searched"
    ]
