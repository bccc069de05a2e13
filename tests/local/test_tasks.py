import json
from pathlib import Path
from typing import Any

import pytest

from tests.local.cloud import Cloud, is_alive, unique, written
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("embedded-aws")

TELLS = "import json, os, sys; print(json.dumps(dict(os.environ))); sys.exit(int(os.environ.get('CODE', '0')))"
TOGETHER = 4
TELL = ("python3", "-c", TELLS)


def definition(cloud: Cloud, *command: str) -> str:
    """A task of one container with that command, with its own log group."""
    family = unique("clips")
    cloud.client("logs").create_log_group(logGroupName=f"/ecs/{family}")
    options = {"awslogs-group": f"/ecs/{family}", "awslogs-region": "eu-west-1", "awslogs-stream-prefix": "clips"}
    container = {
        "name": "clips",
        "image": "not/used",
        "command": list(command),
        "environment": [{"name": "DEFINED", "value": "in the definition"}],
        "logConfiguration": {"logDriver": "awslogs", "options": options},
    }
    cloud.client("ecs").register_task_definition(family=family, containerDefinitions=[container])
    return family


def stays(mark: Path) -> tuple[str, ...]:
    """A command that writes its process id and goes on."""
    return ("sh", "-c", 'echo $$ > "$0"; exec sleep 600', str(mark))


def run_task(family: str, seconds: int = 300, **environment: str) -> dict[str, Any]:
    """A state that runs the task and waits for it."""
    variables = [{"Name": name, "Value": value} for name, value in environment.items()]
    override: dict[str, Any] = {"Name": "clips", "Environment": variables}
    network = {"Subnets": ["subnet-1"], "SecurityGroups": [], "AssignPublicIp": "DISABLED"}
    arguments = {
        "Cluster": "clips",
        "TaskDefinition": family,
        "LaunchType": "FARGATE",
        "NetworkConfiguration": {"AwsvpcConfiguration": network},
        "Overrides": {"ContainerOverrides": [override]},
    }
    resource = "arn:aws:states:::ecs:runTask.sync"
    return {"Type": "Task", "Resource": resource, "Arguments": arguments, "TimeoutSeconds": seconds, "End": True}


def test_task_gets_its_environment_and_is_logged(cloud: Cloud) -> None:
    family = definition(cloud, *TELL)
    outcome = cloud.run({"Run": run_task(family, DOWNLOAD_ID="download1")})
    assert outcome["status"] == "SUCCEEDED"
    logs = cloud.client("logs")
    stream = logs.describe_log_streams(logGroupName=f"/ecs/{family}")["logStreams"][0]["logStreamName"]
    events = logs.get_log_events(logGroupName=f"/ecs/{family}", logStreamName=stream)["events"]
    environment = json.loads(events[0]["message"])
    assert environment["DOWNLOAD_ID"] == "download1"
    assert environment["DEFINED"] == "in the definition"
    assert environment["SHARED"] == "by all tasks"
    assert environment["AWS_ENDPOINT_URL"] == cloud.emulator.url
    assert stream.startswith("clips/clips/")


def test_successful_task_has_fields_of_step_functions(cloud: Cloud) -> None:
    outcome = cloud.run({"Run": run_task(definition(cloud, *TELL))})["output"]
    assert (outcome["LastStatus"], outcome["StopCode"]) == ("STOPPED", "EssentialContainerExited")
    assert outcome["Containers"][0]["ExitCode"] == 0


def test_failed_task_fails_its_state(cloud: Cloud) -> None:
    outcome = cloud.run({"Run": run_task(definition(cloud, *TELL), CODE="3")})
    assert outcome["error"] == "States.TaskFailed"
    assert json.loads(outcome["cause"])["Containers"][0]["ExitCode"] == 3


def test_unknown_command_fails_its_state(cloud: Cloud) -> None:
    state = run_task(definition(cloud, *TELL))
    state["Arguments"]["Overrides"]["ContainerOverrides"][0]["Command"] = ["no-such-program"]
    assert cloud.run({"Run": state})["error"] == "States.TaskFailed"


def test_scaled_waits_do_not_cut_a_task_short(cloud: Cloud) -> None:
    cloud.emulator.scale_waits(0.0001)
    try:
        outcome = cloud.run({"Run": run_task(definition(cloud, "sleep", "1"))})
    finally:
        cloud.emulator.scale_waits(1)
    assert outcome["status"] == "SUCCEEDED"


def test_timed_out_state_stops_its_task(cloud: Cloud, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    outcome = cloud.run({"Run": run_task(definition(cloud, *stays(mark)), seconds=5)})
    assert outcome["error"] == "States.Timeout"
    eventually(lambda: not is_alive(int(mark.read_text())))


def test_stopped_task_ends(cloud: Cloud, tmp_path: Path) -> None:
    mark, ecs = tmp_path / "pid", cloud.client("ecs")
    family = definition(cloud, *stays(mark))
    task = ecs.run_task(cluster="clips", taskDefinition=family)["tasks"][0]["taskArn"]
    process = written(mark)
    assert ecs.describe_tasks(cluster="clips", tasks=[task])["tasks"][0]["lastStatus"] == "RUNNING"
    ecs.stop_task(cluster="clips", task=task)
    eventually(lambda: not is_alive(process))


def test_tasks_run_in_parallel(cloud: Cloud, tmp_path: Path) -> None:
    """Each waits for all the others, so that one after the other they would never end."""
    together = f'touch "$0/$$"; while [ $(ls "$0" | wc -l) -lt {TOGETHER} ]; do sleep 0.05; done'
    state = run_task(definition(cloud, "sh", "-c", together, str(tmp_path)))
    executions = [cloud.start(cloud.machine({"Run": state})) for _ in range(TOGETHER)]
    assert {cloud.outcome(execution)["status"] for execution in executions} == {"SUCCEEDED"}
