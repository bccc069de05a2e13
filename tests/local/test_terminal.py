"""What is left to who lives in the terminal: clips, one of them, a goal's history, a way into the database."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pymongo.database import Database
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from footy.goals.model.documents import FixtureDocument
from local.aws.server import REGION
from local.cli.inspect import MACHINES, SHOWN_LETTERS, address_of
from local.cli.main import main
from local.stack.home import Facts, Home
from tests.integration.command import ROOT, environment, local
from tests.local.cloud import ROLE, Cloud
from tests.local.served import served
from tests.unit.goals.page.matchday import LINK, OLD_LINK, OTHER_LINK, clip, goal, match

GOAL = "979139_26_154_Goal_1"
CAUSE = "the key was refused, " * 20


@contextmanager
def page_of_clips() -> Iterator[str]:
    """A front that leads from a link to its file, as the real one does."""

    async def clip_of(request: Request) -> Response:
        return RedirectResponse(f"/media/{request.path_params['share_id']}", 302)

    async def file_of(request: Request) -> Response:
        return PlainTextResponse(f"the clip {request.path_params['share_id']}")

    routes = [Route("/api/v1/clips/{share_id}", clip_of), Route("/media/{share_id}", file_of)]
    with served(Starlette(routes=routes)) as page:
        yield page


@pytest.fixture(scope="session")
def searched(cloud: Cloud) -> Cloud:
    """The four machines of a stack; a search that failed on a key, and its download."""
    states = cloud.client("stepfunctions")
    failing = {
        "Open search": {"Type": "Pass", "Next": "Search clips"},
        "Search clips": {"Type": "Fail", "Error": "AccessDenied", "Cause": CAUSE},
    }
    definition = {"QueryLanguage": "JSONata", "StartAt": "Open search", "States": failing}
    for name in MACHINES:
        arn = states.create_state_machine(
            name=f"footy-local-{name}", definition=json.dumps(definition), roleArn=ROLE, type="STANDARD"
        )["stateMachineArn"]
        if name in {"goal", "download"}:
            execution = cloud.start(arn, name=f"{name.replace('download', 'download1')}-{GOAL}")
            assert cloud.outcome(execution)["status"] == "FAILED"
    return cloud


@pytest.fixture
def home(tmp_path: Path, database: Database[FixtureDocument], mongo_uri: str, searched: Cloud) -> Iterator[Home]:
    """A stack that runs, as far as these commands ask."""
    ours = Home(tmp_path / "stack")
    with ours.possess(), page_of_clips() as page:
        ours.remember(
            Facts(
                stack=os.getpid(),
                endpoint=searched.emulator.url,
                region=REGION,
                page=page,
                mongodb=mongo_uri,
                database=database.name,
                pids={},
            )
        )
        yield ours


@pytest.fixture
def scored(database: Database[FixtureDocument]) -> None:
    """A goal with two clips, one of which took the place of an older one."""
    clips = [clip(rank=2, timestamp_verified=False), clip(OTHER_LINK, previous_share_ids=[OLD_LINK])]
    database["fixtures_active"].insert_one(match(goal(_s3_videos=clips), goal(2, scorer=None)))


def said(capsys: pytest.CaptureFixture[str], home: Home, *command: str) -> list[str]:
    assert main([*command, "--home", str(home.root)]) == 0
    return capsys.readouterr().out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], home: Home, *command: str) -> str:
    assert main([*command, "--home", str(home.root)]) == 2
    return capsys.readouterr().err


@pytest.mark.usefixtures("scored")
def test_clips_are_listed_best_first_with_their_links_and_files(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, home, "clips")
    assert ["#1" in lines[0], "#2" in lines[3], lines[-1]] == [True, True, "2 clips"]
    assert lines[0].startswith("Argentina - France  23' L. Messi")
    assert [lines[0].split()[-1], lines[3].split()[-1]] == ["verified", "unverified"]
    assert lines[1].endswith(f"/v/{OTHER_LINK}")
    assert lines[2].endswith(f"/media/979139/{GOAL}/{OTHER_LINK[-12:]}.mp4")


def test_before_the_first_clip_that_is_said(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, home, "clips") == ["no clip yet"]


@pytest.mark.usefixtures("scored")
@pytest.mark.parametrize(
    ("named", "played"), [(GOAL, OTHER_LINK), (LINK, LINK), (OTHER_LINK, OTHER_LINK), (OLD_LINK, OTHER_LINK)]
)
def test_a_clip_is_brought_by_its_link_or_as_the_best_of_its_goal(
    home: Home, capsys: pytest.CaptureFixture[str], named: str, played: str
) -> None:
    [file] = said(capsys, home, "play", named)
    assert Path(file) == home.root / "clips" / f"{played}.mp4"
    assert Path(file).read_text() == f"the clip {played}"


@pytest.mark.usefixtures("scored")
def test_a_clip_is_brought_past_a_proxy_of_the_environment(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert main(["play", LINK, "--home", str(home.root)]) == 0


@pytest.mark.usefixtures("scored")
def test_a_clip_that_nobody_knows_is_told_so(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no clip 979139_26_154_Goal_2" in refused(capsys, home, "play", "979139_26_154_Goal_2")


def program(folder: Path, name: str, code: int = 0) -> Path:
    """A program of that name, which writes down what it was given."""
    told = folder / f"{name}.told"
    (folder / name).write_text(f'#!/bin/sh\necho "$@" > {told}\nexit {code}\n')
    (folder / name).chmod(0o755)
    return told


@pytest.mark.usefixtures("scored")
def test_it_is_opened_where_somebody_can_see_it(home: Home, tmp_path: Path) -> None:
    told = program(tmp_path, "xdg-open")
    done = local("play", GOAL, "--home", str(home.root), given={"PATH": str(tmp_path), "DISPLAY": ":0"})
    assert done.returncode == 0, done.stderr
    assert told.read_text() == done.stdout


def test_the_history_of_a_goal_is_told_state_by_state(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, home, "history", GOAL)
    names = [line for line in lines if not line.startswith(" ")]
    assert names == [f"goal-{GOAL}  FAILED", f"download1-{GOAL}  FAILED"]
    told = [line.split(maxsplit=1)[1] for line in lines[1:4]]
    assert told == ["Open search", "Search clips", f"AccessDenied: {CAUSE[:SHOWN_LETTERS]}".strip()]


def test_a_goal_without_executions_is_told_so(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no execution is named after 7_1_1_Goal_1" in refused(capsys, home, "history", "7_1_1_Goal_1")


@pytest.mark.usefixtures("scored")
def test_without_a_shell_the_way_into_the_database_is_told(home: Home, tmp_path: Path) -> None:
    done = local("db", "--home", str(home.root), given={"PATH": str(tmp_path)})
    lines = done.stdout.splitlines()
    assert lines[0] == json.loads(home.running.read_text())["mongodb"]
    assert "mongosh is not installed" in lines[1]
    assert [line.split() for line in lines[2:]] == [["fixtures_active", "1"]]


def test_a_shell_begins_in_the_database_and_its_end_is_ours(home: Home, tmp_path: Path) -> None:
    told = program(tmp_path, "mongosh", code=7)
    assert local("db", "--home", str(home.root), given={"PATH": str(tmp_path)}).returncode == 7
    facts = json.loads(home.running.read_text())
    assert told.read_text().strip() == address_of(facts["mongodb"], facts["database"])


@pytest.mark.parametrize(
    ("uri", "address"),
    [
        ("mongodb://127.0.0.1:1", "mongodb://127.0.0.1:1/footy"),
        ("mongodb://127.0.0.1:1/?w=1&journal=true", "mongodb://127.0.0.1:1/footy?w=1&journal=true"),
        ("mongodb+srv://u:p%40@a,b/admin", "mongodb+srv://u:p%40@a,b/footy?authSource=admin"),
        ("mongodb://u:p@a/x?authSource=admin", "mongodb://u:p@a/footy?authSource=admin"),
    ],
)
def test_an_address_leads_to_one_database_and_still_says_who_we_are(uri: str, address: str) -> None:
    assert address_of(uri, "footy") == address


@pytest.mark.parametrize("command", [["clips"], ["play", GOAL], ["history", GOAL], ["db"]])
def test_nothing_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    assert "start it with `make up`" in refused(capsys, Home(tmp_path), *command)


@pytest.mark.usefixtures("scored")
def test_whoever_has_read_enough_is_no_failure(home: Home, tmp_path: Path) -> None:
    """As with `| head`: the pipe is closed before the first line; one place sees to it for all commands."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "local", "history", GOAL, "--home", str(home.root)],
            cwd=ROOT,
            env=environment(PATH=str(tmp_path)),
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
