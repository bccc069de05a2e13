"""Targets that are missed: the run fails for those that no document admits."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.__main__ import KNOWN_MISSES, is_failure
from bench.result import Result

ROOT = Path(__file__).parents[3]
MISSED = Result("hash", "2 x", "<= 1.08 x", holds=False, facts={})


def test_an_unlisted_miss_fails_the_run() -> None:
    assert is_failure(MISSED)
    assert not is_failure(replace(MISSED, holds=True))
    assert not is_failure(replace(MISSED, holds=None))


@pytest.mark.parametrize(("work", "document"), KNOWN_MISSES.items())
def test_a_known_miss_is_admitted_by_its_document(work: str, document: str) -> None:
    assert not is_failure(replace(MISSED, work=work))
    assert work in (ROOT / document).read_text(encoding="utf-8")
