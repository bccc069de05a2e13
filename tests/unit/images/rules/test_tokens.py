"""Tokens: only their hashes are kept, and none speaks for another organisation."""

from datetime import UTC, datetime

import pytest

from footy.core.errors import TokenRefused
from footy.images.model import Token
from footy.images.rules.tokens import Claim, admits, claim_of

CLAIM = Claim("club", "t1", "secret")
STORED: Token = {"id": "t1", "hash": CLAIM.hash, "createdAt": datetime(2026, 11, 19, tzinfo=UTC)}


def test_a_token_is_taken_apart_as_it_was_made() -> None:
    assert claim_of(CLAIM.text) == CLAIM


def test_the_right_token_is_admitted() -> None:
    assert admits([STORED], CLAIM)


@pytest.mark.parametrize(
    "claim", [Claim("club", "t1", "guess"), Claim("club", "t2", "secret"), Claim("club", "t2", "")]
)
def test_another_is_not(claim: Claim) -> None:
    assert not admits([STORED], claim)
    assert not admits([], claim)


@pytest.mark.parametrize("text", ["", "club", "club.t1", "club.t1.secret.more", "The Club.t1.secret", "../club.t1.x"])
def test_what_is_no_token_is_refused(text: str) -> None:
    with pytest.raises(TokenRefused):
        claim_of(text)


def test_the_secret_is_not_kept() -> None:
    assert "secret" not in str(STORED)
