"""Creation of indexes."""

from pymongo.database import Database

from footy.goals.adapters.mongo.indexes import INDEXES, create_indexes
from footy.goals.model.documents import FixtureDocument


def test_indexes_are_created_once(database: Database[FixtureDocument]) -> None:
    assert create_indexes(database) == create_indexes(database)
    for collection, models in INDEXES.items():
        names = set(database[collection].index_information())
        assert {model.document["name"] for model in models} | {"_id_"} == names
