"""Fixtures of the image steps."""

import pytest
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from tests.unit.images.steps.darkroom import Desk


@pytest.fixture
def desk(database: Database[FixtureDocument]) -> Desk:
    """No image yet."""
    return Desk(database)
