"""Aliases of clubs and national teams (A4 to A6)."""

import pytest

from footy.goals.search.aliases import team_aliases
from tests.support.teams import names

TEAMS: dict[str, tuple[str, dict[str, str], str]] = {
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
    "FC St. Pauli": (
        "St and FC are too short, Pauli stays",
        {"label": "FC St. Pauli", "nickname": "Kiezkicker"},
        "FC St Pauli|Pauli|Kiezkicker",
    ),
    "Inter": (
        "the city and the full name stay, the Italian article goes",
        {"label": "Inter Milan", "nickname": "I Nerazzurri", "alias": "FC Internazionale Milano"},
        "Inter|Milan|Nerazzurri|Internazionale|Milano",
    ),
    "AS Roma": (
        "dotted initials are one word",
        {"label": "A.S. Roma", "nickname": "I Giallorossi", "alias": "ASR"},
        "AS Roma|Roma|Giallorossi|ASR",
    ),
    "Paris Saint Germain": (
        "Saint is shared by many places; Paris SG gives Paris",
        {"label": "Paris Saint-Germain F.C.", "short": "PSG|Paris SG", "nickname": "Les Parisiens"},
        "Paris Saint Germain|Paris|Germain|PSG|Parisiens",
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
    # national teams (A6)
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
    ("own", "found_names", "expected"),
    [
        pytest.param(own, found_names, expected, id=f"{own}: {why}")
        for own, (why, found_names, expected) in TEAMS.items()
    ],
)
def test_aliases_of_a_team(own: str, found_names: dict[str, str], expected: str) -> None:
    assert team_aliases(own, names(**found_names)) == tuple(expected.split("|"))
