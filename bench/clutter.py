"""Scoreboards next to texts that look like their clock: timers of recorders and players, lists of scorers."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from bench.scoreboards import HEIGHT, NONE, QUALITY, WIDTH, Drawn, drawn, face_file

TIMER_AT = ((34, 140), (560, 6), (1150, 140))
DARK, PALE = (25, 25, 25), (235, 235, 235)

Clutter = Callable[[Drawn, int], Drawn]


def cluttered(count: int) -> Iterator[Drawn]:
    """Yield `count` running clocks for each kind of clutter, always the same ones."""
    boards = [board for board in drawn(8 * count) if board.kind == "running"][:count]
    for clutter in (_recorder, _player, _scorers, _allowance):
        yield from (clutter(board, n) for n, board in enumerate(boards))


def _recorder(board: Drawn, n: int) -> Drawn:
    """Draw the timer of a phone that records the screen."""
    return _with(board, "recorder's timer", [(TIMER_AT[n % 3], f"00:{n + 3:02d}", 22)])


def _player(board: Drawn, n: int) -> Drawn:
    """Draw the bar of a video player."""
    place = (40, 670) if n % 2 else (500, 8)
    return _with(board, "player's bar", [(place, f"0:{n + 3:02d} / 0:{n + 30:02d}", 24)])


def _scorers(board: Drawn, n: int) -> Drawn:
    """Draw the full-time graphic with the scorers and no clock."""
    texts = [
        ((470, 430), "FULL TIME", 34),
        ((470, 490), board.score, 40),
        ((420, 550), f"Lautaro 45'+{n % 5 + 1}'", 28),
        ((700, 550), f"Osimhen {n + 50}'", 28),
    ]
    blank = Image.new("RGB", (WIDTH, HEIGHT), (18, 60 + n % 40, 30))
    return replace(_written(board, "scorers", blank, texts), clock=NONE)


def _allowance(board: Drawn, n: int) -> Drawn:
    """Draw the added time in words below the scoreboard."""
    return replace(
        _with(board, "allowance in words", [((60, 140), f"{n % 9 + 2} mins", 24)]), added=f"{n % 9 + 2} mins"
    )


def _with(board: Drawn, kind: str, texts: list[tuple[tuple[int, int], str, int]]) -> Drawn:
    return _written(board, kind, Image.open(BytesIO(board.jpeg)).convert("RGB"), texts)


def _written(board: Drawn, kind: str, picture: Image.Image, texts: list[tuple[tuple[int, int], str, int]]) -> Drawn:
    pen = ImageDraw.Draw(picture)
    for (x, y), text, size in texts:
        font = ImageFont.truetype(str(face_file("font_roboto", "Roboto-Regular.ttf")), size)
        pen.rectangle((x, y, x + pen.textlength(text, font=font) + 16, y + 1.4 * size), fill=DARK)
        pen.text((x + 8, y + 0.7 * size), text, font=font, fill=PALE, anchor="lm")
    jpeg = BytesIO()
    picture.save(jpeg, "JPEG", quality=QUALITY)
    return replace(board, kind=kind, jpeg=jpeg.getvalue())
