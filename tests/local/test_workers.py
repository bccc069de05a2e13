import os
import subprocess
from pathlib import Path

import pytest

from local import PROJECT
from tests.local.cloud import Cloud, archive

pytestmark = pytest.mark.xdist_group("embedded-aws")

ANSWERS = "import os\ndef handler(event, context): return os.getpid()"
IMPORTS = "import shared\ndef handler(event, context): return shared.__cached__, shared.__file__"

REAP = """
import subprocess, time
from ministack.core import lambda_runtime
from local.aws.patches import workers

workers.end_idle_workers()
config = {"FunctionArn": "arn:aws:lambda:eu-west-1:000000000000:function:f"}
worker, _ = lambda_runtime.acquire_worker("f", config, b"")
process = worker._proc = subprocess.Popen(["sleep", "60"])
worker.last_used = time.time() - 100
print(lambda_runtime.reap_idle_workers(60), process.poll() is None)
lambda_runtime.release_worker(worker)
print(lambda_runtime.reap_idle_workers(120), process.poll() is None)
print(lambda_runtime.reap_idle_workers(60), process.poll() is None, lambda_runtime._workers)
"""


def count_workers(cloud: Cloud) -> int:
    """The processes of functions below the emulator."""
    listing = subprocess.run(["ps", "-A", "-ww", "-o", "ppid=,args="], capture_output=True, text=True, check=True)
    pairs = [line.split(maxsplit=1) for line in listing.stdout.splitlines()]
    return sum(parent == str(cloud.emulator.pid) and "_worker.py" in command for parent, command in pairs)


def test_worker_limit_is_kept(cloud: Cloud) -> None:
    functions = [cloud.function(ANSWERS) for _ in range(cloud.emulator.workers + 2)]
    processes = {cloud.invoke(function)[0] for function in functions}
    assert len(processes) == len(functions)
    assert count_workers(cloud) <= cloud.emulator.workers


def test_excess_calls_wait_for_a_worker(cloud: Cloud) -> None:
    function = cloud.function("import time\ndef handler(event, context): time.sleep(0.3)")
    call = {"FunctionName": function, "Payload": {}}
    task = {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": call, "End": True}
    calls = {"StartAt": "Call", "States": {"Call": task}}
    many = {"Type": "Map", "Items": list(range(15)), "ItemProcessor": calls, "End": True}
    assert cloud.run({"Many": many})["status"] == "SUCCEEDED"
    assert count_workers(cloud) <= cloud.emulator.workers


def test_one_function_uses_few_processes(cloud: Cloud) -> None:
    function = cloud.function("import os, time\ndef handler(event, context): time.sleep(0.1); return os.getpid()")
    call = {"FunctionName": function, "Payload": {}}
    task = {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": call, "End": True}
    task["Output"] = "{% $states.result.Payload %}"
    calls = {"StartAt": "Call", "States": {"Call": task}}
    many = {"Type": "Map", "Items": list(range(12)), "ItemProcessor": calls, "End": True}
    processes = cloud.run({"Many": many})["output"]
    assert len(processes) == 12
    assert len(set(processes)) <= max(2, os.cpu_count() or 1)


def test_layer_is_unpacked_once(cloud: Cloud) -> None:
    layer = cloud.client("lambda").publish_layer_version(
        LayerName="shared", Content={"ZipFile": archive({"python/shared/__init__.py": "x = 1", "python/y/z.py": ""})}
    )["LayerVersionArn"]
    compiled = {
        Path(cloud.invoke(cloud.function(IMPORTS, Layers=[layer]))[0][0]).resolve(strict=True) for _ in range(2)
    }
    assert len(compiled) == 1


def test_last_idle_worker_ends_too(cloud: Cloud) -> None:
    python = cloud.emulator.environment / "bin" / "python"
    told = subprocess.run([python, "-c", REAP], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["0 True", "0 True", "1 False {}"]
