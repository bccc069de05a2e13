"""Webhook targets from the deployment's secret; errors never contain their URLs."""

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
    """Validate an https URL of the public internet, as far as possible without a look-up."""
    try:
        url = httpx.URL(text)
        host = url.host
        if is_literal(host):
            check_public(host)
    except (httpx.InvalidURL, ValueError, AddressRefused) as invalid:
        raise ValueError("must be a URL of the public internet") from invalid
    if url.scheme != "https" or not host or url.userinfo or url.fragment:
        raise ValueError("must be https://host/path without user, password or fragment")
    return text


Id = Annotated[int, Field(gt=0)]


class _Target(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    url: Annotated[str, Field(max_length=2000), AfterValidator(_outward)]
    leagues: list[Id] = []
    teams: list[Id] = []


TARGETS = TypeAdapter(Annotated[list[_Target], Field(max_length=MOST)])


def read_targets(value: object) -> Sequence[WebhookTarget]:
    """Parse the targets, given as a list or as JSON; of two with the same URL the first counts."""
    try:
        listed = TARGETS.validate_json(value if isinstance(value, str) else json.dumps(value))
    except ValidationError as invalid:
        wrong = invalid.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, wrong["loc"])) or "the list"
        raise MalformedRequest(f"webhooks are a list of {{url, leagues?, teams?}}: {where}: {wrong['msg']}") from None
    return list({target.id: target for target in map(_target, reversed(listed))}.values())[::-1]


def _target(target: _Target) -> WebhookTarget:
    name = hashlib.sha256(target.url.encode()).hexdigest()[:16]
    return WebhookTarget(name, target.url, frozenset(target.leagues), frozenset(target.teams))
