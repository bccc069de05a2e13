"""The table of clauses in docs/architecture.md names commands that there are."""

import re

from cdk.packages import ROOT

TABLE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Each clause, and the command")[2]


def test_each_command_is_one_of_the_makefile() -> None:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    asked = set(re.findall(r"`make ([a-z]+)", TABLE))
    assert asked
    assert asked - made == set()


def test_each_test_it_names_is_there() -> None:
    named = set(re.findall(r"tests/[\w/.]+", TABLE))
    assert named
    assert [one for one in sorted(named) if not (ROOT / one).exists()] == []
