"""Teams as those need them who look up what people call them."""

from footy.goals.model.teams import Team


def club(name: str, country: str | None = None) -> Team:
    return {"id": 1, "name": name, "national": False, "country": country}


def nation(name: str) -> Team:
    return {"id": 1, "name": name, "national": True, "country": "World"}
