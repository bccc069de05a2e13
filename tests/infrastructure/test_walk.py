"""The walk through every resource in docs/deploying.md, against what is deployed."""

import re

from cdk.packages import ROOT
from tests.infrastructure.templates import Deployment

TABLE = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8").partition("## Every resource, five times")[2]
ROWS = {
    kind: [cell.strip() for cell in cells.strip("|\n ").split("|")]
    for kind, cells in re.findall(r"^\| `([A-Za-z0-9:]+)` \|(.*)$", TABLE, re.MULTILINE)
}
NO_RESOURCE = "AWS::CDK::Metadata"


def test_every_kind_of_resource_is_walked_through(on_aws: Deployment) -> None:
    kinds = {one.type for one in on_aws.resources()} - {NO_RESOURCE}
    assert sorted(kind for kind in kinds if not kind.startswith(tuple(ROWS))) == []


def test_nothing_is_walked_through_that_is_nowhere(dev: Deployment, prod: Deployment) -> None:
    kinds = {one.type for deployment in (dev, prod) for one in deployment.resources()}
    assert [row for row in ROWS if not any(kind.startswith(row) for kind in kinds)] == []


def test_each_is_looked_at_five_times() -> None:
    assert ROWS
    assert {name: len(cells) for name, cells in ROWS.items()} == dict.fromkeys(ROWS, 5)
