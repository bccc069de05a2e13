import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from local import PROJECT
from local.aws.folder import choose_port
from local.aws.server import Ministack
from local.process.errors import LocalError
from tests.local.cloud import Cloud, is_alive, written
from tests.local.test_tasks import definition, stays
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("embedded-aws")

STAYS = "import os, time\ndef handler(event, context): open(event, 'w').write(str(os.getpid())); time.sleep(600)"
HOLDS = """
import sys, time
from pathlib import Path
from local.aws.server import Ministack
print(Ministack(Path(sys.argv[1])).start().pid, flush=True)
time.sleep(600)
"""
CHANGED = """
import sys
from ministack.services import stepfunctions
stepfunctions._start_execution = lambda data, more: None
sys.argv = ["launcher", sys.argv[1]]
from local.aws.launcher import main
main()
"""


def test_taken_port_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(LocalError, match=f"^port {port} .* choose another port$"):
            Ministack(tmp_path, port).start()


def test_previous_port_is_used_again(tmp_path: Path) -> None:
    with Ministack(tmp_path) as first:
        port = first.port
    with Ministack(tmp_path) as second:
        assert second.port == port


def test_stored_addresses_follow_a_new_port(tmp_path: Path) -> None:
    with Ministack(tmp_path) as first:
        first.client("sqs").create_queue(QueueName="uploads")
        before = first.port
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", before))
        other.listen()
        with Ministack(tmp_path) as second:
            assert second.port != before
            url = second.client("sqs").get_queue_url(QueueName="uploads")["QueueUrl"]
            assert f":{second.port}/" in url
            second.client("sqs").send_message(QueueUrl=url, MessageBody="signal")


def test_unwritable_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LocalError, match=r"^the folder .* cannot be written .*: choose another$"):
        Ministack(tmp_path / "file" / "aws").start()


def test_second_emulator_in_a_folder_is_refused(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.aws.folder.LEAVING_SECONDS", 0.2)
    with pytest.raises(LocalError, match=r"^an embedded AWS already runs from .*: stop it first$"):
        Ministack(cloud.emulator.home, free_port()).start()
    assert cloud.client("s3").list_buckets()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_other_release_of_the_emulator_is_refused(cloud: Cloud, tmp_path: Path) -> None:
    python = cloud.emulator.environment / "bin" / "python"
    refused = subprocess.run(
        [python, "-c", CHANGED, tmp_path],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[-1].startswith("refused: the emulator is not the pinned release")


def test_functions_do_not_inherit_user_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "mine")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "mine")
    monkeypatch.setenv("LAMBDA_STRICT", "1")
    with Ministack(tmp_path, workers=1) as emulator:
        cloud = Cloud(emulator)
        environment, _ = cloud.invoke(cloud.function("import os\ndef handler(event, context): return dict(os.environ)"))
    assert "AWS_PROFILE" not in environment
    assert environment["AWS_SECRET_ACCESS_KEY"] == "test"
    assert environment["AWS_ENDPOINT_URL"] == emulator.url


def test_functions_end_with_a_killed_emulator(tmp_path: Path) -> None:
    function, task = tmp_path / "function", tmp_path / "task"
    with Ministack(tmp_path / "aws", workers=1) as emulator:
        cloud = Cloud(emulator)
        cloud.client("lambda").invoke(
            FunctionName=cloud.function(STAYS), InvocationType="Event", Payload=f'"{function}"'.encode()
        )
        family = definition(cloud, *stays(task))
        cloud.client("ecs").run_task(cluster="clips", taskDefinition=family)
        running = [written(function), written(task)]
        assert all(map(is_alive, running))
        assert emulator.pid
        os.kill(emulator.pid, signal.SIGKILL)
        eventually(lambda: not any(map(is_alive, running)))


def test_emulator_ends_with_its_parent(tmp_path: Path) -> None:
    holder: subprocess.Popen[str]
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, tmp_path], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout
        emulator = int(holder.stdout.readline())
        assert is_alive(emulator)
        holder.kill()
    eventually(lambda: not is_alive(emulator))


def test_temporary_files_are_removed_at_the_end(tmp_path: Path) -> None:
    with Ministack(tmp_path, workers=1) as emulator:
        cloud = Cloud(emulator)
        cloud.invoke(cloud.function("def handler(event, context): return 1"))
        assert any((tmp_path / "tmp").iterdir())
    assert not (tmp_path / "tmp").exists()


def test_waits_are_scaled(cloud: Cloud) -> None:
    wait: dict[str, Any] = {"Wait": {"Type": "Wait", "Seconds": 300, "End": True}}
    cloud.emulator.scale_waits(0.001)
    try:
        assert cloud.run(wait)["status"] == "SUCCEEDED"
    finally:
        cloud.emulator.scale_waits(1)


@pytest.mark.parametrize("damage", ["", "not a number", "-1"])
def test_damaged_port_note_is_ignored(tmp_path: Path, damage: str) -> None:
    (tmp_path / "port").write_text(damage)
    assert choose_port(tmp_path, None) > 0
