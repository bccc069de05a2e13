"""The one query of an attempt: (name OR name) (alias OR alias ...), never longer than the provider allows."""

from collections.abc import Sequence

KEYWORDS = frozenset(["or", "and"])


def build_query(names: Sequence[str], aliases: Sequence[str], *, limit: int) -> str:
    """Names and aliases as one query; what does not fit is dropped from the end, aliases before names."""
    for kept in range(len(aliases), -1, -1):
        query = _joined(names, aliases[:kept])
        if len(query) <= limit:
            return query
    return build_query(names[:-1], (), limit=limit)


def _joined(names: Sequence[str], aliases: Sequence[str]) -> str:
    return " ".join(group for group in (_any_of(names), _any_of(aliases)) if group)


def _any_of(words: Sequence[str]) -> str:
    """One word stands without brackets, several are alternatives."""
    alternatives = " OR ".join(_phrase(word) for word in words)
    return f"({alternatives})" if len(words) > 1 else alternatives


def _phrase(word: str) -> str:
    """Several words belong together, and a name that is a keyword of the search language is meant as a word."""
    return f'"{word}"' if " " in word or word.lower() in KEYWORDS else word
