"""Brings the vision model into its bucket, from where it is published or from a folder of yours.

make weights ENV=dev [ARGS="--from FOLDER"]
"""

import argparse
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING

import httpx
from botocore.exceptions import ClientError

from cdk.model_files import ModelFile, pinned
from operations.account import OperationRefused, TargetAccount, run, say

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

CHUNK = 4 * 1024 * 1024
SECONDS = 60.0
OUTPUT = "ModelBucket"

Say = Callable[[str], None]


class ModelDamaged(OperationRefused):
    """What came is not the file that was pinned."""


def bring(
    files: Iterable[ModelFile], read: Callable[[ModelFile], Iterator[bytes]], bucket: "WeightsBucket", say: Say
) -> int:
    """Uploads what is missing and has the digest that was pinned; answers how many files came."""
    came = 0
    for file in files:
        if bucket.has(file):
            say(f"{file.name}: there already")
            continue
        with NamedTemporaryFile() as draft:
            _check(file, read(file), draft)
            say(f"{file.name}: {file.bytes / 1e9:.1f} GB, digest as pinned; uploading")
            bucket.put(file, Path(draft.name))
        came += 1
    return came


def _check(file: ModelFile, chunks: Iterator[bytes], draft: IO[bytes]) -> None:
    """Nothing is uploaded before the last byte of it is known to be right."""
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        size += len(chunk)
        if size > file.bytes:
            break
        digest.update(chunk)
        draft.write(chunk)
    draft.flush()
    if size != file.bytes or digest.hexdigest() != file.sha256:
        raise ModelDamaged(f"{file.name} is not the file that was pinned: {size} bytes, sha256 {digest.hexdigest()}")


class WeightsBucket:
    """The bucket of the model; a file lies under its digest."""

    def __init__(self, s3: "S3Client", name: str) -> None:
        self._s3 = s3
        self._name = name

    def has(self, file: ModelFile) -> bool:
        """Whether it is there, as large as it should be."""
        try:
            found = self._s3.head_object(Bucket=self._name, Key=file.key)
        except ClientError as missing:
            if missing.response["Error"]["Code"] == "404":
                return False
            raise
        return found["ContentLength"] == file.bytes

    def put(self, file: ModelFile, path: Path) -> None:
        """In parts, each with a checksum that S3 compares."""
        self._s3.upload_file(str(path), self._name, file.key, ExtraArgs={"ChecksumAlgorithm": "SHA256"})


def published(source: str, client: httpx.Client) -> Callable[[ModelFile], Iterator[bytes]]:
    """Reads files from where they are published."""

    def read(file: ModelFile) -> Iterator[bytes]:
        with client.stream("GET", f"{source}/{file.name}", follow_redirects=True, timeout=SECONDS) as answer:
            answer.raise_for_status()
            yield from answer.iter_bytes(CHUNK)

    return read


def lying_in(folder: Path) -> Callable[[ModelFile], Iterator[bytes]]:
    """Reads files that somebody has fetched before."""

    def read(file: ModelFile) -> Iterator[bytes]:
        with (folder / file.name).open("rb") as content:
            yield from iter(lambda: content.read(CHUNK), b"")

    return read


def bucket_of(account: TargetAccount) -> str:
    """The bucket of a deployed target, as its stack names it."""
    name = f"{account.target.prefix}-vision"
    outputs = next((one.outputs for one in account.stacks() if one.name == name), None)
    if outputs is None:
        raise OperationRefused(f"{name} is not deployed: make deploy ENV={account.target.name}")
    if OUTPUT not in outputs:
        raise OperationRefused(f'{name} serves no model of its own: only "vision": "ec2" and "sagemaker" do')
    return outputs[OUTPUT]


def main(arguments: Sequence[str] | None = None) -> int:
    """Once for each target; asked again, it finds everything there."""
    parser = argparse.ArgumentParser(prog="make weights", description="Brings the vision model.")
    parser.add_argument("--target", required=True, help="a target of cdk.json that is deployed")
    parser.add_argument("--from", type=Path, dest="folder", help="a folder that has the files already")
    asked = parser.parse_args(arguments)
    account = TargetAccount.of(asked.target)
    bucket = WeightsBucket(account.client("s3"), bucket_of(account))
    source, files = pinned()
    with httpx.Client() as client:
        read = lying_in(asked.folder) if asked.folder else published(source, client)
        try:
            bring(files.values(), read, bucket, say)
        except (OSError, httpx.HTTPError) as failure:
            raise OperationRefused(f"the model cannot be read: {failure}") from failure
    return 0


if __name__ == "__main__":
    run(main)
