"""Start of the GPU vision container."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def start() -> ModuleType:
    spec = spec_from_file_location("start", ROOT / "containers" / "vision" / "start.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Bucket:
    """Gives every key its own name as content, and remembers what was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def download(self, bucket: str, key: str, target: str) -> None:
        self.asked.append(f"{bucket}/{key}")
        Path(target).write_text(key)


def from_s3(folder: Path) -> dict[str, str]:
    return {"MODEL": "s3://models/a/qwen.gguf", "MMPROJ": "s3://models/mmproj.gguf", "MODELS": str(folder)}


def test_fetches_both_files_and_names_them_to_the_server(start: ModuleType, tmp_path: Path) -> None:
    bucket = Bucket()
    asked = start.command(from_s3(tmp_path / "models"), bucket.download)
    assert bucket.asked == ["models/a/qwen.gguf", "models/mmproj.gguf"]
    assert Path(asked[asked.index("--model") + 1]).read_text() == "a/qwen.gguf"
    assert Path(asked[asked.index("--mmproj") + 1]).read_text() == "mmproj.gguf"


def test_fetches_only_once(start: ModuleType, tmp_path: Path) -> None:
    start.command(from_s3(tmp_path), Bucket().download)
    again = Bucket()
    start.command(from_s3(tmp_path), again.download)
    assert again.asked == []


def test_half_a_download_is_fetched_again(start: ModuleType, tmp_path: Path) -> None:
    def breaks(_bucket: str, _key: str, target: str) -> None:
        Path(target).write_text("half")
        raise ConnectionError

    with pytest.raises(ConnectionError):
        start.command(from_s3(tmp_path), breaks)
    bucket = Bucket()
    start.command(from_s3(tmp_path), bucket.download)
    assert len(bucket.asked) == 2


def test_each_question_has_room_for_two_frames(start: ModuleType, tmp_path: Path) -> None:
    asked = start.command({**from_s3(tmp_path), "AT_ONCE": "3"}, Bucket().download)
    assert asked[asked.index("--parallel") + 1] == "3"
    assert int(asked[asked.index("--ctx-size") + 1]) >= 3 * 4096


@pytest.mark.parametrize("model", ["", "/no/such/file.gguf", "s3://bucket", "s3:///key"])
def test_without_a_model_it_says_so(start: ModuleType, tmp_path: Path, model: str) -> None:
    with pytest.raises(start.NoModel, match="MODEL"):
        start.command({**from_s3(tmp_path), "MODEL": model}, Bucket().download)
