"""What teams are called: foreign names in, searchable words out, the API's own name first."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.search.aliases import Source, TeamName, plain, team_aliases

SOURCES = get_args(Source)


def names(**found: str) -> list[TeamName]:
    """`label="A|B"` is two labels."""
    return [TeamName(text, source) for source in SOURCES for text in found.get(source, "").split("|") if text]


CLUBS: dict[str, tuple[str, dict[str, str], str]] = {
    "Liverpool": (
        "legal forms go, the article of a nickname goes, an abbreviation is a word",
        {"label": "Liverpool F.C.", "alias": "LFC|Liverpool Football Club|Liverpool FC|L.F.C.", "nickname": "The Reds"},
        "Liverpool|Reds|LFC",
    ),
    "Manchester United": (
        "United says nothing beside Manchester; ManUtd is a compound; MU is too short",
        {
            "label": "Manchester United F.C.",
            "short": "Man United",
            "nickname": "The Red Devils",
            "alias": "Man Utd|MUFC|MU|Manchester United Football Club|ManUtd",
        },
        "Manchester United|Manchester|Man|Red|Devils|MUFC",
    ),
    "Brentford": ("The Bees are Bees", {"label": "Brentford F.C.", "nickname": "The Bees"}, "Brentford|Bees"),
    "Tottenham": (
        "a name said twice comes before one said once",
        {"label": "Tottenham Hotspur F.C.", "nickname": "Spurs|The Lilywhites", "alias": "THFC|Spurs"},
        "Tottenham|Hotspur|Spurs|Lilywhites|THFC",
    ),
    "Wolves": (
        "the own name may be the nickname",
        {"label": "Wolverhampton Wanderers F.C.", "nickname": "Wolves", "alias": "WWFC"},
        "Wolves|Wolverhampton|WWFC",
    ),
    "West Ham": (
        "United and West say nothing; Ham does",
        {"label": "West Ham United F.C.", "nickname": "The Hammers|The Irons"},
        "West Ham|Ham|Hammers|Irons",
    ),
    "Barcelona": (
        "the cedilla goes; FCBarcelona is a compound; Club and Futbol say nothing",
        {"label": "FC Barcelona", "alias": "Barça|FCB|FCBarcelona|Futbol Club Barcelona", "nickname": "Blaugrana"},
        "Barcelona|Blaugrana|Barca|FCB",
    ),
    "Real Madrid": (
        "Real is in many names; Spanish articles go",
        {
            "label": "Real Madrid CF",
            "nickname": "Los Blancos|Los Merengues",
            "alias": "RMCF|Real Madrid Club de Fútbol",
        },
        "Real Madrid|Madrid|Blancos|Merengues|RMCF",
    ),
    "Atletico Madrid": (
        "Atletico is in many names; Madrid is said twice",
        {"label": "Atlético de Madrid", "nickname": "Colchoneros", "alias": "Atleti|ATM"},
        "Atletico Madrid|Madrid|Colchoneros|ATM|Atleti",
    ),
    "Athletic Club": (
        "of generic words only the longest of the own name stays",
        {"label": "Athletic Bilbao", "nickname": "Los Leones", "alias": "Athletic Club de Bilbao"},
        "Athletic Club|Athletic|Bilbao|Leones",
    ),
    "Real Sociedad": (
        "a hyphen parts two words",
        {"label": "Real Sociedad", "nickname": "Txuri-urdin"},
        "Real Sociedad|Sociedad|Txuri|urdin",
    ),
    "Bayern München": (
        "the umlaut goes; the English city and the short name stay; e.V. is a legal form",
        {
            "label": "FC Bayern Munich",
            "short": "Bayern",
            "alias": "FCB|FC Bayern München e.V.",
            "nickname": "Die Roten",
        },
        "Bayern Munchen|Bayern|Munchen|Munich|Roten|FCB",
    ),
    "Borussia Dortmund": (
        "the founding year goes",
        {"label": "Borussia Dortmund", "alias": "BVB|BVB 09|Ballspielverein Borussia 09 e.V. Dortmund"},
        "Borussia Dortmund|Borussia|Dortmund|BVB|Ballspielverein",
    ),
    "1899 Hoffenheim": (
        "a year and a legal form go",
        {"label": "TSG 1899 Hoffenheim", "alias": "Hoffenheim"},
        "1899 Hoffenheim|Hoffenheim",
    ),
    "1. FC Heidenheim": (
        "the number of a first club goes",
        {"label": "1. FC Heidenheim 1846"},
        "1 FC Heidenheim|Heidenheim",
    ),
    "FC St. Pauli": (
        "St and FC are too short, Pauli stays",
        {"label": "FC St. Pauli", "nickname": "Kiezkicker"},
        "FC St Pauli|Pauli|Kiezkicker",
    ),
    "Union Berlin": (
        "both words of the name tell",
        {"label": "1. FC Union Berlin", "nickname": "Die Eisernen"},
        "Union Berlin|Union|Berlin|Eisernen",
    ),
    "Inter": (
        "the city and the full name stay, the Italian article goes",
        {"label": "Inter Milan", "nickname": "I Nerazzurri", "alias": "FC Internazionale Milano"},
        "Inter|Milan|Nerazzurri|Internazionale|Milano",
    ),
    "AC Milan": (
        "Associazione Calcio says nothing",
        {"label": "A.C. Milan", "nickname": "Rossoneri", "alias": "Associazione Calcio Milan"},
        "AC Milan|Milan|Rossoneri",
    ),
    "AS Roma": (
        "dotted initials are one word",
        {"label": "A.S. Roma", "nickname": "I Giallorossi", "alias": "ASR"},
        "AS Roma|Roma|Giallorossi|ASR",
    ),
    "Juventus": (
        "a nickname of three words gives two",
        {"label": "Juventus FC", "nickname": "The Old Lady|Bianconeri", "alias": "Juve"},
        "Juventus|Bianconeri|Old|Lady|Juve",
    ),
    "Paris Saint Germain": (
        "Saint is shared by many places; Paris SG gives Paris",
        {"label": "Paris Saint-Germain F.C.", "short": "PSG|Paris SG", "nickname": "Les Parisiens"},
        "Paris Saint Germain|Paris|Germain|PSG|Parisiens",
    ),
    "Stade Brestois 29": (
        "Stade and the county's number go",
        {"label": "Stade Brestois 29", "alias": "Brest|SB29"},
        "Stade Brestois 29|Brestois|Brest|SB29",
    ),
    "Lille": (
        "OSC is a legal form, LOSC is not",
        {"label": "Lille OSC", "alias": "LOSC|LOSC Lille", "nickname": "Les Dogues"},
        "Lille|Dogues|LOSC",
    ),
    "Marseille": (
        "Olympique is in many names; OM is too short",
        {"label": "Olympique de Marseille", "alias": "OM|Olympique Marseille", "nickname": "Les Phocéens"},
        "Marseille|Phoceens",
    ),
    "Sporting CP": (
        "an own name of generic words keeps one",
        {"label": "Sporting CP", "nickname": "Leões"},
        "Sporting CP|Sporting|Leoes",
    ),
    "PSV Eindhoven": (
        "PSV is no legal form: it is what they are called",
        {"label": "PSV Eindhoven", "nickname": "Boeren"},
        "PSV Eindhoven|PSV|Eindhoven|Boeren",
    ),
    "Benfica": (
        "Sport Lisboa e Benfica: Sport says nothing, Lisboa and Benfica do; a little e is too short",
        {"label": "S.L. Benfica", "nickname": "As Águias", "alias": "Sport Lisboa e Benfica|SLB"},
        "Benfica|Aguias|SLB|Lisboa",
    ),
    "FC Porto": (
        "the city is the name; Dragões loses its tilde",
        {"label": "FC Porto", "nickname": "Dragões", "alias": "FCP"},
        "FC Porto|Porto|Dragoes|FCP",
    ),
    "Ajax": (
        "A.F.C. Ajax: a legal form in dots; de and Godenzonen: the article goes",
        {"label": "AFC Ajax", "nickname": "de Godenzonen", "alias": "Ajax Amsterdam"},
        "Ajax|Godenzonen|Amsterdam",
    ),
    "Boca Juniors": (
        "both words tell; Xeneizes without its article",
        {"label": "Boca Juniors", "nickname": "Los Xeneizes", "alias": "CABJ"},
        "Boca Juniors|Boca|Juniors|Xeneizes|CABJ",
    ),
    "River Plate": (
        "a nickname of one word",
        {"label": "Club Atlético River Plate", "nickname": "Millonarios", "alias": "CARP"},
        "River Plate|River|Plate|Millonarios|CARP",
    ),
    "Flamengo": (
        "Clube de Regatas: Clube says nothing, Regatas does not hurt",
        {"label": "CR Flamengo", "nickname": "Mengão", "alias": "Clube de Regatas do Flamengo"},
        "Flamengo|Mengao|Regatas",
    ),
    "Celtic": (
        "The Bhoys are Bhoys; Glasgow is an alias",
        {"label": "Celtic F.C.", "nickname": "The Bhoys|The Hoops", "alias": "Glasgow Celtic"},
        "Celtic|Bhoys|Hoops|Glasgow",
    ),
    "Red Star Belgrade": (
        "the Serbian name stays beside the English one",
        {"label": "Red Star Belgrade", "alias": "Crvena zvezda|FK Crvena zvezda"},
        "Red Star Belgrade|Red|Star|Belgrade|Crvena|zvezda",
    ),
    "Fenerbahçe": (
        "the cedilla goes from the own name too; S.K. is a legal form",
        {"label": "Fenerbahçe S.K.", "nickname": "Sarı Kanaryalar", "alias": "Fener"},
        "Fenerbahce|Sari|Kanaryalar|Fener",
    ),
    "Brøndby": (
        "ø is spelled out; IF is a legal form; a little fra means from",
        {"label": "Brøndby IF", "nickname": "Drengene fra Vestegnen"},
        "Brondby|Drengene|Vestegnen",
    ),
    "Galatasaray": (
        "a legal form in dots goes",
        {"label": "Galatasaray S.K.", "nickname": "Cimbom", "alias": "Gala"},
        "Galatasaray|Cimbom|Gala",
    ),
}

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
        "Morocco|Atlas|Lions|Moroccan",
    ),
    "Türkiye": (
        "the own name loses its umlaut; the older name is another word",
        {"label": "Turkey national football team", "demonym": "Turkish", "nickname": "Ay-Yıldızlılar"},
        "Turkiye|Turkey|Yildizlilar|Turkish",
    ),
    "Germany": (
        "the German article goes",
        {"label": "Germany national football team", "nickname": "Die Mannschaft", "demonym": "German"},
        "Germany|Mannschaft|German",
    ),
}


@pytest.mark.parametrize(
    ("own", "found", "expected"),
    [
        pytest.param(own, found, expected, id=f"{own}: {why}")
        for own, (why, found, expected) in (CLUBS | COUNTRIES).items()
    ],
)
def test_what_a_team_is_called(own: str, found: dict[str, str], expected: str) -> None:
    assert team_aliases(own, names(**found)) == tuple(expected.split("|"))


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("Brighton & Hove Albion", "Brighton Hove Albion|Brighton|Hove"),
        ("Red Bull Salzburg", "Red Bull Salzburg|Red|Bull|Salzburg"),
        ("FC Schalke 04", "FC Schalke 04|Schalke"),
        ("Lens", "Lens"),
        ("Manchester City", "Manchester City|Manchester"),
        ("Racing Club", "Racing Club|Racing"),
    ],
)
def test_a_team_nobody_knows_is_called_by_the_words_of_its_name(own: str, expected: str) -> None:
    assert team_aliases(own, ()) == tuple(expected.split("|"))


def test_at_most_so_many_and_the_own_name_among_them() -> None:
    many = names(alias="|".join(f"Nick{letter}name" for letter in "abcdefghijklmnop"))
    assert len(team_aliases("Everton", many)) == 10
    assert team_aliases("Everton", many, most=3)[0] == "Everton"


def test_what_several_sources_say_comes_before_what_one_says() -> None:
    found = names(alias="Toffees|Blues|Toffeemen|Toffees FC|The Toffees|Toffees 1878", nickname="Peoples")
    assert team_aliases("Everton", found) == ("Everton", "Toffees", "Peoples", "Blues", "Toffeemen")


def test_the_order_of_the_answer_does_not_matter() -> None:
    found = names(alias="Toffees|Blues|EFC", nickname="Peoples|Toffeemen", label="Everton F.C.")
    assert team_aliases("Everton", found) == team_aliases("Everton", reversed(found))


def test_names_of_more_than_forty_letters_say_nothing() -> None:
    long = "Turn und Sportgemeinschaft Hoffenheim Kraichgau Sinsheim"
    assert team_aliases("Hoffenheim", names(alias=long)) == ("Hoffenheim",)


@pytest.mark.parametrize("useless", ["FCBarcelona", "RealMadrid", "1904", "FC", "of", "The City", "United Club"])
def test_useless_words_are_left_out(useless: str) -> None:
    assert team_aliases("Espanyol", names(alias=useless)) == ("Espanyol",)


def test_a_scottish_name_is_no_compound() -> None:
    assert "McDiarmid" in team_aliases("St Johnstone", names(alias="McDiarmid"))


@given(st.text(max_size=30), st.lists(st.builds(TeamName, st.text(max_size=50), st.sampled_from(SOURCES))))
def test_aliases_can_stand_in_a_query_whatever_was_found(own: str, found: list[TeamName]) -> None:
    aliases = team_aliases(own, found)
    assert aliases[0] == plain(own)
    assert 1 <= len(aliases) <= 10
    assert all(letter.isascii() and (letter.isalnum() or letter == " ") for alias in aliases for letter in alias)
    assert len({alias.lower() for alias in aliases}) == len(aliases)
