"""Every right is one that AWS knows, on a kind of resource that it knows it for: else it is granted and denied."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cfnlint  # type: ignore[import-untyped]
import pytest

from tests.infrastructure.templates import Deployment
from tests.infrastructure.test_permissions import _allowed

VARIABLE = re.compile(r"\$\{\w+\}")
TABLE = Path(str(cfnlint.__file__)).parent / "data" / "AdditionalSpecs" / "Policies.json"


@cache
def services() -> dict[str, Any]:
    """The service authorization reference, as cfn-lint brings it along."""
    return dict(json.loads(TABLE.read_text(encoding="utf-8")))


def written(resource: object) -> str:
    """An address with a letter for whatever is only known when it is deployed."""
    match resource:
        case str():
            return resource
        case {"Fn::Join": [str(), [*parts]]}:
            return "".join(written(part) for part in parts)
        case _:
            return "x"


def kinds(action: str) -> list[str] | None:
    """The forms of addresses that it can be allowed on; None when AWS does not know it."""
    service, _, name = action.partition(":")
    known = services()[service]
    if name.lower() not in known["Actions"]:
        return None
    of = known["Actions"][name.lower()].get("Resources", [])
    return [form for kind in of for form in known["Resources"][kind.lower().rstrip("*")]["ARNFormats"]]


def refused(deployment: Deployment) -> Iterator[tuple[str, str, str]]:
    """Rights that nobody has by them; what an address says that is made elsewhere is not known here."""
    for who, action, resource in _allowed(deployment):
        forms, address = kinds(action), written(resource)
        fits = [VARIABLE.sub(".*", form) for form in forms or []]
        elsewhere = not address.startswith("arn:")
        if forms is None or not (elsewhere or any(re.fullmatch(form, address) for form in fits)):
            yield who, action, address


@pytest.mark.parametrize("name", ["dev", "prod", "eyes", "gpus", "sagemaker", "searching"])
def test_every_right_is_one_that_aws_would_grant(name: str, request: pytest.FixtureRequest) -> None:
    assert list(refused(request.getfixturevalue(name))) == []
