"""Names of a player to search for (S11 to S13)."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.core.text import ascii_of
from footy.goals.search.names import player_names

PLAYERS = {
    "the surname of an initial": {
        "M. Salah": "Salah",
        "K. Min-Jae": "Min Jae",
        "J.P. Mateta": "Mateta",
        "A. J. Morgan": "Morgan",
        "T.Hernandez": "Hernandez",
    },
    "all long words of a full name": {
        "Florian Wirtz": "Florian Wirtz",
        "Pape Matar Sarr": "Pape Matar Sarr",
    },
    "hyphens part words": {
        "T. Alexander-Arnold": "Alexander Arnold",
        "Emile Smith-Rowe": "Emile Smith Rowe",
    },
    "at most three, the first and the last": {
        "Eric Maxim Choupo-Moting": "Eric Choupo Moting",
        "Vinícius José Paixão de Oliveira Júnior": "Vinicius Oliveira Junior",
    },
    "accents go": {
        "Çağlar Söyüncü": "Caglar Soyuncu",
    },
    "letters that are no accents are spelled out": {
        "M. Ødegaard": "Odegaard",
        "Łukasz Fabiański": "Lukasz Fabianski",
        "P. Groß": "Gross",
        "Đorđe Petrović": "Dorde Petrovic",
    },
    "particles are not names": {
        "K. De Bruyne": "Bruyne",
        "Virgil van Dijk": "Virgil Dijk",
        "W. Ben Yedder": "Yedder",
        "Allan Saint-Maximin": "Allan Maximin",
        "Salem Al-Dawsari": "Salem Dawsari",
    },
    "elided prefixes go with their apostrophe, other apostrophes close": {
        "D. D'Ambrosio": "Ambrosio",
        "Samuel Eto'o": "Samuel Etoo",
        "Riccardo Dell'Orco": "Riccardo Orco",
    },
    "short names are kept when nothing else is left": {
        "H. Son": "Son",
        "Son": "Son",
        "J. Sá": "Sa",
        "Jô": "Jo",
        "De": "De",
    },
    "a short surname is kept next to a long given name": {
        "Nathan Aké": "Nathan Ake",
        "Wout Son": "Wout Son",
    },
    "a short given name is not": {
        "Che Adams": "Adams",
    },
    "Koreans are called by their family": {
        "Son Heung-Min": "Son",
        "Son Heung Min": "Son",
        "Heung-Min Son": "Son",
        "Heung Min Son": "Son",
        "Kim Min-Jae": "Kim",
        "Kang-In Lee": "Lee",
        "Eom Ji-Sung": "Eom",
        "Hwang Hee-Chan": "Hwang",
        "Ki Sung-Yueng": "Ki",
        "Jin Su Kim": "Kim",
    },
    "a family that is Korean elsewhere is a name like any other": {
        "Kim Källström": "Kallstrom",
        "Lee Cattermole": "Cattermole",
        "Son Goku": "Goku",
        "Lee Smith-Jones": "Smith Jones",
    },
    "what people write in one word is searched so too": {
        "Evan N'Dicka": "Ndicka Evan Dicka",
        "N’Golo Kanté": "Ngolo Golo Kante",
        "P. M'Poku": "Mpoku Poku",
        "A. Mac Allister": "MacAllister Allister",
        "J. Mc Ginn": "McGinn Ginn",
    },
    "a nickname that everybody uses": {
        "Vinícius Júnior": "Vinicius Junior Vini",
        "Pierre-Emerick Aubameyang": "Pierre Aubameyang Auba",
    },
    "very common given names go when a surname remains": {
        "Mohamed Salah": "Salah",
        "José Giménez": "Gimenez",
        "Jean-Philippe Mateta": "Philippe Mateta",
        "Mohamed": "Mohamed",
        "José Sá": "Jose",
    },
    "one name is one name": {
        "Pedri": "Pedri",
        "Neymar Jr": "Neymar",
        "Vini Jr.": "Vini",
        "Danilo Danilo": "Danilo",
    },
}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(name, tuple(words.split()), id=f"{why}: {name}")
        for why, names in PLAYERS.items()
        for name, words in names.items()
    ],
)
def test_words_of_a_name(name: str, expected: tuple[str, ...]) -> None:
    assert player_names(name) == expected


@pytest.mark.parametrize("name", ["", "   ", ".", "-", "三笘薫", "7"])
def test_what_cannot_be_spelled_gives_no_words(name: str) -> None:
    assert player_names(name) == ()


@given(st.text())
def test_words_are_plain_and_few_whatever_the_name(name: str) -> None:
    words = player_names(name)
    assert len(words) <= 3
    assert all(word.isascii() and word.isalpha() for word in words)


LATIN = [
    chr(code)
    for code in range(0x80, 0x2000)
    if re.fullmatch("LATIN (SMALL|CAPITAL) LETTER [A-Z]( WITH (?!SMALL LETTER).+)?", unicodedata.name(chr(code), ""))
]


def test_no_variant_of_a_latin_letter_is_lost() -> None:
    named = {letter: unicodedata.name(letter).split()[3] for letter in LATIN}
    assert len(LATIN) > 600
    assert {letter: ascii_of(letter).upper() for letter in LATIN} == named
    assert all(ascii_of(letter).isupper() == (" CAPITAL " in unicodedata.name(letter)) for letter in LATIN)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ærøskøbing", "Aeroskobing"),
        ("ŁÓDŹ", "LODZ"),
        ("STRAẞE", "STRASSE"),
        ("İstanbul", "Istanbul"),
        ("Œuvre", "Oeuvre"),
        ("Ƙasar Ɗan", "Kasar Dan"),
    ],
)
def test_capitals_are_spelled_out_too(text: str, expected: str) -> None:
    assert ascii_of(text) == expected
