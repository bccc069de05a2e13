"""All simulated services of a replay: `python -m local.upstreams --replay NAME --clock FILE ...`."""

import argparse
import asyncio
import sys
from pathlib import Path

from starlette.types import ASGIApp

from footy.core.clock import MatchClock
from local.footage.renderer import IDLE_SECONDS, FootageRenderer
from local.process.serving import HOST, bind, serve, write_ports
from local.replay.model import Replay
from local.replay.schema import ReplayError
from local.upstreams import media, syndication, wikidata
from local.upstreams.api_football import ApiFootballServer
from local.upstreams.context import API_KEY, BEARER_TOKEN, UpstreamContext
from local.upstreams.vision import VisionServer
from local.upstreams.x_api import XApiServer
from local.upstreams.x_web import XWebServer

SERVICES = ("api_football", "x", "x_web", "media", "syndication", "wikidata", "vision")


def main(arguments: list[str]) -> int:
    """Serve until SIGTERM and return the exit code."""
    options = _options(arguments)
    try:
        replay = Replay.load(options.replay)
        ports = _requested_ports(options.ports)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    asyncio.run(_run(options, replay, ports))
    return 0


async def _run(options: argparse.Namespace, replay: Replay, requested: dict[str, int]) -> None:
    sockets = {service: bind(requested.get(service, 0)) for service in SERVICES}
    ports = {service: int(listener.getsockname()[1]) for service, listener in sockets.items()}
    context = UpstreamContext(
        replay=replay,
        clock=MatchClock(options.clock),
        renderer=FootageRenderer(replay, str(options.replay), options.home / "clips"),
        media_origin=f"http://{HOST}:{ports['media']}",
        api_key=options.api_key,
        bearer_token=options.bearer_token,
    )
    apps = _apps(context)
    write_ports(ports, options.ports_file)
    ahead = asyncio.create_task(_render_ahead(context, options.clock))
    await serve({ports[service]: app for service, app in apps.items()}, list(sockets.values()))
    ahead.cancel()
    await context.renderer.close()


def _apps(context: UpstreamContext) -> dict[str, ASGIApp]:
    return {
        "api_football": ApiFootballServer(context).app(),
        "x": XApiServer(context).app(),
        "x_web": XWebServer(context).app(),
        "media": media.app(context),
        "syndication": syndication.app(context),
        "wikidata": wikidata.app(context),
        "vision": VisionServer(context.replay.clips(), context.clock).app(),
    }


async def _render_ahead(context: UpstreamContext, clock: Path) -> None:
    """Render clips before they are requested, once the clock has been started."""
    while not clock.exists():  # noqa: ASYNC110, ASYNC240 - there is no event for a new file
        await asyncio.sleep(IDLE_SECONDS)
    await context.renderer.render_ahead(context.clock)


def _requested_ports(text: str) -> dict[str, int]:
    """Parse `api_football=8001,x=8002`."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    for service, _, port in pairs:
        if service not in SERVICES or not port.isdigit():
            raise ReplayError(f"--ports takes {', '.join(SERVICES)} with a number each, not {service}={port}")
    return {service: int(port) for service, _, port in pairs}


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m local.upstreams", description=__doc__)
    parser.add_argument("--replay", required=True, help="a file, or the name of a replay of the project")
    parser.add_argument("--clock", required=True, type=Path, help="the file of the match clock")
    parser.add_argument("--home", required=True, type=Path, help="folder of the rendered clips")
    parser.add_argument("--ports-file", required=True, type=Path, help="file for the chosen ports, as JSON")
    parser.add_argument("--ports", default="", help="requested ports, as name=number,name=number; others are chosen")
    parser.add_argument("--api-key", default=API_KEY, help="the key that the football API accepts")
    parser.add_argument("--bearer-token", default=BEARER_TOKEN, help="the token that the X API accepts")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
