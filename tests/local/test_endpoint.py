"""The AWS at FOOTY_ENDPOINT: used and left alone, and refused at the door when a stack could not live there."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from local.aws.choice import aws_for
from local.aws.cleanup import remove_previous_stacks
from local.aws.endpoint import OtherEndpoint
from local.aws.server import Ministack
from local.cli.main import _parser, main
from local.cli.match import Match
from local.cli.opening import DEFAULT_SPEED, _check_elsewhere, _default_speed
from local.process.errors import LocalError
from local.replay.model import Replay
from local.stack.deploy import Deployment, required_addresses
from local.stack.home import Home
from tests.local.cloud import ROLE, Cloud, arn, unique
from tests.local.foreign import foreign

pytestmark = pytest.mark.xdist_group("embedded-aws")

DATA = "footy-local-data"
VERSIONED = {"VersioningConfiguration": {"Status": "Enabled"}}
DEMO = ("demo", "--replay", "var")
VAR = Replay.load("var")


@pytest.fixture
def named(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> str:
    """Address of an AWS that was started elsewhere."""
    url = cloud.emulator.url
    monkeypatch.setenv("FOOTY_ENDPOINT", f"{url}/")
    return url


@pytest.fixture
def elsewhere(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """One that is not of our kind: its waits last cannot be scaled."""
    with foreign(cloud.emulator.url) as url:
        monkeypatch.setenv("FOOTY_ENDPOINT", url)
        yield url


def refusal(capsys: pytest.CaptureFixture[str], home: Path, *arguments: str) -> str:
    """The one line of a match that is not begun, by which nothing is touched."""
    assert main([*DEMO, "--home", str(home), *arguments]) == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert [path.name for path in home.iterdir()] == ["lock"]
    return text


def test_named_aws_is_neither_started_nor_stopped(cloud: Cloud, named: str, tmp_path: Path) -> None:
    queue = unique("queue")
    with aws_for(tmp_path / "aws") as aws:
        assert (aws.url, aws.pid, aws.exit_reason) == (named, None, None)
        aws.client("sqs").create_queue(QueueName=queue)
    assert not (tmp_path / "aws").exists()
    assert queue in cloud.client("sqs").get_queue_url(QueueName=queue)["QueueUrl"]


def test_embedded_aws_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOOTY_ENDPOINT", raising=False)
    assert isinstance(aws_for(tmp_path), Ministack)


def test_waits_are_scaled_where_possible(cloud: Cloud, elsewhere: str) -> None:
    ours, theirs = OtherEndpoint(cloud.emulator.url), OtherEndpoint(elsewhere)
    assert (ours.scales, theirs.scales) == (True, False)
    ours.scale_waits(1.0)
    theirs.scale_waits(1.0)
    with pytest.raises(NotImplementedError, match="cannot be scaled"):
        theirs.scale_waits(0.5)


@pytest.mark.parametrize(
    ("match", "arguments", "text"),
    [
        (Match(VAR, None, 60.0), ("--speed", "60"), "cannot be scaled: leave --speed out"),
        (Match(VAR, None, 1.0), ("--port", "4566"), "--port is for the embedded AWS"),
        (Match(None, None, 1.0), (), "is for replays: unset it, or the keys"),
    ],
    ids=["fast", "port", "real"],
)
def test_impossible_options_are_refused(elsewhere: str, match: Match, arguments: tuple[str, ...], text: str) -> None:
    with pytest.raises(LocalError, match=text):
        _check_elsewhere(OtherEndpoint(elsewhere), _parser().parse_args([*DEMO, *arguments]), match)


def test_default_speed_follows_the_waits_of_the_aws(cloud: Cloud, elsewhere: str) -> None:
    speeds = [_default_speed(_parser().parse_args(DEMO), OtherEndpoint(url)) for url in (cloud.emulator.url, elsewhere)]
    assert speeds == [DEFAULT_SPEED, 1.0]


def test_missing_services_are_named(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with foreign(cloud.emulator.url, lacking=("ecs", "apigateway")) as url:
        monkeypatch.setenv("FOOTY_ENDPOINT", url)
        line = refusal(capsys, tmp_path)
    assert f"the AWS at {url} has no ecs, apigatewayv2, which the stack needs" in line
    assert "license plan" in line


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("http://127.0.0.1:9", "no AWS answers at FOOTY_ENDPOINT http://127.0.0.1:9"),
        ("aws", "is not an address like"),
        ("http://host:port", "is not an address like"),
        ("https://lambda.eu-west-1.amazonaws.com", "`make deploy ENV=dev` puts the system there"),
    ],
)
def test_unusable_address_is_one_line(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FOOTY_ENDPOINT", name)
    assert text in refusal(capsys, tmp_path)


def test_unreachable_machine_stops_the_deployment(named: str, tmp_path: Path) -> None:
    home = Home(tmp_path / "stack")
    home.prepare()
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        there, nowhere = (f"http://127.0.0.1:{one.getsockname()[1]}" for one in (server, busy))
        settings = {
            "clock_file": str(home.clock),
            "x_api_url": f"{there}/2",
            "wikidata_sparql_url": f"{nowhere}/sparql",
        }
        with pytest.raises(LocalError, match="have to run on this machine") as refused:
            Deployment(home, OtherEndpoint(named), {"settings": settings}).run()
    line = str(refused.value)
    assert f"{home.clock} (No such file or directory)" in line
    assert f"{nowhere[7:]} (Connection refused)" in line
    assert there[7:] not in line


def test_functions_need_servers_clock_and_database() -> None:
    settings = {"clock_file": "/home/clock.json", "x_api_url": "http://127.0.0.1:81/2", "contact": "me@example.org"}
    settings |= {"x_web_url": "http://127.0.0.1:81", "wikidata_search_url": "https://www.wikidata.org/w/api.php"}
    uri = "mongodb://%2Fsockets%2Fmongodb.sock/?directConnection=true"
    overlay = {"settings": settings, "secrets": {"mongodb": {"uri": uri}}}
    assert required_addresses(overlay) == ["127.0.0.1:81", "/home/clock.json", "/sockets/mongodb.sock"]
    assert required_addresses({"secrets": {"mongodb": {"uri": "mongodb://one:27017,two/"}}}) == [
        "one:27017",
        "two:27017",
    ]


def test_cleanup_removes_only_own_stacks(cloud: Cloud, named: str) -> None:
    formation, s3 = cloud.client("cloudformation"), cloud.client("s3")
    bucket, others = unique("left"), "footy-local-eu-data"
    for stack, name in ((DATA, bucket), (others, unique("other"))):
        formation.create_stack(StackName=stack, TemplateBody=template("AWS::S3::Bucket", BucketName=name, **VERSIONED))
    for content in (b"first", b"second"):
        s3.put_object(Bucket=bucket, Key="clip.mp4", Body=content)
    remove_previous_stacks(OtherEndpoint(named).client)
    remaining = [stack["StackName"] for stack in formation.describe_stacks()["Stacks"]]
    assert (DATA in remaining, others in remaining) == (False, True)
    assert bucket not in {one["Name"] for one in s3.list_buckets()["Buckets"]}
    formation.delete_stack(StackName=others)


def test_execution_names_are_free_after_cleanup(cloud: Cloud, named: str) -> None:
    formation, name = cloud.client("cloudformation"), unique("goal")
    definition = json.dumps({"StartAt": "End", "States": {"End": {"Type": "Succeed"}}})
    body = template(
        "AWS::StepFunctions::StateMachine", StateMachineName=name, RoleArn=ROLE, DefinitionString=definition
    )
    for given in ("the last", "the next"):
        formation.create_stack(StackName="footy-local-goals", TemplateBody=body)
        started = cloud.start(arn("states", f"stateMachine:{name}"), given, name="goal-1")
        assert cloud.outcome(started)["output"] == given
        remove_previous_stacks(OtherEndpoint(named).client)


def template(kind: str, **properties: object) -> str:
    return json.dumps({"Resources": {"Left": {"Type": kind, "Properties": properties}}})
