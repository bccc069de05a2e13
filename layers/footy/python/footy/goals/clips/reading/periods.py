"""Period labels next to a broadcast clock, in several languages (D11)."""

from typing import Literal

Period = Literal["first", "second", "extra"]

_HALF = r"(?:H(?:ALF)?|T(?:EMPO|IEMPO)?|M\.?T|MI-?\s?TEMPS|HZ|HALBZEIT|PARTE)"
_FIRST = rf"""(?:1\s*(?:\.|ST|E?RE|ER|[OA])?|FIRST|PRIMO|PRIMERA?|PRIMEIR[OA]|ERSTE|PREMIERE)\s*{_HALF}
    | 1\s*ST | P\.?T | H1 | 前半"""
_SECOND = rf"""(?:2\s*(?:\.|ND|E(?:ME)?|N?DE|D?[OA])?|SECOND[OAE]?|SEGUND[OA]|ZWEITE|DEUXIEME)\s*{_HALF}
    | 2\s*ND | S\.?T | H2 | 後半"""
_HALF_OF_EXTRA = r"""1\s*(?:\.|ST)?\s*ET | (?:A\s*)?ET\s*1(?![\d:'])
    | (?P<late>2\s*(?:\.|ND)?\s*ET | (?:A\s*)?ET\s*2(?![\d:']) | 延長後半)"""
_EXTRA = rf"""{_HALF_OF_EXTRA} | (?:A\s*)?ET | EXTRA\s*TIME
    | 延長(?:前半)? | PROL(?:ONGATIONS?)? | PRORR?(?:OGA(?:CAO)?)? | VERL(?:ANGERUNG)? | T\.?S"""
LABEL = rf"(?:(?P<extra>{_EXTRA}) | (?P<first>{_FIRST}) | (?P<second>{_SECOND}))\s*\.?"
"""The three kinds as groups of a verbose pattern, in plain upper case; `late` is the second half of extra time."""

HALF, FULL_TIME = 45, 90


def from_kick_off(minute: int, period: Period | None, *, stoppage: bool) -> int:
    """Return the minute since kick-off; some broadcasts count each period from zero."""
    if period == "second" and (minute < HALF or (minute == HALF and stoppage)):
        return minute + HALF
    if period == "extra" and minute < FULL_TIME:
        return minute + FULL_TIME
    return minute


def period_of(elapsed: int) -> Period:
    """Return the period of the API's minute, which stays at the period's end in stoppage time."""
    if elapsed <= HALF:
        return "first"
    return "second" if elapsed <= FULL_TIME else "extra"
