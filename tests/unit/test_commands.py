from typing import Any

import pytest
from pymongo import WriteConcern
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from tests.support.mongo_commands import Listener, refusals

SAFE = {"writeConcern": {"w": "majority", "j": True}}


def update(change: Any, **query: Any) -> dict[str, Any]:
    return {"update": "x", "updates": [{"q": query, "u": change}], **SAFE}


ALLOWED: list[dict[str, Any]] = [
    {"find": "x", "filter": {"_id": {"$in": [1]}, "$or": [{"a": None}, {"b": {"$lte": 3}}]}, "projection": {"a": 1}},
    {"find": "x", "filter": {"events": {"$elemMatch": {"_id": 1, "a.b": {"$ne": 2}}}, "c": {"$not": {"$gt": 3}}}},
    {"insert": "x", "documents": [{"$odd": 1}], **SAFE},
    {"delete": "x", "deletes": [{"q": {"_id": 1}, "limit": 1}], "writeConcern": {"w": 1, "j": True}},
    update({"$set": {"a.$.b": 1}, "$push": {"c": {"$each": [1], "$slice": -3}}}, _id=1),
    update({"$pull": {"events": {"_id": {"$in": [1]}}}, "$addToSet": {"a": "b"}, "$unset": {"c": ""}}),
    update({"a": 1}),
    {"aggregate": "x", "pipeline": [{"$match": {"a": 1}}, {"$group": {"_id": 1}}]},
    {"createIndexes": "x", "indexes": [{"key": {"a": 1}, "name": "a", "unique": True}]},
    {"hello": 1},
    {"usersInfo": "someone"},
]
FORBIDDEN: list[tuple[dict[str, Any], str]] = [
    ({"dropUser": "someone"}, "dropUser"),
    (update([{"$set": {"a": "$b"}}]), "pipeline"),
    (update({"$mul": {"a": 2}}), "$mul"),
    (update({"$currentDate": {"a": True}}), "$currentDate"),
    (update({"$push": {"a": {"$each": [1], "$position": 0}}}), "$position"),
    (update({"$pull": {"a": {"$elemMatch": {"$where": "1"}}}}), "$where"),
    (update({"$set": {"a": 1}}, a={"$elemMatch": {"$expr": {"$gt": ["$a", "$b"]}}}), "$expr"),
    (
        {
            "update": "x",
            "updates": [{"q": {}, "u": {"$set": {}}, "arrayFilters": [{"e.a": {"$mod": [2, 1]}}]}],
            **SAFE,
        },
        "$mod",
    ),
    ({**update({"$set": {}}), "writeConcern": {"w": "majority"}}, "write concern"),
    ({**update({"$set": {}}), "writeConcern": {"w": 0, "j": True}}, "write concern"),
    ({**update({"$set": {}}), "txnNumber": 1}, "txnNumber"),
    ({**update({"$set": {}}), "let": {"a": 1}}, "let"),
    ({"delete": "x", "deletes": [{"q": {"$where": "1"}}], **SAFE}, "$where"),
    ({"find": "x", "filter": {"$expr": {}}}, "$expr"),
    ({"find": "x", "filter": {"$and": [{"a": {"$not": {"$regex": "b"}}}]}}, "$regex"),
    ({"find": "x", "filter": {}, "startTransaction": True}, "startTransaction"),
    ({"find": "x", "filter": {}, "$readPreference": {"mode": "secondary"}}, "primary"),
    ({"findAndModify": "x", "update": {"$set": {}}, "fields": {"events.$": 1}, "new": True, **SAFE}, "positional"),
    ({"findAndModify": "x", "update": [{"$set": {}}], **SAFE}, "pipeline"),
    ({"aggregate": "x", "pipeline": [{"$facet": {}}]}, "$facet"),
    ({"aggregate": "x", "pipeline": [{"$changeStream": {}}]}, "$changeStream"),
    ({"aggregate": "x", "pipeline": [{"$lookup": {"from": "y", "let": {}, "pipeline": [], "as": "z"}}]}, "$lookup"),
    (
        {"createIndexes": "x", "indexes": [{"key": {"a": 1}, "name": "a", "expireAfterSeconds": 1}]},
        "expireAfterSeconds",
    ),
    ({"createIndexes": "x", "indexes": [{"key": {"$**": "text"}, "name": "a"}]}, "text"),
    ({"commitTransaction": 1}, "commitTransaction"),
    ({"mapReduce": "x"}, "mapReduce"),
]


@pytest.mark.parametrize("command", ALLOWED, ids=lambda command: next(iter(command)))
def test_what_all_understand_is_let_pass(command: dict[str, Any]) -> None:
    assert refusals(next(iter(command)), command) == []


@pytest.mark.parametrize(("command", "why"), FORBIDDEN, ids=[why for _, why in FORBIDDEN])
def test_what_only_some_understand_is_refused(command: dict[str, Any], why: str) -> None:
    [refusal] = refusals(next(iter(command)), command)
    assert why in refusal


def test_every_client_of_the_tests_is_listened_to(database: Database[FixtureDocument], commands: Listener) -> None:
    database["fixtures_active"].update_many({"a": {"$mod": [2, 0]}}, {"$mul": {"goals.home": 2}})
    careless = database["fixtures_active"].with_options(write_concern=WriteConcern(w=1, j=False))
    careless.delete_one({"_id": 1})
    assert commands.take() == [
        "update: the update operator $mul",
        "update: the query operator $mod",
        "delete: the write concern {'j': False, 'w': 1}",
    ]
