"""The CPU vision service as the local stack runs it: in its virtual environment, over its socket."""

import base64
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bench.ocr import outcome
from bench.scoreboards import drawn
from footy.core.http.client import HttpClient
from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.settings import Rules
from local.cli.status import memory_of
from local.process.errors import LocalError
from local.replay.model import Replay
from local.stack.classifier_model import SOURCE, build_lite2
from local.stack.eyes import EyesProcess
from tests.local.test_upstreams_vision import frame_of, the_post
from tests.support.waiting import FAILED_SECONDS

pytestmark = pytest.mark.xdist_group("eyes")

BOARDS = 24
# a crossword is one of the thousand things, and can be drawn
CROSSWORD = """
import sys, numpy as np
from pathlib import Path
from eyes.classifier import SceneClassifier
picture = np.full((390, 390, 3), 255, np.uint8)
cells = np.random.default_rng(7).random((13, 13)) < 0.25
for row, column in zip(*np.nonzero(cells)):
    picture[row * 30 : row * 30 + 30, column * 30 : column * 30 + 30] = 0
picture[::30] = picture[:, ::30] = 0
seen = SceneClassifier(Path(sys.argv[1]), 1).probabilities(picture)
assert abs(seen.sum() - 1) < 1e-4
print(int(seen.argmax()))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EyesProcess]:
    eyes = EyesProcess(tmp_path_factory.mktemp("eyes")).start()
    yield eyes
    eyes.stop()


@pytest.fixture(scope="module")
def vision(server: EyesProcess) -> ChatVision:
    return ChatVision(HttpClient("eyes", seconds=120), Endpoint.of_server(server.url), "eyes", Rules())


@pytest.fixture(scope="module")
def final() -> Replay:
    return Replay.load("world-cup-final-2022")


def said(look: VisionResult) -> tuple[bool, bool, str]:
    return look.soccer, look.screen, look.clock.clock


def test_idle_service_uses_little_memory(server: EyesProcess) -> None:
    assert httpx.get(f"{server.url}/health").json() == {"status": "ok"}
    assert memory_of(server.pid or 0) < 200


@pytest.mark.parametrize(
    ("clip", "variant", "expected"),
    [
        ("messi-23", None, (True, False, "22:37")),
        ("messi-23", "reencoded", (True, False, "22:37")),
        ("messi-23", "filmed", (True, True, "22:37")),
        ("mbappe-118", "small", (True, False, "117:12")),
        ("messi-23-basketball", None, (False, False, "NONE")),
        ("di-maria-36-panel", None, (False, False, "NONE")),
    ],
)
def test_clips_of_the_demo_are_recognised(
    vision: ChatVision, final: Replay, clip: str, variant: str | None, expected: tuple[bool, bool, str]
) -> None:
    post = the_post(final, clip, variant)
    [look] = vision.read_frames([frame_of(post, 3.2 if clip != "mbappe-118" else 3.0)])
    assert said(look) == expected


def test_two_frames_of_a_clip_are_answered_together(vision: ChatVision, final: Replay) -> None:
    post = the_post(final, "messi-23")
    looks = vision.read_frames([frame_of(post, second) for second in (1, 9)])
    assert [look.clock.clock for look in looks] == ["22:35", "22:43"]


@pytest.mark.parametrize(("second", "score"), [(3, "ARG 2-1 FRA"), (11, "ARG 2-2 FRA")])
def test_reads_the_score_before_and_after_a_goal(vision: ChatVision, final: Replay, second: float, score: str) -> None:
    [look] = vision.read_frames([frame_of(the_post(final, "mbappe-81"), second)])
    assert look.score == score


def test_reads_scoreboards_of_many_fonts_and_sizes(vision: ChatVision) -> None:
    boards = list(drawn(BOARDS * 10))[:: 10 - 1][:BOARDS]
    looks = [vision.read_frames([board.jpeg])[0] for board in boards]
    outcomes = [outcome(board, look) for board, look in zip(boards, looks, strict=True)]
    assert sum(board.score == look.score for board, look in zip(boards, looks, strict=True)) >= BOARDS - 2
    assert outcomes.count("exact") >= BOARDS - 2
    assert "wrong" not in outcomes


def test_answer_has_a_confidence(server: EyesProcess, final: Replay) -> None:
    url = "data:image/jpeg;base64," + base64.b64encode(frame_of(the_post(final, "messi-23"), 1)).decode()
    question = {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]}
    answer = httpx.post(f"{server.url}/v1/chat/completions", json=question, timeout=FAILED_SECONDS).json()
    [sure] = answer["confidence"]
    assert 0.5 < sure["SOCCER"] < 1
    assert sure["CLOCK"] > 0.9
    assert sure["grass"] > 0.5


def test_built_network_recognises_a_crossword(server: EyesProcess) -> None:
    python = server.environment / "bin" / "python"
    model = build_lite2(python, server.environment)
    done = subprocess.run(
        [str(python), "-c", CROSSWORD, str(model)],
        env={"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.returncode) == ("918", 0), done.stderr


def test_service_ends_with_its_parent(server: EyesProcess, tmp_path: Path) -> None:
    another = EyesProcess(tmp_path, environment=server.environment).start()
    pid = another.pid
    another.stop()
    assert pid is not None
    assert another.pid is None
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{another.url}/health")


def test_failed_start_names_the_log(server: EyesProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.stack.eyes.SOURCE", tmp_path)
    (tmp_path / "eyes").mkdir()
    for name in ("graph.py", "weights.py"):
        (tmp_path / "eyes" / name).write_bytes((SOURCE / "eyes" / name).read_bytes())
    (tmp_path / "requirements.txt").write_bytes((SOURCE / "requirements.txt").read_bytes())
    with pytest.raises(LocalError, match=r"eyes\.log"):
        EyesProcess(tmp_path, environment=server.environment).start()
