"""Fixtures of the image steps."""

import pytest
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from tests.support.image_desk import Desk


@pytest.fixture
def desk(database: Database[FixtureDocument]) -> Desk:
    """No image yet."""
    return Desk(database)
