"""Keys of a home and their sign-in links."""

from pathlib import Path
from typing import Any

import pytest
from pymongo.database import Database

from footy.images.adapters.mongo.organizations import Organizations
from local.stack.home import Home
from local.stack.home_metadata import HomeMetadata
from local.stack.sign_in import ORGANIZATION, HomeKeys


def test_keys_are_random_and_stay_in_their_home(tmp_path: Path) -> None:
    homes = [Home(tmp_path / name) for name in ("one", "two")]
    for home in homes:
        home.prepare()
    one, two = (home.keys for home in homes)
    assert {one.operator, one.organization}.isdisjoint({two.operator, two.organization})
    homes[0].start_over(HomeMetadata("var.toml", "", "embedded", "footy"))
    assert homes[0].keys == one


@pytest.mark.parametrize("content", ["", "{", '{"operator": "k"}'])
def test_damaged_keys_are_replaced(tmp_path: Path, content: str) -> None:
    file = tmp_path / "keys.json"
    file.write_text(content)
    assert HomeKeys.of(file) == HomeKeys.of(file)


def test_the_token_is_stored_once_as_a_hash(tmp_path: Path, database: Database[Any]) -> None:
    keys, organizations = HomeKeys.of(tmp_path / "keys.json"), Organizations(database)
    for _ in range(2):
        keys.admit_organization(database)
    [token] = organizations.tokens(ORGANIZATION)
    assert keys.organization.rpartition(".")[2] not in str(token)
    assert organizations.authenticated_organization(keys.organization) == ORGANIZATION
