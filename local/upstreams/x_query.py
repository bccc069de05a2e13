"""X's query language, as far as searches for posts with videos need it.

Words and "phrases" match whole tokens, case and accents folded; a space means AND and binds tighter than OR;
brackets group, a minus negates; only from: of the operators (has:, is:, lang:, from:) may be a query by itself.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

MOST_CHARACTERS = 512
_TOKEN = re.compile(r'"[^"]*"|-?\(|\)|[^\s()"]+|"')
_WORD = re.compile(r"[^\W_]+")
_OPERATORS = {
    "has": ("videos", "video_link", "media", "images", "links", "mentions", "hashtags"),
    "is": ("retweet", "reply", "quote", "verified"),
}
_FREE_OPERATORS = ("lang", "from")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "ı": "i", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"})


class QueryError(ValueError):
    """Query that X refuses; `position` counts characters from one."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"{message} (at position {position})")


@dataclass(frozen=True, slots=True)
class Searchable:
    """Searchable parts of a post."""

    words: tuple[str, ...]
    traits: frozenset[str]


class Clause(Protocol):
    """Part of a query."""

    @property
    def stands_alone(self) -> bool: ...

    def matches(self, post: Searchable) -> bool: ...


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow each other; a single word is the shortest phrase."""

    words: tuple[str, ...]
    stands_alone: bool = True

    def matches(self, post: Searchable) -> bool:
        length = len(self.words)
        return any(post.words[n : n + length] == self.words for n in range(len(post.words) - length + 1))


@dataclass(frozen=True, slots=True)
class Trait:
    """Operator about a property of a post."""

    name: str

    @property
    def stands_alone(self) -> bool:
        return self.name.startswith("from:")

    def matches(self, post: Searchable) -> bool:
        return self.name in post.traits


@dataclass(frozen=True, slots=True)
class Not:
    """Negated clause."""

    clause: Clause
    stands_alone: bool = False

    def matches(self, post: Searchable) -> bool:
        return not self.clause.matches(post)


@dataclass(frozen=True, slots=True)
class All:
    """Clauses that are joined with AND."""

    clauses: tuple[Clause, ...]

    @property
    def stands_alone(self) -> bool:
        return any(clause.stands_alone for clause in self.clauses)

    def matches(self, post: Searchable) -> bool:
        return all(clause.matches(post) for clause in self.clauses)


@dataclass(frozen=True, slots=True)
class Either:
    """Clauses that are joined with OR."""

    clauses: tuple[Clause, ...]

    @property
    def stands_alone(self) -> bool:
        return all(clause.stands_alone for clause in self.clauses)

    def matches(self, post: Searchable) -> bool:
        return any(clause.matches(post) for clause in self.clauses)


def parse(query: str) -> Clause:
    """Parse a query, and raise `QueryError` where X would refuse it."""
    if len(query) > MOST_CHARACTERS:
        raise QueryError(f"Rules must be {MOST_CHARACTERS} characters or less", MOST_CHARACTERS + 1)
    parser = _Parser([(token[0], token.start() + 1) for token in _TOKEN.finditer(query)])
    clause = parser.parse()
    if not clause.stands_alone:
        raise QueryError("Rules must contain at least one positive, standalone clause", 1)
    return clause


def words_of(text: str) -> tuple[str, ...]:
    """Return the tokens of a text: runs of letters and digits, folded to plain lower case."""
    return tuple(_WORD.findall(fold(text)))


def fold(text: str) -> str:
    """Return a text in lower case without accents."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


class _Parser:
    """Recursive descent parser: alternatives of sequences of single clauses."""

    def __init__(self, tokens: Sequence[tuple[str, int]]) -> None:
        self._tokens = tokens
        self._next = 0

    def parse(self) -> Clause:
        clause = self._alternatives()
        if self._next < len(self._tokens):
            self._refuse(f"no viable alternative at input '{self._peek()}'")
        return clause

    def _alternatives(self) -> Clause:
        clauses = [self._sequence()]
        while self._peek() == "OR":
            self._next += 1
            clauses.append(self._sequence())
        return clauses[0] if len(clauses) == 1 else Either(tuple(clauses))

    def _sequence(self) -> Clause:
        clauses = []
        while self._peek() not in ("", ")", "OR"):
            clauses.append(self._single())
        if not clauses:
            self._refuse(f"missing clause before '{self._peek() or '<EOF>'}'")
        return clauses[0] if len(clauses) == 1 else All(tuple(clauses))

    def _single(self) -> Clause:
        part = self._peek()
        if part in ("(", "-("):
            return self._group(negated=part.startswith("-"))
        if part == '"':
            self._refuse("mismatched quotation mark")
        if part.lower() in ("and", "or"):
            self._refuse(f"Ambiguous use of {part.lower()} as a keyword. Use a space to logically join two clauses")
        clause = self._leaf(part.removeprefix("-"))
        self._next += 1
        return Not(clause) if part.startswith("-") else clause

    def _group(self, *, negated: bool) -> Clause:
        self._next += 1
        clause = self._alternatives()
        if self._peek() != ")":
            self._refuse("missing ')'")
        self._next += 1
        return Not(clause) if negated else clause

    def _leaf(self, token: str) -> Clause:
        operator, colon, value = token.partition(":")
        if colon and not token.startswith('"'):
            return self._operator(operator.lower(), value.lower())
        words = words_of(token)
        if not words:
            self._refuse(f"no viable alternative at input '{token}'")
        return Phrase(words)

    def _operator(self, operator: str, value: str) -> Clause:
        if operator not in _OPERATORS and operator not in _FREE_OPERATORS:
            self._refuse(
                f"Reference to invalid operator '{operator}'. Operator is not available in current product or product "
                "packaging. Please refer to complete available operator list at http://t.co/operators."
            )
        if not value or value not in _OPERATORS.get(operator, (value,)):
            self._refuse(f"Reference to invalid value '{value}' of operator '{operator}'")
        return Trait(f"{operator}:{value}")

    def _peek(self) -> str:
        return self._tokens[self._next][0] if self._next < len(self._tokens) else ""

    def _refuse(self, message: str) -> NoReturn:
        position = self._tokens[self._next][1] if self._next < len(self._tokens) else 1
        raise QueryError(message, position)
