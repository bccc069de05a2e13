"""A file that is too long to be read at once is two."""

from cdk.packages import ROOT

MOST_LINES = 260  # 250, with a small margin


def test_no_test_file_is_too_long_to_be_read() -> None:
    files = (ROOT / "tests").rglob("*.py")
    lines = {str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}
