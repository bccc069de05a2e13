"""Resolves and caches what one team is called."""

from typing import NotRequired, TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.naming import resolve_aliases
from footy.search.candidates import Team
from footy.telemetry import handler


class Input(TypedDict):
    """A team of a fixture; `refresh` asks anew for one that is known."""

    id: int
    name: str
    national: bool
    country: str | None
    refresh: NotRequired[bool]


class Output(TypedDict):
    """How many aliases it has."""

    aliases: int


@handler
def handle(event: Input, context: LambdaContext) -> Output:
    """Asks Wikidata only for what is not known or has aged."""
    aliases = resolve_aliases(
        Team(event["id"], event["name"], event["national"], event["country"]),
        refresh=event.get("refresh", False),
        aliases=stores.aliases(),
        names_of=wiring.names_of,
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
    return {"aliases": aliases}
