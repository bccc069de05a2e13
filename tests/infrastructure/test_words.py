"""One word for one thing: the glossary explains each once."""

import re
from collections import Counter

from cdk.packages import ROOT

ROW = re.compile(r"^\| (.+?) \|", re.MULTILINE)


def test_the_glossary_explains_a_word_once() -> None:
    rows = ROW.findall((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
    words = Counter(word for row in rows for word in row.split(", "))
    assert words["card"], "the rows are found"
    assert [word for word, times in words.items() if times > 1] == []
