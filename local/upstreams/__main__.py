"""Starts all simulated services of a replay: `python -m local.upstreams --replay NAME --clock FILE ...`."""

import argparse
import asyncio
import sys
from pathlib import Path

from starlette.types import ASGIApp

from footy.core.clock import MatchClock
from local.footage.renderer import IDLE_SECONDS, Studio
from local.replay.model import Replay
from local.replay.tables import ReplayError
from local.upstreams import media, syndication, wikidata
from local.upstreams.api_football import ApiFootball
from local.upstreams.serving import HOST, bind, publish, serve
from local.upstreams.vision import Vision
from local.upstreams.world import API_KEY, BEARER_TOKEN, World
from local.upstreams.x_api import XApi
from local.upstreams.x_web import XWeb

SERVICES = ("api_football", "x", "x_web", "media", "syndication", "wikidata", "vision")


def main(arguments: list[str]) -> int:
    """The exit code."""
    options = _options(arguments)
    try:
        replay = Replay.load(options.replay)
        ports = _wished(options.ports)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    asyncio.run(_run(options, replay, ports))
    return 0


async def _run(options: argparse.Namespace, replay: Replay, wished: dict[str, int]) -> None:
    sockets = {service: bind(wished.get(service, 0)) for service in SERVICES}
    ports = {service: int(listener.getsockname()[1]) for service, listener in sockets.items()}
    world = World(
        replay=replay,
        clock=MatchClock(options.clock),
        studio=Studio(replay, str(options.replay), options.home / "clips"),
        media_origin=f"http://{HOST}:{ports['media']}",
        api_key=options.api_key,
        bearer_token=options.bearer_token,
    )
    apps = _apps(world)
    publish(ports, options.ports_file)
    ahead = asyncio.create_task(_work_ahead(world, options.clock))
    await serve({ports[service]: app for service, app in apps.items()}, list(sockets.values()))
    ahead.cancel()
    await world.studio.close()


def _apps(world: World) -> dict[str, ASGIApp]:
    return {
        "api_football": ApiFootball(world).app(),
        "x": XApi(world).app(),
        "x_web": XWeb(world).app(),
        "media": media.app(world),
        "syndication": syndication.app(world),
        "wikidata": wikidata.app(world),
        "vision": Vision(world.replay.clips(), world.clock).app(),
    }


async def _work_ahead(world: World, clock: Path) -> None:
    """Draws clips before they are asked for, once somebody has set the clock going."""
    while not clock.exists():  # noqa: ASYNC110, ASYNC240 - it begins by being there
        await asyncio.sleep(IDLE_SECONDS)
    await world.studio.work_ahead(world.clock)


def _wished(text: str) -> dict[str, int]:
    """`api_football=8001,x=8002` as a table."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    for service, _, port in pairs:
        if service not in SERVICES or not port.isdigit():
            raise ReplayError(f"--ports knows {', '.join(SERVICES)} with a number each, not {service}={port}")
    return {service: int(port) for service, _, port in pairs}


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m local.upstreams", description=__doc__)
    parser.add_argument("--replay", required=True, help="a file, or the name of a replay that comes with the project")
    parser.add_argument("--clock", required=True, type=Path, help="the file of the match clock")
    parser.add_argument("--home", required=True, type=Path, help="where rendered clips are kept")
    parser.add_argument("--ports-file", required=True, type=Path, help="where the chosen ports are written, as JSON")
    parser.add_argument("--ports", default="", help="wished ports, as name=number,name=number; others are chosen")
    parser.add_argument("--api-key", default=API_KEY, help="the key that the football API accepts")
    parser.add_argument("--bearer-token", default=BEARER_TOKEN, help="the token that the X API accepts")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
