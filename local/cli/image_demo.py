"""The end of the demo: an organisation uploads a handful of drawn pictures, one of them twice, and reads its list."""

import io
from collections.abc import Callable, Mapping
from contextlib import closing

from PIL import Image, ImageDraw

from local.cli.image_commands import table
from local.cli.images import Place, Studio
from local.cli.live_table import Screen
from local.process.errors import LocalError
from local.stack.exit_reasons import watched
from local.stack.stack import Stack

SIDE = 320
GRASS, WHITE, BLACK, SKY = (40, 130, 50), (250, 250, 250), (20, 20, 20), (120, 180, 240)

Draw = Callable[[ImageDraw.ImageDraw], None]


def _ball(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((60, 60, 260, 260), fill=WHITE, outline=BLACK, width=3)
    for x, y in ((160, 160), (105, 110), (215, 110), (110, 220), (210, 220)):
        pen.regular_polygon((x, y, 24), 5, fill=BLACK)


def _pitch(pen: ImageDraw.ImageDraw) -> None:
    for stripe in range(0, SIDE, 64):
        pen.rectangle((stripe, 0, stripe + 32, SIDE), fill=(50, 150, 60))
    pen.rectangle((20, 20, SIDE - 20, SIDE - 20), outline=WHITE, width=4)
    pen.ellipse((120, 120, 200, 200), outline=WHITE, width=4)
    pen.line((160, 20, 160, SIDE - 20), fill=WHITE, width=4)


def _goal(pen: ImageDraw.ImageDraw) -> None:
    pen.rectangle((30, 90, 290, 300), outline=WHITE, width=8)
    for thread in range(40, 290, 14):
        pen.line((thread, 96, thread, 300), fill=(200, 200, 200))
        pen.line((36, 60 + thread, 284, 60 + thread), fill=(200, 200, 200))


def _flag(pen: ImageDraw.ImageDraw) -> None:
    pen.rectangle((60, 30, 70, 310), fill=BLACK)
    pen.polygon(((70, 30), (280, 90), (70, 150)), fill=(220, 30, 30))


PICTURES: Mapping[str, tuple[Draw, tuple[int, int, int]]] = {
    "ball.png": (_ball, GRASS),
    "pitch.jpg": (_pitch, GRASS),
    "goal.webp": (_goal, SKY),
    "corner.gif": (_flag, SKY),
}
KINDS = {"png": "PNG", "jpg": "JPEG", "webp": "WEBP", "gif": "GIF"}
REPLACED = "ball.png"


def exhibit(stack: Stack, screen: Screen) -> list[str]:
    """Uploads, replaces one in flight, prints the table; answers what is wrong."""
    with watched(stack):
        return _exhibit(stack, screen)


def _exhibit(stack: Stack, screen: Screen) -> list[str]:
    place = Place(endpoint=stack.aws.url, mongodb=stack.mongo_uri, database=stack.database_name)
    with closing(Studio(place)) as studio, screen.working("classifying pictures of an organisation"):
        studio.bring_model()
        studio.add(REPLACED, drawn("pitch.jpg"))
        for name in PICTURES:
            studio.add(name, drawn(name))
        try:
            lines = studio.settled(PICTURES)
        except LocalError as late:
            return [str(late)]
        replaced = studio.shown(REPLACED) == drawn(REPLACED)
    for line in table(lines):
        screen.say(line)
    unclassified = [f"{line.name} is {line.status}: {line.error}" for line in lines if line.status != "classified"]
    return unclassified if replaced else [*unclassified, f"{REPLACED} shows what was replaced"]


def drawn(name: str) -> bytes:
    """A picture in the format that its name says."""
    draw, ground = PICTURES[name]
    picture = Image.new("RGB", (SIDE, SIDE), ground)
    draw(ImageDraw.Draw(picture))
    written = io.BytesIO()
    picture.save(written, KINDS[name.rpartition(".")[2]])
    return written.getvalue()
