"""Brings a model into the bucket of models, checked against its card.

python -m operations.model resnet50-v1-12.onnx --card models/resnet-50.json --bucket NAME
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
from boto3.exceptions import S3UploadFailedError

from footy.adapters.models import Models
from footy.errors import FootyError, ModelUnusable
from footy.images.card import ModelCard

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


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


def main(arguments: Sequence[str] | None = None) -> int:
    """One line of what was done, or why not."""
    asked = _parser().parse_args(arguments)
    try:
        card = bring(boto3.client("s3"), asked.bucket, written_out(asked.card), asked.file)
    except (FootyError, OSError, S3UploadFailedError) as wrong:
        sys.stderr.write(f"found-footy: {wrong}\n")
        return 1
    sys.stdout.write(f"{card.name}: {card.file} is in {asked.bucket}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m operations.model", description="Brings a model.")
    parser.add_argument("file", type=Path, help="the ONNX file")
    parser.add_argument("--card", type=Path, required=True, help="what it is: models/resnet-50.json")
    parser.add_argument("--bucket", required=True, help="output ModelsBucket of the data stack")
    return parser


if __name__ == "__main__":
    sys.exit(main())
