"""The tool that breaks lines breaks them as it says."""

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import check_unbroken, noticed, suites
from tests.mutants.breaking import chosen, mutants_of

FILE = Path("layers/footy/python/footy/fixtures/rule.py")
RULE = '''"""Said of it."""

def stable(ticks: int | None, doubts: list[str]) -> bool:
    """Whether it is believed."""
    if not doubts and (ticks or 0) >= 3:
        count("Stable")
        return True
    return f"ä{1}" == ""
'''


def instead() -> set[str]:
    return {mutant.describe(RULE.encode()).partition(": ")[2] for mutant in mutants_of(FILE, RULE.encode())}


def test_every_kind_of_place_is_broken_and_types_and_words_are_not() -> None:
    assert instead() == {
        "not doubts and (ticks or 0) >= 3  ->  (not doubts or (ticks or 0) >= 3)",
        "not doubts  ->  (doubts)",
        "(ticks or 0) >= 3  ->  ((ticks or 0) > 3)",
        "ticks or 0  ->  (ticks and 0)",
        "0  ->  1",
        "3  ->  4",
        'count("Stable")  ->  None',
        "True  ->  False",
        "f\"ä{1}\" == \"\"  ->  (f'ä{1}' != '')",
    }


def test_what_is_broken_can_still_be_read() -> None:
    for mutant in mutants_of(FILE, RULE.encode()):
        ast.parse(mutant.source(RULE.encode()))


def test_a_seed_breaks_the_same_lines_again(tmp_path: Path) -> None:
    (tmp_path / FILE).parent.mkdir(parents=True)
    (tmp_path / FILE).write_text(RULE)
    first = chosen([FILE], tmp_path, seed=7, count=4)
    assert first == chosen([FILE], tmp_path, seed=7, count=4)
    assert first != chosen([FILE], tmp_path, seed=8, count=4)


@pytest.mark.parametrize(("ticks", "is_noticed"), [(3, True), (9, False)])
def test_a_survivor_is_told_from_one_that_a_test_notices(tmp_path: Path, ticks: int, is_noticed: bool) -> None:  # noqa: FBT001
    rule, test = tmp_path / FILE, tmp_path / "tests" / "unit" / "fixtures" / "test_rule.py"
    for file in (rule, test):
        file.parent.mkdir(parents=True)
    for folder in (rule.parent, rule.parent.parent):
        (folder / "__init__.py").touch()
    rule.write_text("def stable(ticks):\n    return ticks >= 3\n")
    test.write_text(f"from footy.fixtures.rule import stable\ndef test_it():\n    assert stable({ticks})\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = layers/footy/python\n")
    mutant = next(one for one in mutants_of(FILE, rule.read_bytes()) if ">" in one.instead)
    assert noticed(mutant, tmp_path) is is_noticed
    assert rule.read_text().endswith(">= 3\n"), "what was broken is mended again"


def test_nothing_is_broken_where_a_test_fails_anyway(tmp_path: Path) -> None:
    test = tmp_path / "tests" / "unit" / "test_rule.py"
    test.parent.mkdir(parents=True)
    test.write_text("def test_it():\n    assert True\n")
    check_unbroken(tmp_path)
    test.write_text("def test_it():\n    assert False\n")
    with pytest.raises(SystemExit, match="refused: tests/unit fails without a mutant"):
        check_unbroken(tmp_path)


def test_the_nearest_tests_are_asked_first(tmp_path: Path) -> None:
    for name in ("tests/unit/fixtures", "tests/stateful"):
        (tmp_path / name).mkdir(parents=True)
    assert list(suites(FILE, tmp_path)) == ["tests/unit/fixtures", "tests/unit", "tests/stateful"]
