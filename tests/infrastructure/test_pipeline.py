"""The example pipeline: no stored keys, and nothing that its authors can change afterwards."""

import re

from cdk.packages import ROOT

PIPELINE = (ROOT / ".github" / "workflows" / "deploy.yml.example").read_text(encoding="utf-8")


def test_actions_are_pinned_by_commit() -> None:
    actions = re.findall(r"uses: (\S+)", PIPELINE)
    assert len(actions) == 4
    assert [action for action in actions if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []


def test_credentials_come_from_oidc() -> None:
    assert "id-token: write" in PIPELINE
    assert "secrets." not in PIPELINE
