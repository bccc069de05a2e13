"""Brings a model into the bucket of models, checked against its card: from where the card says it is, or a file.

python -m operations.model --target prod --card models/resnet-50.json [--from FILE]
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx
from boto3.exceptions import S3UploadFailedError

from footy.core.errors import FootyError, ModelUnusable
from footy.images.adapters.models import Models, read_card
from footy.images.rules.model_card import ModelCard
from operations.account import OperationRefused, TargetAccount, run, say

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

PIECE = 4 * 1024 * 1024
# what the function that classifies has room for in its /tmp
MOST_BYTES = 500 * 1024 * 1024
SECONDS = 60.0


def written_out(card: Path, **other: Any) -> bytes:
    """The card with its labels in it, which may stand in a file beside it."""
    try:
        told: dict[str, Any] = {**json.loads(card.read_text(encoding="utf-8")), **other}
    except (ValueError, TypeError) as damage:
        raise ModelUnusable(f"{card.name} is no JSON object: {damage}") from damage
    if isinstance(told.get("labels"), str):
        told["labels"] = card.with_name(told["labels"]).read_text(encoding="utf-8").splitlines()
    return json.dumps(told, ensure_ascii=False).encode()


def bring(s3: "S3Client", bucket: str, card: bytes, file: Path) -> ModelCard:
    """Nothing is put there when the file is another one."""
    return Models(s3, bucket).put(card, file)


def fetch(card: ModelCard, folder: Path) -> Path:
    """The file from its source, piece by piece, and never more of it than a function could hold."""
    draft, size = folder / card.file, 0
    with (
        draft.open("wb") as copy,
        httpx.stream("GET", card.source, follow_redirects=True, timeout=SECONDS) as answer,
    ):
        answer.raise_for_status()
        for piece in answer.iter_bytes(PIECE):
            size += len(piece)
            if size > MOST_BYTES:
                raise ModelUnusable(f"{card.source} is larger than {MOST_BYTES >> 20} MB: no function could load it")
            copy.write(piece)
    return draft


def provide(account: TargetAccount, card: Path, file: Path | None) -> int:
    """One line of what was done; what does not fit together is refused, and the bucket stays as it was."""
    bucket = account.output("ModelsBucket")
    try:
        told = written_out(card)
        with TemporaryDirectory() as folder:
            model = bring(account.client("s3"), bucket, told, file or fetch(read_card(told), Path(folder)))
    except (FootyError, OSError, httpx.HTTPError, httpx.InvalidURL, S3UploadFailedError) as wrong:
        raise OperationRefused(" ".join(str(wrong).split())) from wrong
    say(f"{model.name}: {model.file} is in {bucket}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Once for each target; asked again, it puts the same there."""
    parser = argparse.ArgumentParser(prog="python -m operations.model", description="Brings a model.")
    parser.add_argument("--target", required=True, help="a target of cdk.json that is deployed")
    parser.add_argument("--card", type=Path, required=True, help="what it is: models/resnet-50.json")
    parser.add_argument("--from", type=Path, dest="file", help="the ONNX file, when it has been fetched already")
    asked = parser.parse_args(arguments)
    return provide(TargetAccount.of(asked.target), asked.card, asked.file)


if __name__ == "__main__":
    run(main)
