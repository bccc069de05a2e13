"""Query of an attempt: (name OR name) (alias OR alias ...) (S10)."""

from collections.abc import Sequence

KEYWORDS = frozenset(["or", "and"])


def build_query(names: Sequence[str], aliases: Sequence[str], *, limit: int) -> str:
    """Build the query within the length limit; drop aliases from the end, then names."""
    for count in range(len(aliases), -1, -1):
        query = _joined(names, aliases[:count])
        if len(query) <= limit:
            return query
    return build_query(names[:-1], (), limit=limit)


def _joined(names: Sequence[str], aliases: Sequence[str]) -> str:
    return " ".join(group for group in (_any_of(names), _any_of(aliases)) if group)


def _any_of(words: Sequence[str]) -> str:
    """Join alternatives; one alone has no brackets."""
    alternatives = " OR ".join(_phrase(word) for word in words)
    return f"({alternatives})" if len(words) > 1 else alternatives


def _phrase(word: str) -> str:
    """Quote several words, and words that are operators of the search language."""
    return f'"{word}"' if " " in word or word.lower() in KEYWORDS else word
