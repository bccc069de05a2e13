"""Image demo: an organisation uploads some drawn pictures, one of them twice, and lists the results."""

import io
from collections.abc import Callable, Mapping
from contextlib import closing

from PIL import Image, ImageDraw

from local.cli.image_client import ImageClient, StackAddress
from local.cli.image_commands import image_table
from local.process.errors import LocalError
from local.stack.exit_reasons import watch_stack
from local.stack.progress import ProgressLog
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


def run_image_demo(stack: Stack, progress: ProgressLog) -> list[str]:
    """Upload the pictures, replace one that is still processed, print the table, and return the problems."""
    with watch_stack(stack):
        return _run(stack, progress)


def _run(stack: Stack, progress: ProgressLog) -> list[str]:
    address = StackAddress(endpoint=stack.aws.url, mongodb=stack.mongo_uri, database=stack.database_name)
    with closing(ImageClient(address)) as client, progress.step("classifying pictures of an organisation"):
        client.upload_model()
        client.add(REPLACED, draw_picture("pitch.jpg"))
        for name in PICTURES:
            client.add(name, draw_picture(name))
        try:
            lines = client.wait_for(PICTURES)
        except LocalError as timeout:
            return [str(timeout)]
        is_newest = client.content(REPLACED) == draw_picture(REPLACED)
    for line in image_table(lines):
        progress.write(line)
    unclassified = [f"{line.name} is {line.status}: {line.error}" for line in lines if line.status != "classified"]
    return unclassified if is_newest else [*unclassified, f"{REPLACED} shows its older version"]


def draw_picture(name: str) -> bytes:
    """Return a picture in the format of its name."""
    draw, background = PICTURES[name]
    picture = Image.new("RGB", (SIDE, SIDE), background)
    draw(ImageDraw.Draw(picture))
    content = io.BytesIO()
    picture.save(content, KINDS[name.rpartition(".")[2]])
    return content.getvalue()
