"""What a broadcast clock says: the text that a model read from a frame, turned into a minute of the match."""

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
    """The three answers about the clock in one frame, as the model wrote them."""

    clock: str
    added: str
    stoppage: str


NO_TEXTS = ClockTexts("NONE", "NONE", "NONE")


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The clock in one frame; `frozen` when it stands at the end of a period and hides the rest.

    `minute` is None where only the clock of stoppage time shows. `past` is how many minutes that clock tells, also
    where it was taken for the clock itself, or one that starts its period at zero, or may have; `shown` is what a
    clock without anything beside it shows, in seconds.
    """

    minute: int | None
    frozen: bool
    period: Period | None = None
    past: int | None = None
    shown: int | None = None


def read_clock(texts: ClockTexts) -> ClockReading | None:
    """The clock of the match in one frame, or None when none can be read in it."""
    clock = _PERIOD_BEHIND.sub(r"\g<label> \g<clock>", _tidy(_BRACKETED.sub(" ", texts.clock)))
    found = None if _SCORERS.search(_plain_signs(texts.clock)) else _CLOCK.fullmatch(clock)
    if found is None or _is_allowance(found):
        return None if _BREAK.fullmatch(clock) else _stoppage_alone(texts.stoppage)
    minutes, period = _minutes(found), _period(found)
    minute = from_kick_off(minutes, period, stoppage=False)
    stands = minute in PERIOD_ENDS and found["seconds"] in {None, "00"}
    beyond = _beyond(found, texts, stands=stands)
    if beyond is not None and minute in PERIOD_ENDS:
        return _plausible(
            ClockReading(from_kick_off(minutes, period, stoppage=True) + beyond, frozen=False, period=period)
        )
    if found["timer"] is not None:  # two clocks side by side, and the first does not stand: neither can be trusted
        return None
    if found["seconds"] is None and found["plus"] is not None:
        return _plausible(ClockReading(minute + int(found["plus"]), frozen=False, period=period))
    past = None if stands else _past_a_second_half(minutes, period)
    counts_on = found["plus"] is None and (period is not None or read_stoppage(texts.stoppage) == minutes)
    if counts_on and minutes <= LONGEST_STOPPAGE:
        past = minutes
    return _plausible(ClockReading(minute, stands, period, past, _shown(found, clock)))


def read_added(text: str) -> int | None:
    """The allowance of stoppage time that a board or caption announces."""
    found = _ADDED.fullmatch(_tidy(text))
    return int(found[1]) if found else None


def read_stoppage(text: str) -> int | None:
    """The minute on the separate clock that runs in stoppage time."""
    found = _STOPPAGE.fullmatch(_tidy(text))
    return _sub_timer(found["minute"]) if found else None


def _stoppage_alone(text: str) -> ClockReading | None:
    found = _STOPPAGE.fullmatch(_tidy(text))
    past = _sub_timer(found["minute"]) if found else None
    if found is None or past is None:
        return None
    return ClockReading(None, frozen=False, past=past, shown=past * 60 + int(found["seconds"]))


def _is_allowance(found: re.Match[str]) -> bool:
    """No clock is written so early as "9 MIN"; what a board announces is."""
    return "MIN" in found["mark"] and int(found["minute"]) <= LONGEST_ALLOWANCE


def _minutes(found: re.Match[str]) -> int:
    """Extra time is counted on from 90, by some in its second half from 105."""
    minutes = int(found["minute"])
    return minutes + HALF_OF_EXTRA_TIME if found["late"] and minutes < HALF_OF_EXTRA_TIME else minutes


def _past_a_second_half(minutes: int, period: Period | None) -> int | None:
    """One that is counted from zero runs on beyond 45: "2T 47:10" may be the 48th minute, or the third after 90."""
    return minutes - HALF if period == "second" and 0 <= minutes - HALF < LONGEST_ALLOWANCE else None


def _period(found: re.Match[str]) -> Period | None:
    named: tuple[Period, ...] = ("first", "second", "extra")
    return next((period for period in named if found[period]), None)


def _shown(found: re.Match[str], clock: str) -> int | None:
    """What a clock with seconds and nothing beside it shows, in seconds."""
    if found["seconds"] is None or _period(found) or "+" in clock:
        return None
    return int(found["minute"]) * 60 + int(found["seconds"])


def _beyond(found: re.Match[str], texts: ClockTexts, *, stands: bool) -> int | None:
    """Minutes past the end of a period: the separate clock, else a timer in the same line, else a plain plus.

    A plus beside a clock with seconds is the allowance when a timer shows, or when ADDED says the same.
    """
    timer = found["long_plus"] or found["timer_after_plus"] or found["timer"]
    running = read_stoppage(texts.stoppage)
    if running is None and timer is not None:
        running = _sub_timer(timer.partition(":")[0])
    if running is not None or found["plus"] is None:
        return running
    plus = int(found["plus"])
    if found["seconds"] is not None and (not stands or read_added(texts.added) == plus):
        return None
    return plus


def _sub_timer(minute: str) -> int | None:
    return int(minute) if int(minute) <= LONGEST_STOPPAGE else None


def _plausible(reading: ClockReading) -> ClockReading | None:
    return reading if (reading.minute or 0) <= LATEST_MINUTE else None


def _plain_signs(text: str) -> str:
    return text.translate(_SIGNS)


def _tidy(text: str) -> str:
    """The text as it was meant: plain signs and letters, no stray quotes, digits where letters stand for them."""
    plain = unicodedata.normalize("NFKC", _plain_signs(text)).upper()
    bare = "".join(sign for sign in unicodedata.normalize("NFD", plain) if not unicodedata.combining(sign))
    return _NUMBER.sub(_as_digits, bare.strip(_STRAY))


def _as_digits(found: re.Match[str]) -> str:
    """Letters count as digits beside a real digit, or after a plus."""
    number = found[0]
    if not any(sign.isdigit() for sign in number) and found.string[: found.start()].rstrip()[-1:] != "+":
        return number
    return re.sub(_DOTS, ":", number.translate(_DIGITS))
