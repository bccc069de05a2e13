"""Grammar of broadcast clocks (D11)."""

import pytest

from footy.goals.clips.reading.clock import ClockTexts, read_clock

NONE = "NONE"


def minute(clock: str, added: str = NONE, stoppage: str = NONE) -> int | None:
    reading = read_clock(ClockTexts(clock, added, stoppage))
    return reading.minute if reading else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # running clocks
        ("67:23", 67),
        ("05:00", 5),
        ("00:12", 0),
        ("105:23", 105),
        ("120:00", 120),
        (" 67 : 23 ", 67),
        # a bare minute
        ("67", 67),
        ("67'", 67),
        ("67 min", 67),
        ("67'23", 67),
        ("67'23''", 67),
        ("90", 90),
        # the period in front
        ("2H 5:00", 50),
        ("2H5:00", 50),
        ("2H 67:00", 67),
        ("2H 45:00", 45),
        ("2H 44:59", 89),
        ("2H 46:10", 46),
        ("1H 05:00", 5),
        ("EXTRA TIME 29:00", 119),
        ("1H 35:00", 35),
        ("2ND HALF 5:00", 50),
        ("2ND 5:00", 50),
        ("1ST HALF 35:00", 35),
        ("2H 22'", 67),
        ("ET 04:04", 94),
        ("AET 04:04", 94),
        ("ET 94:04", 94),
        ("ET 30:00", 120),
        # a half counted from zero that has reached its stoppage
        ("2H 45:00+3:10", 93),
        ("2H 45:00 +4 02:17", 92),
        ("2H 45+3", 93),
        ("ET 30:00+1:05", 121),
        # other languages
        ("2T 5:00", 50),
        ("2º T 5:00", 50),
        ("1T 35:00", 35),
        ("ST 5:00", 50),
        ("PT 35:00", 35),
        ("2MT 5:00", 50),
        ("2ème MT 5:00", 50),
        ("2e mi-temps 5:00", 50),
        ("1ère MT 35:00", 35),
        ("2. HZ 5:00", 50),
        ("1. Halbzeit 35:00", 35),
        ("SECOND HALF 5:00", 50),
        ("First Half 35:00", 35),
        ("2ª parte 5:00", 50),
        ("Segundo tiempo 5:00", 50),
        ("Secondo Tempo 5:00", 50),
        ("H2 5:00", 50),
        ("Verlängerung 04:04", 94),
        ("Prolongation 04:04", 94),
        ("Prorrogação 04:04", 94),
        # the halves of extra time, counted from 90 or each from its beginning
        ("1ET 04:04", 94),
        ("ET1 04:04", 94),
        ("ET 1 04:04", 94),
        ("2ET 18:00", 108),
        ("ET2 18:00", 108),
        ("2ET 03:10", 108),
        ("ET 1", 91),
        # the period behind
        ("67:23 2H", 67),
        ("22:23 2H", 67),
        ("35:00 1st half", 35),
        ("04:04 ET", 94),
        ("45:00+2 1H", 47),
        # something between both
        ("2nd Half - 67:23", 67),
        ("2H | 22:10", 67),
        ("2T: 22'10", 67),
        ("22:10 (2H)", 67),
        # Japanese
        ("前半 22:10", 22),
        ("後半 22:10", 67),
        ("延長 04:04", 94),
        ("延長前半 04:04", 94),
        ("延長後半 03:10", 108),
        # compounds
        ("45+2", 47),
        ("45+2'", 47),
        ("45'+2", 47),
        ("45+2:30", 47),
        ("90:00+3:15", 93),
        ("45:00+2", 47),
        ("90+12", 102),
        ("105:00+1:05", 106),
        ("2H 90:00+3:15", 93),
        ("ET 15:00+1", 106),
        # one line with a sub-timer
        ("90:00 +4 02:17", 92),
        ("90:00+402:17", 92),
        ("90:00 02:17", 92),
        ("45:00 +2 00:40", 45),
        # a plus next to a running clock is the allowance
        ("46:10 +2", 46),
        ("92:17 +4", 92),
        ("90+", 90),
        ("67:23 (+2)", 67),
        ("67:23 [+2 min]", 67),
        ("90:00 (+4) 02:17", 92),
        # no minute
        ("HT", None),
        ("FT", None),
        ("NONE", None),
        ("", None),
        ("LIVE", None),
        ("HALF TIME", None),
        ("01:07:23", None),
        ("67:73", None),
        ("999:59", None),
        ("1 67:23", None),
        ("45 67:23", None),
        ("+4", None),
        ("ARS 67:23 CHE", None),
        ("ET 1-0", None),
        ("2H - 1", None),
        # an allowance
        ("9 mins", None),
        ("9 MIN", None),
        ("(+2)", None),
        # a scorer list
        ("45'+1'", None),
        ("23', 36'", None),
        ("23, 36", None),
        ("Messi 23'", None),
        # more than any stoppage
        ("90+45", None),
        ("45+31", None),
        ("45+30", 75),
    ],
)
def test_reads_the_minute(text: str, expected: int | None) -> None:
    assert minute(text) == expected


@pytest.mark.parametrize(
    ("clock", "added", "stoppage", "expected"),
    [
        ("90:00", NONE, "03:57", 93),
        ("45:00", "+4", "02:36", 47),
        ("90:00", "+4", NONE, 90),
        ("90:00 +4", "+4", "02:17", 92),
        ("90:00 +4 02:17", "+4", "02:17", 92),
        ("90:00+3:15", NONE, "03:15", 93),
        ("45+2", "+3", "02:30", 47),
        ("45+2", "+2", NONE, 47),
        ("2H 90:00", NONE, "01:10", 91),
        ("92:17", NONE, "02:17", 92),
        ("90:00", NONE, "90:00", 90),
        ("HT", "+2", "02:00", None),
        ("2H 45:00", NONE, "03:10", 93),
        ("2H 45:00", "+4", NONE, 45),
        ("1H 45:00", NONE, "03:10", 48),
        (NONE, NONE, "02:36", None),
        ("Messi 23'", "+4", "02:36", None),
    ],
)
def test_only_the_stoppage_clock_is_added(clock: str, added: str, stoppage: str, expected: int | None) -> None:
    assert minute(clock, added, stoppage) == expected
