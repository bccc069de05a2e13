"""Match clocks read from frames (D11)."""

import re
import unicodedata
from dataclasses import dataclass

from footy.goals.clips.reading.periods import HALF, LABEL, Period, from_kick_off

PERIOD_ENDS = frozenset({45, 90, 105, 120})
LATEST_MINUTE = 150
LONGEST_STOPPAGE = 30
LONGEST_ALLOWANCE = 15
HALF_OF_EXTRA_TIME = 15

_TIMER = r"(\d{1,2})\s*:\s*[0-5]\d"
_MINUTE_MARK = r"\s*(?:'|MIN)?\s*"
_CLOCK = re.compile(
    rf"""(?:{LABEL}(?:\s*[-–—|:,/)](?=\s*\d{{1,3}}\s*[:']))?)?
    \s*(?P<minute>\d{{1,3}})(?:\s*[:']\s*(?P<seconds>[0-5]\d)(?:'')?)?(?P<mark>{_MINUTE_MARK})
    (?: \+\s*(?P<long_plus>{_TIMER})
      | \+\s*(?P<plus>30|[0-2]?\d){_MINUTE_MARK}(?P<timer_after_plus>{_TIMER})?
      | \s(?P<timer>{_TIMER})
      | \+ )?""",
    re.VERBOSE,
)
_ADDED = re.compile(r"\+?\s*(\d{1,2})\s*(?:'|MIN(?:UTE)?S?)?")
_STOPPAGE = re.compile(r"\+?\s*(?P<minute>\d{1,2})\s*:\s*(?P<seconds>[0-5]\d)")
_SCORERS = re.compile(r"\d\s*'\s*\+\s*\d{1,2}\s*'|\d'?\s*,\s+\d")  # 45'+1' beside a name, 23, 36
_BREAK = re.compile(r"HT|FT|(?:HALF|FULL)[\s-]*TIME")
_BRACKETED = re.compile(r"[(\[（]\s*[+＋]\s*\d{1,2}\s*(?:\W|mins?)?\s*[)\]）]", re.IGNORECASE)
_PERIOD_BEHIND = re.compile(
    rf"(?P<clock>\d{{1,3}}:[0-5]\d(?:\s*\+\s*\d{{1,2}}'?)?)(?:\s*[-–—|,/(]|\s)\s*(?P<label>{LABEL})", re.VERBOSE
)

# what readers of pictures make of a clock: quotes of all kinds, other dots than a colon, letters for digits
_SIGNS = dict.fromkeys(map(ord, "’‘‛′´`＇"), "'") | dict.fromkeys(map(ord, "ºª°"), "") | {ord("″"): "''"}
_STRAY = " \t\n\"“”„‟″«»*_'.,:;()[]{}"
_DOTS = r"[:;.,·∶ː]"
_NUMBER = re.compile(rf"(?<![A-Z])[\dOIL|]+(?:\s*{_DOTS}\s*[\dOIL|]+)*(?![A-Z])")
_DIGITS = str.maketrans("OIL|", "0111")


@dataclass(frozen=True, slots=True)
class ClockTexts:
    """The model's answers about the clock in one frame."""

    clock: str
    added: str
    stoppage: str


NO_TEXTS = ClockTexts("NONE", "NONE", "NONE")


@dataclass(frozen=True, slots=True)
class ClockReading:
    """Clock of one frame; `frozen` when it stopped at the end of a period.

    `minute` is None when only the stoppage clock shows. `past` is the minutes of a stoppage clock, or of a clock
    that may have started its period at zero. `displayed_seconds` is the displayed time of a plain clock, in seconds.
    """

    minute: int | None
    frozen: bool
    period: Period | None = None
    past: int | None = None
    displayed_seconds: int | None = None


def read_clock(texts: ClockTexts) -> ClockReading | None:
    """Parse the match clock of one frame, or None."""
    clock = _PERIOD_BEHIND.sub(r"\g<label> \g<clock>", _tidy(_BRACKETED.sub(" ", texts.clock)))
    match = None if _SCORERS.search(_plain_signs(texts.clock)) else _CLOCK.fullmatch(clock)
    if match is None or _is_board(match):
        return None if _BREAK.fullmatch(clock) else _only_stoppage(texts.stoppage)
    minutes, period = _minutes(match), _period(match)
    minute = from_kick_off(minutes, period, stoppage=False)
    is_frozen = minute in PERIOD_ENDS and match["seconds"] in {None, "00"}
    beyond = _beyond(match, texts, is_frozen=is_frozen)
    if beyond is not None and minute in PERIOD_ENDS:
        return _plausible(
            ClockReading(from_kick_off(minutes, period, stoppage=True) + beyond, frozen=False, period=period)
        )
    if match["timer"] is not None:  # two clocks side by side, and the first does not stand: neither can be trusted
        return None
    if match["seconds"] is None and match["plus"] is not None:
        return _plausible(ClockReading(minute + int(match["plus"]), frozen=False, period=period))
    past = None if is_frozen else _past_second_half(minutes, period)
    may_count_from_zero = match["plus"] is None and (period is not None or read_stoppage(texts.stoppage) == minutes)
    if may_count_from_zero and minutes <= LONGEST_STOPPAGE:
        past = minutes
    return _plausible(ClockReading(minute, is_frozen, period, past, _displayed_seconds(match, clock)))


def read_added(text: str) -> int | None:
    """Parse the announced stoppage time."""
    match = _ADDED.fullmatch(_tidy(text))
    return int(match[1]) if match else None


def read_stoppage(text: str) -> int | None:
    """Parse the minute of a separate stoppage clock."""
    match = _STOPPAGE.fullmatch(_tidy(text))
    return _sub_timer(match["minute"]) if match else None


def _only_stoppage(text: str) -> ClockReading | None:
    match = _STOPPAGE.fullmatch(_tidy(text))
    past = _sub_timer(match["minute"]) if match else None
    if match is None or past is None:
        return None
    return ClockReading(None, frozen=False, past=past, displayed_seconds=past * 60 + int(match["seconds"]))


def _is_board(match: re.Match[str]) -> bool:
    """Tell whether the text is the announced stoppage time ("9 MIN") and no clock."""
    return "MIN" in match["mark"] and int(match["minute"]) <= LONGEST_ALLOWANCE


def _minutes(match: re.Match[str]) -> int:
    """Add the first half of extra time to a clock that labels the second."""
    minutes = int(match["minute"])
    return minutes + HALF_OF_EXTRA_TIME if match["late"] and minutes < HALF_OF_EXTRA_TIME else minutes


def _past_second_half(minutes: int, period: Period | None) -> int | None:
    """Return the minutes past 45 of a half counted from zero: "2T 47:10" is minute 48, or third after 90."""
    return minutes - HALF if period == "second" and 0 <= minutes - HALF < LONGEST_ALLOWANCE else None


def _period(match: re.Match[str]) -> Period | None:
    named: tuple[Period, ...] = ("first", "second", "extra")
    return next((period for period in named if match[period]), None)


def _displayed_seconds(match: re.Match[str], clock: str) -> int | None:
    """Return the displayed seconds of a clock without label or plus."""
    if match["seconds"] is None or _period(match) or "+" in clock:
        return None
    return int(match["minute"]) * 60 + int(match["seconds"])


def _beyond(match: re.Match[str], texts: ClockTexts, *, is_frozen: bool) -> int | None:
    """Return the minutes past a period's end: separate clock, else timer in the same line, else a plus.

    A plus next to a clock with seconds is the allowance when a timer shows, or when ADDED says the same.
    """
    timer = match["long_plus"] or match["timer_after_plus"] or match["timer"]
    running = read_stoppage(texts.stoppage)
    if running is None and timer is not None:
        running = _sub_timer(timer.partition(":")[0])
    if running is not None or match["plus"] is None:
        return running
    plus = int(match["plus"])
    if match["seconds"] is not None and (not is_frozen or read_added(texts.added) == plus):
        return None
    return plus


def _sub_timer(minute: str) -> int | None:
    return int(minute) if int(minute) <= LONGEST_STOPPAGE else None


def _plausible(reading: ClockReading) -> ClockReading | None:
    return reading if (reading.minute or 0) <= LATEST_MINUTE else None


def _plain_signs(text: str) -> str:
    return text.translate(_SIGNS)


def _tidy(text: str) -> str:
    """Normalise signs and letters, strip stray quotes, and put digits where letters stand for them."""
    plain = unicodedata.normalize("NFKC", _plain_signs(text)).upper()
    bare = "".join(sign for sign in unicodedata.normalize("NFD", plain) if not unicodedata.combining(sign))
    return _NUMBER.sub(_as_digits, bare.strip(_STRAY))


def _as_digits(match: re.Match[str]) -> str:
    """Read letters as digits next to a digit, or after a plus."""
    number = match[0]
    if not any(sign.isdigit() for sign in number) and match.string[: match.start()].rstrip()[-1:] != "+":
        return number
    return re.sub(_DOTS, ":", number.translate(_DIGITS))
