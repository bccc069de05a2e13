"""Query of an attempt (S10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.search.query import build_query


@pytest.mark.parametrize(
    ("names", "aliases", "expected"),
    [
        (["Florian", "Wirtz"], ["LFC", "Liverpool"], "(Florian OR Wirtz) (LFC OR Liverpool)"),
        (["Salah"], ["Liverpool", "LFC", "Reds"], "Salah (Liverpool OR LFC OR Reds)"),
        (["Salah", "Mohamed"], ["Liverpool"], "(Salah OR Mohamed) Liverpool"),
        (["Salah"], ["Liverpool"], "Salah Liverpool"),
        (["Vinicius"], ["Real Madrid", "Madrid"], 'Vinicius ("Real Madrid" OR Madrid)'),
        (["Or"], ["Leuven"], '"Or" Leuven'),
        ([], ["Liverpool", "LFC"], "(Liverpool OR LFC)"),
        (["Salah"], [], "Salah"),
    ],
)
def test_names_and_aliases_are_alternatives_of_each_other(names: list[str], aliases: list[str], expected: str) -> None:
    assert build_query(names, aliases, limit=512) == expected


def test_aliases_are_dropped_from_the_end() -> None:
    aliases = ["Liverpool", "Reds", "LFC", "Kop"]
    assert (
        build_query(["Salah"], aliases, limit=len("Salah (Liverpool OR Reds OR LFC)"))
        == "Salah (Liverpool OR Reds OR LFC)"
    )
    assert build_query(["Salah"], aliases, limit=len("Salah (Liverpool OR Reds)") - 1) == "Salah Liverpool"


WORDS = st.text(alphabet="abcdefghij", min_size=1, max_size=40)


@given(st.lists(WORDS, max_size=3), st.lists(WORDS, max_size=10), st.integers(min_value=0, max_value=600))
def test_a_query_never_exceeds_its_limit(names: list[str], aliases: list[str], limit: int) -> None:
    assert len(build_query(names, aliases, limit=limit)) <= limit


@given(st.lists(WORDS, min_size=1, max_size=3), st.lists(WORDS, min_size=1, max_size=10))
def test_a_long_query_keeps_scorer_and_team(names: list[str], aliases: list[str]) -> None:
    query = build_query(names, aliases, limit=512 - len(" has:videos -is:retweet"))
    assert names[-1] in query
    assert aliases[0] in query
    assert query.count("(") == query.count(")") <= 2
