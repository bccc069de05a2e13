"""What national teams are called, their countries' names and peoples among it."""

import pytest

from footy.goals.search.aliases import team_aliases
from tests.support.teams import names

COUNTRIES: dict[str, tuple[str, dict[str, str], str]] = {
    "Argentina": (
        "demonyms and the nickname without its article",
        {
            "label": "Argentina men's national football team",
            "country": "Argentina",
            "demonym": "Argentine|Argentinian",
            "nickname": "La Albiceleste",
        },
        "Argentina|Albiceleste|Argentine|Argentinian",
    ),
    "France": (
        "no demonym known",
        {"label": "France national association football team", "country": "France", "nickname": "Les Bleus"},
        "France|Bleus",
    ),
    "USA": (
        "the country's name in two words stays one phrase",
        {
            "label": "United States men's national soccer team",
            "country": "United States",
            "demonym": "American",
            "alias": "USMNT",
        },
        "USA|United States|American|USMNT",
    ),
    "Ivory Coast": (
        "a country in two words tells by each of them too",
        {"label": "Ivory Coast national football team", "country": "Ivory Coast", "nickname": "The Elephants"},
        "Ivory Coast|Ivory|Coast|Elephants",
    ),
    "South Korea": (
        "South is shared, Korea is not",
        {"label": "South Korea national football team", "country": "South Korea", "demonym": "South Korean"},
        "South Korea|Korea|Korean",
    ),
    "Japan": (
        "Samurai Blue is what its people call it",
        {
            "label": "Japan national football team",
            "country": "Japan",
            "demonym": "Japanese",
            "nickname": "Samurai Blue",
        },
        "Japan|Samurai|Blue|Japanese",
    ),
    "Morocco": (
        "Atlas Lions, and the demonym",
        {"label": "Morocco national football team", "demonym": "Moroccan", "nickname": "The Atlas Lions"},
        "Morocco|Maroc|Atlas|Lions|Moroccan",
    ),
    "Türkiye": (
        "the own name loses its umlaut; the older name is another word",
        {"label": "Turkey national football team", "demonym": "Turkish", "nickname": "Ay-Yıldızlılar"},
        "Turkiye|Turkey|Yildizlilar|Turkish",
    ),
    "Germany": (
        "the German article goes",
        {"label": "Germany national football team", "nickname": "Die Mannschaft", "demonym": "German"},
        "Germany|Deutschland|Mannschaft|German",
    ),
}


@pytest.mark.parametrize(
    ("own", "found", "expected"),
    [pytest.param(own, found, expected, id=f"{own}: {why}") for own, (why, found, expected) in COUNTRIES.items()],
)
def test_what_a_country_is_called(own: str, found: dict[str, str], expected: str) -> None:
    assert team_aliases(own, names(**found)) == tuple(expected.split("|"))
