"""Names of countries, and countries whose clubs play in a neighbour's league (A2)."""

from footy.goals.search.aliases import plain

NOT_A_COUNTRY = frozenset(["", "world", "europe", "africa", "asia", "south america", "north america", "oceania"])

_SAME = (
    ("usa", "united states", "united states of america"),
    ("turkey", "turkiye"),
    ("czech republic", "czechia"),
    ("ireland", "republic of ireland", "rep of ireland"),
    ("netherlands", "kingdom of the netherlands"),
    ("denmark", "kingdom of denmark"),
    ("china", "china pr", "peoples republic of china"),
    ("south korea", "korea republic"),
    ("north korea", "korea dpr"),
    ("ivory coast", "cote divoire"),
    ("bosnia", "bosnia and herzegovina", "bosnia herzegovina"),
    ("macedonia", "north macedonia", "fyr macedonia"),
    ("congo dr", "dr congo", "democratic republic of the congo"),
    ("congo", "republic of the congo"),
    ("cape verde", "cape verde islands", "cabo verde"),
    ("swaziland", "eswatini"),
    ("united arab emirates", "uae"),
)
_HOME_NATIONS = ("england", "scotland", "wales", "northern ireland")
_GUESTS = {
    "france": ("monaco",),
    "england": ("wales",),
    "switzerland": ("liechtenstein",),
    "usa": ("canada",),
    "spain": ("andorra",),
    "italy": ("san marino",),
    "australia": ("new zealand",),
    "ireland": ("northern ireland",),
}


def country_names(country: str | None) -> frozenset[str]:
    """Return every name of the country in plain lower case; none for continents."""
    name = plain((country or "").replace("-", " ")).lower()
    if name in NOT_A_COUNTRY:
        return frozenset()
    same = next((group for group in _SAME if name in group), (name,))
    return frozenset([*same, "united kingdom"] if name in _HOME_NATIONS else same)


def league_countries(country: str | None) -> frozenset[str]:
    """Return the names of all countries whose clubs play in that country's leagues."""
    own = country_names(country)
    guests = {guest for host, visitors in _GUESTS.items() if host in own for guest in visitors}
    return own.union(*(country_names(guest) for guest in guests)) if own else own
