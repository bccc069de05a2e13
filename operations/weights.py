"""Upload of the vision model's weights from their publisher or from a folder.

make weights ENV=dev [ARGS="--from FOLDER"]
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING

import httpx
from botocore.exceptions import ClientError

from cdk.model_files import ModelFile, pinned
from operations.account import OperationRefused, TargetAccount, run, say, target_parser

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

CHUNK = 4 * 1024 * 1024
SECONDS = 60.0
OUTPUT = "ModelBucket"

Read = Callable[[ModelFile], Iterator[bytes]]


class ModelDamaged(OperationRefused):
    """File that differs from the pinned one."""


def upload(files: Iterable[ModelFile], read: Read, bucket: "WeightsBucket") -> int:
    """Upload the missing files after a check of their digests; return how many were uploaded."""
    count = 0
    for file in files:
        if bucket.has(file):
            say(f"{file.name}: already uploaded")
            continue
        with NamedTemporaryFile() as copy:
            _check(file, read(file), copy)
            say(f"{file.name}: {file.bytes / 1e9:.1f} GB, digest is correct; uploading")
            bucket.put(file, Path(copy.name))
        count += 1
    return count


def _check(file: ModelFile, chunks: Iterator[bytes], copy: IO[bytes]) -> None:
    """Copy the chunks and compare size and digest before anything is uploaded."""
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        size += len(chunk)
        if size > file.bytes:
            break
        digest.update(chunk)
        copy.write(chunk)
    copy.flush()
    if size != file.bytes or digest.hexdigest() != file.sha256:
        raise ModelDamaged(f"{file.name} is not the pinned file: {size} bytes, sha256 {digest.hexdigest()}")


class WeightsBucket:
    """Bucket of the vision model; the keys contain the digests."""

    def __init__(self, s3: "S3Client", name: str) -> None:
        self._s3 = s3
        self._name = name

    def has(self, file: ModelFile) -> bool:
        """Return whether the file exists with its full size."""
        try:
            head = self._s3.head_object(Bucket=self._name, Key=file.key)
        except ClientError as missing:
            if missing.response["Error"]["Code"] == "404":
                return False
            raise
        return head["ContentLength"] == file.bytes

    def put(self, file: ModelFile, path: Path) -> None:
        """Upload in parts, each with a checksum that S3 verifies."""
        self._s3.upload_file(str(path), self._name, file.key, ExtraArgs={"ChecksumAlgorithm": "SHA256"})


def from_publisher(source: str, client: httpx.Client) -> Read:
    """Return a reader of published files."""

    def read(file: ModelFile) -> Iterator[bytes]:
        with client.stream("GET", f"{source}/{file.name}", follow_redirects=True, timeout=SECONDS) as answer:
            answer.raise_for_status()
            yield from answer.iter_bytes(CHUNK)

    return read


def from_folder(folder: Path) -> Read:
    """Return a reader of files in a folder."""

    def read(file: ModelFile) -> Iterator[bytes]:
        with (folder / file.name).open("rb") as content:
            yield from iter(lambda: content.read(CHUNK), b"")

    return read


def bucket_of(account: TargetAccount) -> str:
    """Return the name of the bucket from the vision stack."""
    name = f"{account.target.prefix}-vision"
    outputs = next((stack.outputs for stack in account.stacks() if stack.name == name), None)
    if outputs is None:
        raise OperationRefused(f"{name} is not deployed. Run make deploy ENV={account.target.name}.")
    if OUTPUT not in outputs:
        raise OperationRefused(f'{name} needs no weights: only "vision": "ec2" and "sagemaker" use them.')
    return outputs[OUTPUT]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("make weights", "Upload the weights of the vision model.")
    parser.add_argument("--from", type=Path, dest="folder", help="a folder with the files")
    options = parser.parse_args(arguments)
    account = TargetAccount.of(options.target)
    bucket = WeightsBucket(account.client("s3"), bucket_of(account))
    source, files = pinned()
    with httpx.Client() as client:
        read = from_folder(options.folder) if options.folder else from_publisher(source, client)
        try:
            upload(files.values(), read, bucket)
        except (OSError, httpx.HTTPError) as failure:
            raise OperationRefused(f"the model cannot be read: {failure}. Run the command again.") from failure
    return 0


if __name__ == "__main__":
    run(main)
