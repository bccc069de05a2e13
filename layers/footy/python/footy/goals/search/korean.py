"""Korean names: search by family name when a two-syllable given name goes with it (S12)."""

import re
from collections.abc import Sequence

from footy.goals.search.vocabulary import KOREAN_FAMILIES

_SYLLABLE = re.compile(
    r"(?:[kgdtpbsj]{2}|ch|sh|[kgndtrlmbpsjhyw])?"
    r"(?:y?eo|y?ae|y?oo|y?[aeiou]|eu|ee|oe|oi|ou|ue|ui|uh|w[aeiou]|wo[on])(?:ng|[nmlkgpbtrh])?",
    re.IGNORECASE,
)
_FEWEST, _MOST = 2, 3
_OF_HALF = frozenset(["kim", "lee", "park", "choi"])


def family_name(tokens: Sequence[str]) -> str | None:
    """Return the family name next to a given name of two Korean syllables, else None.

    When both ends qualify ("Jin Su Kim"), take the first, unless only the last is one of the commonest families.
    """
    if not _FEWEST <= len(tokens) <= _MOST:
        return None
    ends = ((tokens[0], tokens[1:]), (tokens[-1], tokens[:-1]))
    families = [family for family, given_name in ends if _is_family(family) and _is_given(given_name)]
    return min(families, key=lambda family: family.lower() not in _OF_HALF, default=None)


def _is_family(token: str) -> bool:
    return token.lower() in KOREAN_FAMILIES


def _is_given(tokens: Sequence[str]) -> bool:
    syllables = [part for token in tokens for part in token.split("-")]
    return len(syllables) == 2 and all(map(_SYLLABLE.fullmatch, syllables))  # noqa: PLR2004
