"""What clubs are called: foreign names in, searchable words out, the API's own name first."""

import pytest

from footy.goals.search.aliases import team_aliases
from tests.support.teams import names

CLUBS: dict[str, tuple[str, dict[str, str], str]] = {
    "Liverpool": (
        "legal forms go, the article of a nickname goes, an abbreviation is a word",
        {"label": "Liverpool F.C.", "alias": "LFC|Liverpool Football Club|Liverpool FC|L.F.C.", "nickname": "The Reds"},
        "Liverpool|Reds|LFC",
    ),
    "Manchester United": (
        "United is what fans call them; ManUtd is a compound; MU is too short",
        {
            "label": "Manchester United F.C.",
            "short": "Man United",
            "nickname": "The Red Devils",
            "alias": "Man Utd|MUFC|MU|Manchester United Football Club|ManUtd",
        },
        "Manchester United|United|Manchester|Man|Red|Devils|MUFC",
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
        "Atletico is in many names, but it is what they are called in Madrid",
        {"label": "Atlético de Madrid", "nickname": "Colchoneros", "alias": "Atleti|ATM"},
        "Atletico Madrid|Atletico|Madrid|Colchoneros|ATM|Atleti",
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
        "Olympique is in many names; OM is short, and what everybody calls them",
        {"label": "Olympique de Marseille", "alias": "OM|Olympique Marseille", "nickname": "Les Phocéens"},
        "Marseille|OM|Phoceens",
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


@pytest.mark.parametrize(
    ("own", "found", "expected"),
    [pytest.param(own, found, expected, id=f"{own}: {why}") for own, (why, found, expected) in CLUBS.items()],
)
def test_what_a_club_is_called(own: str, found: dict[str, str], expected: str) -> None:
    assert team_aliases(own, names(**found)) == tuple(expected.split("|"))
