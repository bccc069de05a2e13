"""Who is told of goals: the list in the secret of a deployment, checked where it comes in. Addresses are never told."""

import hashlib
import json
from collections.abc import Sequence
from typing import Annotated

import httpx
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from footy.core.errors import AddressRefused, MalformedRequest
from footy.core.http.addresses import check_public, is_literal
from footy.goals.model.webhooks import WebhookTarget

MOST = 50


def _outward(text: str) -> str:
    """The address as it is, if it is one of the open internet, as far as that can be said before it is asked for."""
    try:
        url = httpx.URL(text)
        host = url.host
        if is_literal(host):
            check_public(host)
    except (httpx.InvalidURL, ValueError, AddressRefused) as odd:
        raise ValueError("is no address of the open internet") from odd
    if url.scheme != "https" or not host or url.userinfo or url.fragment:
        raise ValueError("must be https://host/path, without a name, a password or a fragment")
    return text


Id = Annotated[int, Field(gt=0)]


class _Target(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    url: Annotated[str, Field(max_length=2000), AfterValidator(_outward)]
    leagues: list[Id] = []
    teams: list[Id] = []


LIST = TypeAdapter(Annotated[list[_Target], Field(max_length=MOST)])


def read_targets(told: object) -> Sequence[WebhookTarget]:
    """The targets of a list, or of its text in JSON; of two with one address the first."""
    try:
        listed = LIST.validate_json(told if isinstance(told, str) else json.dumps(told))
    except ValidationError as invalid:
        wrong = invalid.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, wrong["loc"])) or "the list"
        raise MalformedRequest(f"webhooks are a list of {{url, leagues?, teams?}}: {where}: {wrong['msg']}") from None
    return list({target.id: target for target in map(_target, reversed(listed))}.values())[::-1]


def _target(told: _Target) -> WebhookTarget:
    name = hashlib.sha256(told.url.encode()).hexdigest()[:16]
    return WebhookTarget(name, told.url, frozenset(told.leagues), frozenset(told.teams))
