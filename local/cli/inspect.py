"""For who lives in the terminal: the clips, one of them, an execution's history, a way into the database."""

import argparse
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from pymongo import MongoClient

from footy.core.mongo.database import connect
from footy.goals.adapters.mongo.page.overview import Overview
from footy.goals.model.documents import EventDocument
from footy.goals.page.goals import minute_text
from local.aws.server import ACCOUNT, REGION, client_at, loopback
from local.cli.opening import homes_of
from local.process.errors import LocalError
from local.stack.deploy import TARGET
from local.stack.home import Facts, Home

MACHINES = ("goal", "download", "ingest", "classify")
OPENERS = ("xdg-open", "open")
SHELLS = ("mongosh", "mongo")
SHOWN_LETTERS = 160


def clips(options: argparse.Namespace) -> int:
    """Lists the clips of all goals, with their links and the addresses of their files."""
    home = homes_of(options)[0]
    facts, found = _facts(home), 0
    for title, event in _goals(facts):
        for video in sorted(event["_s3_videos"], key=lambda video: video["rank"]):
            mark = "verified" if video["timestamp_verified"] else "unverified"
            print(f"{title}  #{video['rank']} {video['width']}x{video['height']} {video['duration']:.0f} s {mark}")
            print(f"    {facts.page}/v/{video['share_id']}")
            print(f"    {facts.page}/media/{video['_s3_key']}")
            found += 1
    print(f"{found} clips" if found else "no clip yet")
    return 0


def play(options: argparse.Namespace) -> int:
    """Brings a clip, by its link or the best of a goal by its id, and opens it where there is a display."""
    home = homes_of(options)[0]
    facts = _facts(home)
    share_id = _clip_of(facts, options.clip)
    file = home.root / "clips" / f"{share_id}.mp4"
    file.parent.mkdir(exist_ok=True)
    with loopback().open(f"{facts.page}/api/v1/clips/{share_id}") as answer, file.open("wb") as kept:
        shutil.copyfileobj(answer, kept)
    print(file)
    opener = next((found for name in OPENERS if (found := shutil.which(name))), None)
    if opener and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or opener.endswith("/open")):
        subprocess.run([opener, str(file)], check=False)
    return 0


def history(options: argparse.Namespace) -> int:
    """Tells what the executions of a goal did, state by state."""
    facts = _facts(homes_of(options)[0])
    states, found = client_at(facts.endpoint, "stepfunctions"), 0
    for machine in MACHINES:
        arn = f"arn:aws:states:{REGION}:{ACCOUNT}:stateMachine:footy-{TARGET}-{machine}"
        pages = states.get_paginator("list_executions").paginate(stateMachineArn=arn)
        named = [one for page in pages for one in page["executions"] if options.event in one["name"]]
        for one in sorted(named, key=lambda one: one["startDate"]):
            found += 1
            print(f"{one['name']}  {one['status']}")
            for line in _told(states, one["executionArn"]):
                print(f"    {line}")
    if not found:
        raise LocalError(f"no execution is named after {options.event}")
    return 0


def db(options: argparse.Namespace) -> int:
    """Opens MongoDB's shell on the database, or says what is in it and how to get there."""
    facts = _facts(homes_of(options)[0])
    if shell := next((found for name in SHELLS if (found := shutil.which(name))), None):
        return subprocess.run([shell, address_of(facts.mongodb, facts.database)], check=False).returncode
    with closing(MongoClient[dict[str, Any]](facts.mongodb)) as client:
        database = client[facts.database]
        print(facts.mongodb)
        print(f"database {facts.database}; mongosh is not installed, from Python: pymongo.MongoClient(<address>)")
        for name in sorted(database.list_collection_names()):
            print(f"{name:<22} {database[name].count_documents({})}")
    return 0


def address_of(uri: str, database: str) -> str:
    """Where a shell begins in that database; whom the address named before goes on to say who we are."""
    parts = urlsplit(uri)
    named, query = parts.path.strip("/"), parts.query
    if named and "authsource=" not in query.lower():
        query = "&".join(filter(None, (query, f"authSource={named}")))
    return urlunsplit(parts._replace(path=f"/{database}", query=query))


def _facts(home: Home) -> Facts:
    facts = home.recall()
    if facts is None:
        raise LocalError(f"nothing runs from {home.root}: start it with `make up`")
    return facts


def _goals(facts: Facts) -> Iterator[tuple[str, EventDocument]]:
    """The goals in the order they fell, each with a line for people."""
    database = connect(facts.mongodb, facts.database)
    with closing(database.client):
        fixtures = Overview(database).fixtures()
    for _, fixture in fixtures.values():
        teams = f"{fixture['teams']['home']['name']} - {fixture['teams']['away']['name']}"
        for event in sorted(fixture.get("events", []), key=lambda event: event["_first_seen"]):
            minute = minute_text(event["time"]["elapsed"], event["time"]["extra"])
            yield f"{teams}  {minute} {event['player'].get('name') or '?'}", event


def _clip_of(facts: Facts, named: str) -> str:
    """The link of the clip that is meant; of a goal, that of its best one."""
    for _, event in _goals(facts):
        for video in sorted(event["_s3_videos"], key=lambda video: video["rank"]):
            if named in (event["_event_id"], video["share_id"], *video["previous_share_ids"]):
                return video["share_id"]
    raise LocalError(f"there is no clip {named}, nor a goal of that id with one")


def _told(states: Any, arn: str) -> Iterator[str]:
    """When each state was entered, and what went wrong."""
    for page in states.get_paginator("get_execution_history").paginate(executionArn=arn):
        for event in page["events"]:
            told: dict[str, Any] = next((value for key, value in event.items() if key.endswith("EventDetails")), {})
            moment = f"{event['timestamp']:%H:%M:%S}"
            if event["type"].endswith("StateEntered"):
                yield f"{moment} {told['name']}"
            elif "error" in told:
                yield f"{moment}   {told['error']}: {told.get('cause', '')[:SHOWN_LETTERS]}"


def add_commands(commands: Any, here: argparse.ArgumentParser) -> None:
    """Tells the command line of these."""
    commands.add_parser("clips", parents=[here], help="the clips, their links and files").set_defaults(command=clips)
    opening = commands.add_parser("play", parents=[here], help="bring a clip and open it")
    opening.add_argument("clip", help="its link's id, or a goal's id for its best one")
    opening.set_defaults(command=play)
    reading = commands.add_parser("history", parents=[here], help="what the executions of a goal did")
    reading.add_argument("event", help="id of the goal, or a part of an execution's name")
    reading.set_defaults(command=history)
    commands.add_parser("db", parents=[here], help="a way into the database").set_defaults(command=db)
