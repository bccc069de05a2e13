"""Tokens of organisations: issue, list, revoke."""

from collections.abc import Callable

import pytest
from pymongo.database import Database

from footy.core.errors import TokenRefused
from footy.goals.model.documents import FixtureDocument
from footy.images.adapters.mongo.organizations import Organizations
from operations.account import OperationRefused
from operations.tokens import main

Command = Callable[..., str]


@pytest.fixture
def run(database: Database[FixtureDocument], mongo_uri: str, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs the command and returns its output."""

    def command(*arguments: str) -> str:
        assert main([*arguments, "--database", database.name], {"MONGODB_URI": mongo_uri}) == 0
        return capsys.readouterr().out.strip()

    return command


def test_a_token_is_valid_until_it_is_revoked(run: Command, database: Database[FixtureDocument]) -> None:
    organizations = Organizations(database)
    first, second = (run("issue", "my-club") for _ in range(2))
    assert [organizations.authenticated_organization(token) for token in (first, second)] == ["my-club"] * 2
    token_id = first.split(".")[1]
    assert run("revoke", "my-club", token_id) == f"{token_id} is revoked"
    with pytest.raises(TokenRefused):
        organizations.authenticated_organization(first)
    assert organizations.authenticated_organization(second) == "my-club"


def test_the_secret_is_neither_listed_nor_stored(run: Command, database: Database[FixtureDocument]) -> None:
    assert run("list", "my-club") == "none"
    _, token_id, secret = run("issue", "my-club").split(".")
    listing = run("list", "my-club")
    assert listing.split()[0] == token_id
    assert secret not in listing
    assert secret not in str(list(database["organizations"].find()))
    assert run("list", "another-club") == "none"


@pytest.mark.parametrize("token_id", ["", "00000000"])
def test_an_unknown_token_cannot_be_revoked(run: Command, token_id: str) -> None:
    run("issue", "my-club")
    with pytest.raises(OperationRefused, match="my-club has no token"):
        run("revoke", "my-club", token_id)


@pytest.mark.parametrize("name", ["My Club", "../club", "", "x" * 65])
def test_an_invalid_id_gets_no_token(run: Command, database: Database[FixtureDocument], name: str) -> None:
    with pytest.raises(OperationRefused, match="1 to 64 lowercase letters"):
        run("issue", name)
    assert database["organizations"].count_documents({}) == 0


def test_the_database_address_is_required() -> None:
    with pytest.raises(OperationRefused, match="MONGODB_URI"):
        main(["list", "my-club"], {})
