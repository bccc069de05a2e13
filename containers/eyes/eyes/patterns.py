"""Patterns of clocks, allowances, scores and sides as broadcasters write them."""

import re

_DIGIT = r"[\dOoIl|]"
_HALF = r"(?:H(?:ALF)?|T(?:EMPO|IEMPO)?|MT|HZ|HALBZEIT|PARTE)"
PERIOD = re.compile(
    rf"""[12][.ºª°]?\s?{_HALF} | 1\s?ST(?:\s?HALF)? | 2\s?ND(?:\s?HALF)? | (?:FIRST|SECOND)\s?HALF | [PS]T | H[12]
    | [12](?:ST|ND)?\s?ET | A?ET(?:\s?[12](?!{_DIGIT}|\s?[:：'’′]))? | EXTRA\s?TIME
    | PROL(?:ONGATIONS?)? | VERL(?:ÄNGERUNG)?""",
    re.IGNORECASE | re.VERBOSE,
)
TIME = re.compile(
    rf"""(?<![\w:;./-])(?<!/\s) (?:(?P<period>{PERIOD.pattern})\s?)?
    (?P<minute>{_DIGIT}{{1,3}}(?=\s?[:：]|['’′]{_DIGIT})|{_DIGIT}{{2,3}}(?=\s?[;.])) (?:\s?[:：;.]\s?|['’′])
    (?P<second>[0-5OoIl|]{_DIGIT}) (?![\w:;.'’′] | \s?/)""",
    re.VERBOSE | re.IGNORECASE,
)
"""A slash or minus next to it marks a video player's position and length."""
SUM = re.compile(r"(?<!\d)(?:45|90|105|120)(?::00)?['’′]?\s?\+\s?\d{1,2}:[0-5]\d(?!\d)")
COMPOUND = re.compile(r"(?<!\d)(?:45|90|105|120)(?:['’′]?\s?\+\s?\d{1,2}|\s?\+\s?\d{1,2}['’′])(?![\d'’′])")
MINUTE = re.compile(r"\d{1,3}\s?['’′]")
MINUTES_OF_GOALS = re.compile(r"(?<![\d+])\d{1,3}\s?['’′](?![\d+]|\s\+)|(?<!\d)\d{2,3}['’′]?\s?\+\s?\d{1,2}(?![\d:])")
ADDED = re.compile(
    r"(?<![\d'’′])\+\s?\d{1,2}\s?(?:['’′]|MIN(?:UTE)?S?\b)?(?![\d:.]) | (?<![\w:.])(?:1[0-5]|[1-9])\s?MIN(?:UTE)?S?\b",
    re.IGNORECASE | re.VERBOSE,
)
BREAK = re.compile(r"HT|FT|HALF\s?-?TIME|FULL\s?-?TIME", re.IGNORECASE)
AS_DIGITS = str.maketrans("OoIiLl|", "0011111")

SCORE = re.compile(r"(?<![\d(:.])\d\s?[-–—:]\s?\d(?![\d:.])")
RESULT = re.compile(r"[^\W\d_].* \d-\d [^\W\d_].*")
SIDE = re.compile(r"[A-Z]{2,4}|[^\W\d_A-Za-z]{2,}")
NO_SIDE = frozenset(
    ["LIVE", "REC", "HD", "TV", "VAR", "HT", "FT", "ET", "AET", "PEN", "PENS", "AGG", "MIN", "MINS", "ST", "PT", "ND"]
)
