"""Upload of an image model with its card, checked by digest.

python -m operations.model --target prod --card models/resnet-50.json [--from FILE]
"""

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from boto3.exceptions import S3UploadFailedError

from footy.core.errors import FootyError, ModelUnusable
from footy.images.adapters.models import Models, read_card
from footy.images.rules.model_card import ModelCard
from operations.account import OperationRefused, TargetAccount, run, say, target_parser

CHUNK = 4 * 1024 * 1024
# fits into /tmp of the function that classifies
MAX_BYTES = 500 * 1024 * 1024
SECONDS = 60.0


def card_with_labels(card: Path, **other: Any) -> bytes:
    """Return the card with its labels included, which may be in a separate file."""
    try:
        content: dict[str, Any] = {**json.loads(card.read_text(encoding="utf-8")), **other}
    except (ValueError, TypeError) as error:
        raise ModelUnusable(f"{card.name} is not a JSON object: {error}") from error
    if isinstance(content.get("labels"), str):
        content["labels"] = card.with_name(content["labels"]).read_text(encoding="utf-8").splitlines()
    return json.dumps(content, ensure_ascii=False).encode()


def fetch(card: ModelCard, folder: Path) -> Path:
    """Download the file from its source in chunks, up to the size limit."""
    file, size = folder / card.file, 0
    with file.open("wb") as copy, httpx.stream("GET", card.source, follow_redirects=True, timeout=SECONDS) as answer:
        answer.raise_for_status()
        for chunk in answer.iter_bytes(CHUNK):
            size += len(chunk)
            if size > MAX_BYTES:
                limit = f"{MAX_BYTES >> 20} MB"
                raise ModelUnusable(
                    f"{card.source} is larger than {limit}, the limit of the function. Use a smaller model."
                )
            copy.write(chunk)
    return file


def upload(account: TargetAccount, card: Path, file: Path | None) -> int:
    """Upload the file and the card; on any mismatch the bucket stays unchanged."""
    bucket = account.output("ModelsBucket")
    try:
        content = card_with_labels(card)
        with TemporaryDirectory() as folder:
            source = file or fetch(read_card(content), Path(folder))
            model = Models(account.client("s3"), bucket).put(content, source)
    except (FootyError, OSError, httpx.HTTPError, httpx.InvalidURL, S3UploadFailedError) as error:
        raise OperationRefused(" ".join(str(error).split())) from error
    say(f"{model.name}: {model.file} is in {bucket}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("python -m operations.model", "Upload an image model.")
    parser.add_argument("--card", type=Path, required=True, help="model card, for example models/resnet-50.json")
    parser.add_argument("--from", type=Path, dest="file", help="ONNX file that was downloaded before")
    options = parser.parse_args(arguments)
    return upload(TargetAccount.of(options.target), options.card, options.file)


if __name__ == "__main__":
    run(main)
