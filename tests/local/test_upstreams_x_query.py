import pytest

from local.upstreams.x_query import QueryError, Searchable, fold, parse, words_of

POST = Searchable(
    words_of("GOL de Mbappé! Vive les Bleus #FRA, 97 seconds..."),
    frozenset({"has:videos", "has:hashtags", "lang:fr", "from:demo_bleus"}),
)
RETWEET = Searchable(words_of("RT Mbappe"), frozenset({"has:videos", "is:retweet"}))


@pytest.mark.parametrize(
    "query",
    [
        "mbappe",
        "MBAPPÉ",
        "(Mbappe) (France OR Bleus)",
        "(Messi OR Mbappe) Bleus",
        "Mbappe OR Messi Argentina",
        '"les bleus"',
        "fra",
        "97",
        "mbappe has:videos",
        "mbappe -is:retweet lang:fr",
        "mbappe -messi",
        "-(messi OR argentina) mbappe",
        "((mbappe))",
        "from:demo_bleus",
        "from:DEMO_BLEUS has:hashtags",
    ],
)
def test_post_is_found(query: str) -> None:
    assert parse(query).matches(POST)


@pytest.mark.parametrize(
    "query",
    [
        "mbap",
        "messi",
        "(Mbappe) (Argentina OR Albiceleste)",
        "Mbappe Messi OR Argentina",
        '"bleus les"',
        "mbappe lang:en",
        "mbappe has:images",
        "mbappe is:retweet",
        "mbappe -bleus",
        "-(gol mbappe) bleus",
    ],
)
def test_post_is_not_found(query: str) -> None:
    assert not parse(query).matches(POST)


def test_retweets_can_be_left_out() -> None:
    assert not parse("mbappe -is:retweet").matches(RETWEET)


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ("a" * 513, "512 characters or less (at position 513)"),
        ("has:videos -is:retweet", "standalone clause"),
        ("-messi", "standalone clause"),
        ("mbappe OR has:videos", "standalone clause"),
        ("mbappe filter:videos", "Reference to invalid operator 'filter'"),
        ("mbappe has:sound", "invalid value 'sound' of operator 'has'"),
        ("mbappe AND bleus", "Ambiguous use of and as a keyword"),
        ("mbappe or bleus", "Ambiguous use of or as a keyword"),
        ("(mbappe", "missing ')'"),
        ("mbappe)", "no viable alternative at input ')'"),
        ("()", "missing clause before ')'"),
        ("mbappe OR", "missing clause before '<EOF>'"),
        ('mbappe "bleus', "mismatched quotation mark"),
        ("mbappe !!!", "no viable alternative at input '!!!'"),
    ],
)
def test_invalid_query_is_refused(query: str, complaint: str) -> None:
    with pytest.raises(QueryError) as told:
        parse(query)
    assert complaint in str(told.value)


def test_error_has_a_position() -> None:
    with pytest.raises(QueryError, match=r"at position 8\)"):
        parse("judell point_radius:x")


def test_512_characters_are_allowed() -> None:
    assert parse("a" * 512).stands_alone


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Ødegaard", "odegaard"), ("Çalhanoğlu", "calhanoglu"), ("Łukasz", "lukasz"), ("Großkreutz", "grosskreutz")],
)
def test_letters_lose_their_accents(text: str, plain: str) -> None:
    assert fold(text) == plain
