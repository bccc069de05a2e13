"""Tokens of organisations, as an operator issues, lists and takes them back."""

from collections.abc import Callable

import pytest
from pymongo.database import Database

from footy.core.errors import TokenRefused
from footy.goals.model.documents import FixtureDocument
from footy.images.adapters.mongo.organizations import Organizations
from operations.tokens import main

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(database: Database[FixtureDocument], mongo_uri: str, capsys: pytest.CaptureFixture[str]) -> Command:
    """What it answers, says and complains of."""

    def asked(*arguments: str) -> tuple[int, str, str]:
        code = main([*arguments, "--database", database.name], {"MONGODB_URI": mongo_uri})
        said = capsys.readouterr()
        return code, said.out.strip(), said.err.strip()

    return asked


def test_a_token_speaks_for_its_organisation_until_it_is_taken_back(
    run: Command, database: Database[FixtureDocument]
) -> None:
    organizations = Organizations(database)
    first, second = (run("issue", "my-club")[1] for _ in range(2))
    assert [organizations.authenticated_organization(token) for token in (first, second)] == ["my-club"] * 2
    token_id = first.split(".")[1]
    assert run("revoke", "my-club", token_id) == (0, f"{token_id} is good for nothing from now on", "")
    with pytest.raises(TokenRefused):
        organizations.authenticated_organization(first)
    assert organizations.authenticated_organization(second) == "my-club"


def test_only_what_tells_tokens_apart_is_listed_and_kept(run: Command, database: Database[FixtureDocument]) -> None:
    assert run("list", "my-club") == (0, "none", "")
    _, token_id, secret = run("issue", "my-club")[1].split(".")
    code, listed, _ = run("list", "my-club")
    assert (code, listed.split()[0]) == (0, token_id)
    assert secret not in listed
    assert secret not in str(list(database["organizations"].find()))
    assert run("list", "another-club")[1] == "none"


@pytest.mark.parametrize("token_id", ["", "00000000"])
def test_a_token_that_nobody_has_cannot_be_taken_back(run: Command, token_id: str) -> None:
    run("issue", "my-club")
    assert run("revoke", "my-club", token_id) == (1, "", f"found-footy: my-club has no token {token_id}".strip())


@pytest.mark.parametrize("name", ["My Club", "../club", "", "x" * 65])
def test_a_name_that_is_none_gets_no_token(run: Command, database: Database[FixtureDocument], name: str) -> None:
    code, said, complaint = run("issue", name)
    assert (code, said) == (1, "")
    assert "1 to 64 small letters" in complaint
    assert database["organizations"].count_documents({}) == 0


def test_without_an_address_of_the_database_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "my-club"], {}) == 1
    assert "MONGODB_URI" in capsys.readouterr().err
