"""What a broadcast clock says: the text that a model read from a frame, turned into a minute of the match."""

import re
import unicodedata
from dataclasses import dataclass

PERIOD_ENDS = frozenset({45, 90, 105, 120})
LATEST_MINUTE = 150
LONGEST_STOPPAGE = 30

_TIMER = r"(\d{1,2})\s*:\s*[0-5]\d"
_MINUTE_MARK = r"\s*(?:'|MIN(?:UTES?)?)?\s*"
_CLOCK = re.compile(
    rf"""(?P<period>[12]\s*H(?:ALF)? | 1\s*ST(?:\s*HALF)? | 2\s*ND(?:\s*HALF)? | (?:A\s*)?ET | EXTRA\s*TIME)?
    \s*(?P<minute>\d{{1,3}})(?:\s*:\s*(?P<second>[0-5]\d))?{_MINUTE_MARK}
    (?: \+\s*(?P<long_plus>{_TIMER})
      | \+\s*(?P<plus>\d{{1,2}}){_MINUTE_MARK}(?P<timer_after_plus>{_TIMER})?
      | \s(?P<timer>{_TIMER})
      | \+ )?""",
    re.VERBOSE,
)
_ADDED = re.compile(rf"\+?\s*(\d{{1,2}}){_MINUTE_MARK}")
_STOPPAGE = re.compile(rf"\+?\s*{_TIMER}")

# what readers of pictures make of a clock: quotes of all kinds, other dots than a colon, letters for digits
_APOSTROPHES = dict.fromkeys(map(ord, "’‘‛′´`＇"), "'")
_STRAY = " \t\n\"“”„‟″«»*_'.,:;()[]{}"
_DOTS = r"[:;.,·∶ː]"
_NUMBER = re.compile(rf"(?<![A-Z])[\dOIL|]+(?:\s*{_DOTS}\s*[\dOIL|]+)*(?![A-Z])")
_DIGITS = str.maketrans("OIL|", "0111")


@dataclass(frozen=True, slots=True)
class ClockTexts:
    """The three answers about the clock in one frame, as the model wrote them."""

    clock: str
    added: str
    stoppage: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The minute in one frame; `frozen` when the clock stands at the end of a period and hides the rest."""

    minute: int
    frozen: bool


def read(texts: ClockTexts) -> Reading | None:
    """The minute of the match in one frame, or None when no clock can be read in it."""
    found = _CLOCK.fullmatch(_tidy(texts.clock))
    if found is None:
        return None
    minute = _counted_from_kick_off(int(found["minute"]), found["period"])
    stands = minute in PERIOD_ENDS and found["second"] in {None, "00"}
    beyond = _beyond(found, texts, stands=stands)
    if beyond is not None and minute in PERIOD_ENDS:
        return _plausible(minute + beyond, frozen=False)
    if found["timer"] is not None:  # two clocks side by side, and the first does not stand: neither can be trusted
        return None
    if found["second"] is None and found["plus"] is not None:
        return _plausible(minute + int(found["plus"]), frozen=False)
    return _plausible(minute, frozen=stands)


def read_added(text: str) -> int | None:
    """The allowance of stoppage time that a board or caption announces."""
    found = _ADDED.fullmatch(_tidy(text))
    return int(found[1]) if found else None


def read_stoppage(text: str) -> int | None:
    """The minute on the separate clock that runs in stoppage time."""
    found = _STOPPAGE.fullmatch(_tidy(text))
    return _sub_timer(found[1]) if found else None


def _beyond(found: re.Match[str], texts: ClockTexts, *, stands: bool) -> int | None:
    """Minutes past the end of a period: the separate clock, else a timer in the same line, else a plain plus.

    A plus beside a clock with seconds is the allowance when a timer shows, or when ADDED says the same.
    """
    timer = found["long_plus"] or found["timer_after_plus"] or found["timer"]
    running = read_stoppage(texts.stoppage)
    if running is None and timer is not None:
        running = _sub_timer(timer)
    if running is not None or found["plus"] is None:
        return running
    plus = int(found["plus"])
    if found["second"] is not None and (not stands or read_added(texts.added) == plus):
        return None
    return plus


def _sub_timer(text: str) -> int | None:
    minute = int(text.partition(":")[0])
    return minute if minute <= LONGEST_STOPPAGE else None


def _counted_from_kick_off(minute: int, period: str | None) -> int:
    """Some broadcasts start every period at zero and write the period beside the clock."""
    if period is None:
        return minute
    if period.startswith("2") and minute < 45:  # noqa: PLR2004
        return minute + 45
    if period[0] in "AE" and minute < 30:  # noqa: PLR2004
        return minute + 90
    return minute


def _plausible(minute: int, *, frozen: bool) -> Reading | None:
    return Reading(minute, frozen) if minute <= LATEST_MINUTE else None


def _tidy(text: str) -> str:
    """The text as it was meant: plain signs, no stray quotes, digits where letters stand for them."""
    plain = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES)).upper()
    return _NUMBER.sub(_as_digits, plain.strip(_STRAY))


def _as_digits(found: re.Match[str]) -> str:
    """Letters count as digits beside a real digit, or after a plus."""
    number = found[0]
    if not any(sign.isdigit() for sign in number) and found.string[: found.start()].rstrip()[-1:] != "+":
        return number
    return re.sub(_DOTS, ":", number.translate(_DIGITS))
