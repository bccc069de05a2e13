"""A password for viewers: asked for out of sight, kept as a hash that the page knows it by."""

from collections.abc import Callable

import pytest

from footy.api.credentials import LONGEST_PASSWORD, password_matches
from operations.account import OperationRefused
from operations.viewers import SHORTEST, main


def typing(password: str) -> Callable[[str], str]:
    return lambda _question: password


@pytest.mark.parametrize("password", ["a long winter", "x" * SHORTEST, "ü" * LONGEST_PASSWORD])
def test_what_is_kept_knows_the_password_and_does_not_tell_it(
    capsys: pytest.CaptureFixture[str], password: str
) -> None:
    assert main(typing(password)) == 0
    kept = capsys.readouterr().out.strip()
    assert password_matches(password, kept)
    assert not password_matches(f"{password} ", kept)
    assert password not in kept


def test_the_same_password_is_kept_differently_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        main(typing("a long winter"))
    first, second = capsys.readouterr().out.split()
    assert first != second


@pytest.mark.parametrize(
    ("password", "why"),
    [("", "at least 10"), ("x" * (SHORTEST - 1), "at least 10"), ("x" * (LONGEST_PASSWORD + 1), "at most 200")],
)
def test_one_that_anybody_guesses_or_no_page_takes_is_refused(password: str, why: str) -> None:
    with pytest.raises(OperationRefused, match=why):
        main(typing(password))
