"""Uploads under any interleaving of batches, crashes, VAR and corrections (U1 to U6, G18)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from pymongo.database import Database

from footy.goals.adapters.mongo.fixtures.moves import Moves
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.mongo.page.shares import Shares
from footy.goals.clips.sharing import RemovedClip, SharedClip, SupersededClip
from footy.goals.model.documents import FixtureDocument, Video
from footy.goals.settings import Rules
from footy.goals.steps.sweep_objects import sweep_objects
from tests.support.crashing_uploads import Deliveries, Message, emptied, fresh_goal
from tests.support.examples import examples
from tests.support.goals import NOON, insert
from tests.support.matchday import Watch
from tests.support.upload_model import FILES, FIRST_IDS, NAMES, Cluster, by_rank, longest_first, merge_model
from tests.support.uploads import Stage, staged
from tests.support.var_removal import reattribute, take_away

AT_ONCE = Rules(orphan_minutes=0)


BATCH = st.lists(
    st.tuples(st.sampled_from(NAMES), st.booleans()), min_size=1, max_size=3, unique_by=lambda sent_clip: sent_clip[0]
)


class Uploads(RuleBasedStateMachine):
    """Two goals of one fixture; what was sent for them, and what became of each."""

    stage: Stage
    patch: pytest.MonkeyPatch

    @initialize()
    def kick_off(self) -> None:
        emptied(self.stage.s3, self.stage.database)
        insert(self.stage.database, *map(fresh_goal, FIRST_IDS))
        self.container = Deliveries(self.stage)
        self.container.wire(self.patch)
        self.ids = {first: [first] for first in FIRST_IDS}
        self.removed: set[str] = set()
        self.sent: dict[str, dict[str, list[tuple[str, bool]]]] = {first: {} for first in FIRST_IDS}
        self.consumed: list[Message] = []
        self.links: dict[str, str] = {}
        self.home: Literal["active", "completed", "staging"] = "active"

    def teardown(self) -> None:
        if hasattr(self, "container"):
            self.settle()
            self.container.unwire()

    @rule(first=st.sampled_from(FIRST_IDS), batch=BATCH, newest=st.booleans())
    def a_download_ends(self, first: str, batch: list[tuple[str, bool]], newest: bool) -> None:  # noqa: FBT001
        group = self.ids[first][-1 if newest else 0]
        download = f"download{sum(map(len, self.sent.values())) + 1}-{group}"
        self.sent[first][download] = [(f"{first}-{name}", verified) for name, verified in batch]
        self.container.send(group, download, [(FILES[name], verified) for name, verified in self.sent[first][download]])

    @rule(first=st.sampled_from(FIRST_IDS), batch=BATCH, newest=st.booleans())
    def a_download_ends_and_is_delivered(self, first: str, batch: list[tuple[str, bool]], newest: bool) -> None:  # noqa: FBT001
        self.a_download_ends(first, batch, newest)
        self.container.consume([self.ids[first][-1 if newest else 0]])

    @rule(picked=st.data())
    def messages_are_delivered(self, picked: st.DataObject) -> None:
        self.container.consume(self._some_groups(picked))

    @rule(picked=st.data(), effects=st.integers(1, 6))
    def the_process_dies_after_an_effect(self, picked: st.DataObject, effects: int) -> None:
        self.container.consume(self._some_groups(picked), crash_after=effects)

    @precondition(lambda self: any(self.sent.values()))
    @rule(picked=st.data())
    def a_signal_is_sent_again_after_five_minutes(self, picked: st.DataObject) -> None:
        first = picked.draw(st.sampled_from([first for first in FIRST_IDS if self.sent[first]]))
        download = picked.draw(st.sampled_from(sorted(self.sent[first])))
        group = download.partition("-")[2]
        body = f'{{"event_id": "{group}", "download_id": "{download}", "verdicts": [], "posts": [], "last": true}}'
        if all(message.deduplication_id != download for message in self._unread()):
            self.container.groups[group].append(Message(body, group, download))

    @rule(first=st.sampled_from(FIRST_IDS))
    def somebody_sends_nonsense(self, first: str) -> None:
        self.container.groups[first].append(Message("nonsense", first, "nonsense"))

    @precondition(lambda self: self.home == "active")
    @rule(first=st.sampled_from(FIRST_IDS))
    def var_takes_a_goal_away(self, first: str) -> None:
        if first not in self.removed:
            self._note_links()
            take_away(self.stage.database, self.ids[first][-1])
            self.removed.add(first)

    @precondition(lambda self: self.home == "active")
    @rule(first=st.sampled_from(FIRST_IDS))
    def the_scorer_is_corrected(self, first: str) -> None:
        if first not in self.removed:
            new = f"{first.rpartition('_')[0]}_{len(self.ids[first]) + 1}"
            reattribute(self.stage.database, self.ids[first][-1], new)
            self.ids[first].append(new)

    @rule(there=st.sampled_from(["active", "staging", "completed"]))
    def the_fixture_moves(self, there: Any) -> None:
        if self.home not in (there, "completed"):
            assert Moves(self.stage.database).move([7], self.home, there, NOON) == {7}
            self.home = there

    @rule()
    def dead_letters_are_sent_again(self) -> None:
        self.container.dead = [message for message in self.container.dead if message.body != "nonsense"]
        self.container.redrive()

    @invariant()
    def no_document_names_an_object_that_is_not_there(self) -> None:
        if hasattr(self, "container"):
            self._note_links()
            assert {video["_s3_key"] for video in self._visible_videos()} <= set(self.stage.objects())

    def settle(self) -> None:
        """Everything waiting is delivered, and the night after the next does its part: then it is as the model says."""
        self.dead_letters_are_sent_again()
        self.container.drain()
        sweep_objects({}, replace(self.stage, rules=AT_ONCE).container(clock=Watch(NOON + timedelta(days=2))))
        assert all(message.body == "nonsense" for message in self.container.dead)
        events = GoalEvents(self.stage.database)
        for first in FIRST_IDS:
            entry = events.find(first)
            assert (entry is None) == (first in self.removed)
            if entry:
                self._agrees(first, entry["_finished_downloads"], entry["_s3_videos"])
        assert sorted(video["_s3_key"] for video in self._visible_videos()) == self.stage.objects()
        assert self.stage.objects("work") == []
        self._links_lead_somewhere()

    def _agrees(self, first: str, finished: list[str], videos: list[Video]) -> None:
        assert sorted(finished) == sorted(self.sent[first])
        for group in self.ids[first]:
            in_order = [d for d in finished if d.endswith(f"-{group}") and d not in self.container.redriven]
            assert in_order == [d for d in self.sent[first] if d in in_order]
        clusters: list[Cluster] = []
        for download in finished:
            for name, verified in sorted(self.sent[first][download], key=lambda sent_clip: longest_first(sent_clip[0])):
                clusters = merge_model(clusters, name, verified)
        assert [(v["md5"], v["timestamp_verified"], v["popularity"]) for v in videos] == by_rank(clusters)
        assert [video["rank"] for video in videos] == list(range(1, len(videos) + 1))
        for video in videos:
            etag = self.stage.s3.head_object(Bucket="media", Key=video["_s3_key"])["ETag"]
            assert etag.strip('"') == video["md5"]

    def _links_lead_somewhere(self) -> None:
        shares = Shares(self.stage.database)
        for link, first in self.links.items():
            entry = shares.resolve(link)
            if first in self.removed:
                assert entry == RemovedClip("var")
            elif isinstance(entry, SupersededClip):
                assert isinstance(shares.resolve(entry.share_id), SharedClip)
            else:
                assert isinstance(entry, SharedClip)

    def _some_groups(self, picked: st.DataObject) -> list[str]:
        waiting_groups = sorted(group for group, messages in self.container.groups.items() if messages)
        return (
            picked.draw(st.lists(st.sampled_from(waiting_groups), unique=True, min_size=1, max_size=2))
            if waiting_groups
            else []
        )

    def _unread(self) -> list[Message]:
        return [message for messages in self.container.groups.values() for message in messages] + self.container.dead

    def _visible_videos(self) -> list[Video]:
        fixture = self.stage.database[f"fixtures_{self.home}"].find_one({"_id": 7})
        assert fixture is not None
        return [video for event in fixture["events"] for video in event["_s3_videos"]]

    def _note_links(self) -> None:
        for first in set(FIRST_IDS) - self.removed:
            entry = GoalEvents(self.stage.database).find(first)
            self.links |= {video["share_id"]: first for video in entry["_s3_videos"]} if entry else {}


@pytest.mark.soak
def test_every_history_ends_as_the_model_says(
    database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch
) -> None:
    with staged(database) as ready:
        Played = type("Played", (Uploads,), {"stage": ready, "patch": monkeypatch})  # noqa: N806
        bounded = settings(
            max_examples=examples(20),
            stateful_step_count=25,
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(Played, settings=bounded)
