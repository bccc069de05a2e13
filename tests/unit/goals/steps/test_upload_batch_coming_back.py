"""Clips and goals that come back (G12, U8, U11)."""

import pytest

from footy.goals.adapters.mongo.page.shares import Shares
from footy.goals.clips.sharing import SharedClip, SupersededClip
from tests.support.clips import fetched, file_of
from tests.support.goals import NOON
from tests.support.three_goals import (
    FIRST,
    NOTHING,
    OF_FIRST,
    SECOND,
    appears,
    bring,
    change,
    first,
    play,
    published_files,
    scored,
    second,
    waiting_files,
)
from tests.support.uploads import Stage
from tests.support.var_removal import take_away
from tests.unit.goals.steps.test_upload_batch_judged_anew import review
from tests.unit.goals.steps.test_upload_batch_posters import HIDDEN


@pytest.mark.parametrize("read_again", [OF_FIRST, ("- 0-0", "- 1-0")])
def test_a_returning_clip_keeps_its_link_and_stays_hidden(stage: Stage, read_again: tuple[str, str]) -> None:
    play(stage, scored(FIRST, 75, (0, 0), (1, 0)))
    bring(stage, FIRST, 1, (fetched("x"), ("75:10 0-0", "75:20 0-0")))
    link = stage.only(FIRST)["share_id"]
    change(stage, **{"events.0.time.elapsed": 80, "events.0._s3_videos.0.hidden": HIDDEN})
    bring(stage, FIRST, 2, (fetched("x"), read_again))
    assert (published_files(stage, FIRST), waiting_files(stage, FIRST)) == ([file_of("x")], [file_of("x")])
    change(stage, **{"events.0.time.elapsed": 78})
    review(stage)
    assert waiting_files(stage, FIRST) == []
    assert stage.only(FIRST)["hidden"] == HIDDEN
    assert link in {stage.only(FIRST)["share_id"], *stage.only(FIRST)["previous_share_ids"]}


def test_a_returning_goal_takes_no_clip_of_another(stage: Stage) -> None:
    play(stage, first(), second())
    bring(stage, SECOND, 1, (fetched("a", scene="close-up"), NOTHING))
    link, removed_goal = stage.only(SECOND)["share_id"], stage.event(SECOND)
    take_away(stage.database, SECOND)
    change(stage, goals={"home": 1, "away": 0})
    bring(stage, FIRST, 1, (fetched("b", scene="close-up", tweet_id="b"), NOTHING))
    assert published_files(stage, FIRST) == [file_of("b")]
    change(stage, _removed_events=[])
    appears(stage, {**removed_goal, "_telemetry": {**removed_goal["_telemetry"], "returned_at": NOON}})
    review(stage)
    assert len(published_files(stage, FIRST) + published_files(stage, SECOND)) == 1
    assert isinstance(Shares(stage.database).resolve(link), SharedClip | SupersededClip)
