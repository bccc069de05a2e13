from typing import Any

import pytest

from footy.adapters import football as room
from footy.adapters.api_football_bodies import PollAnswer, Reject
from footy.adapters.football import usable
from tests.unit.fixtures.builders import body


def test_what_cannot_be_used_is_told_with_its_id_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, dict[str, Any]]] = []
    counted: dict[str, float] = {}
    monkeypatch.setattr(room, "warn", lambda action, **facts: told.append((action, facts)))
    monkeypatch.setattr(room, "count", lambda name, value: counted.update({name: value}))
    strange = body(fixture_id=2, raw={"lineups": 2**80})
    answer = usable(
        PollAnswer((body(fixture_id=1), strange), (Reject(3, "teams: Field required"),), frozenset({3}), None)
    )
    assert [known.id for known in answer.bodies] == [1]
    assert answer.missing == {2, 3}
    assert told == [
        ("rejected", {"fixture_id": 3, "reason": "teams: Field required"}),
        ("fixtures_left_out", {"ids": [2, 3]}),
    ]
    assert counted == {"Rejects": 1, "FixturesLeftOut": 2}
