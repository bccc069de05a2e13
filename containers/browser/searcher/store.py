"""Stores of sessions and leases: a folder on one machine, or Secrets Manager and a bucket on AWS."""

import fcntl
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import MalformedMessage, UpstreamUnavailable

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_secretsmanager import SecretsManagerClient

ABSENT = ""
# S3's errors for a lost compare-and-swap
OVERTAKEN = ("PreconditionFailed", "ConditionalRequestConflict")
MISSING = ("NoSuchKey", "404")


class SessionStore(Protocol):
    """Sessions by account name, and lease records that are written by compare-and-swap."""

    @property
    def accounts(self) -> Sequence[str]: ...

    def session(self, account: str) -> str:
        """Return the account's session as it was written."""
        ...

    def keep(self, account: str, session: str) -> None: ...

    def record(self, account: str) -> tuple[str, str]:
        """Return the account's lease record and its version; both empty without a record."""
        ...

    def swap(self, account: str, record: str, version: str) -> bool:
        """Replace that version of the record; return False if it has changed."""
        ...


@dataclass(frozen=True, slots=True)
class FolderStore:
    """Store in a folder: `{account}.json` is a session, `{account}.lease` its lease."""

    folder: Path

    @property
    def accounts(self) -> Sequence[str]:
        return sorted(file.stem for file in self.folder.glob("*.json"))

    def session(self, account: str) -> str:
        with translated_errors():
            return (self.folder / f"{account}.json").read_text()

    def keep(self, account: str, session: str) -> None:
        draft = self.folder / f"{account}.draft"
        with translated_errors():
            draft.touch(mode=0o600)
            draft.write_text(session)
            draft.replace(self.folder / f"{account}.json")

    def record(self, account: str) -> tuple[str, str]:
        with translated_errors(), suppress(FileNotFoundError):
            text = (self.folder / f"{account}.lease").read_text()
            return text, _digest(text)
        return "", ABSENT

    def swap(self, account: str, record: str, version: str) -> bool:
        with translated_errors(), (self.folder / ".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if self.record(account)[1] != version:
                return False
            (self.folder / f"{account}.lease").write_text(record)
            return True


@dataclass(frozen=True, slots=True)
class AwsStore:
    """Store with a secret and a lease object per account; S3's conditional writes make the swap."""

    secrets: Mapping[str, str]
    bucket: str
    secrets_manager: "SecretsManagerClient"
    s3: "S3Client"

    @property
    def accounts(self) -> Sequence[str]:
        return sorted(self.secrets)

    def session(self, account: str) -> str:
        with translated_errors(), suppress(self.secrets_manager.exceptions.ResourceNotFoundException):
            return self.secrets_manager.get_secret_value(SecretId=self.secrets[account])["SecretString"]
        return ""  # an empty secret counts as an expired session

    def keep(self, account: str, session: str) -> None:
        with translated_errors():
            self.secrets_manager.put_secret_value(SecretId=self.secrets[account], SecretString=session)

    def record(self, account: str) -> tuple[str, str]:
        with translated_errors():
            try:
                record = self.s3.get_object(Bucket=self.bucket, Key=_key(account))
            except ClientError as refused:
                if refused.response["Error"]["Code"] in MISSING:
                    return "", ABSENT
                raise
            return record["Body"].read().decode(), record["ETag"]

    def swap(self, account: str, record: str, version: str) -> bool:
        body = record.encode()
        with translated_errors():
            try:
                if version == ABSENT:
                    self.s3.put_object(Bucket=self.bucket, Key=_key(account), Body=body, IfNoneMatch="*")
                else:
                    self.s3.put_object(Bucket=self.bucket, Key=_key(account), Body=body, IfMatch=version)
            except ClientError as refused:
                if refused.response["Error"]["Code"] in OVERTAKEN:
                    return False
                raise
        return True


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn every failure of a store into UpstreamUnavailable."""
    try:
        yield
    except (BotoCoreError, ClientError, OSError) as failure:
        raise UpstreamUnavailable(f"sessions and leases cannot be reached: {failure}") from failure


def secrets_of(text: str) -> Mapping[str, str]:
    """Parse `{"account": "ARN of its secret", ...}`."""
    try:
        named = json.loads(text)
    except ValueError as odd:
        raise MalformedMessage("`--accounts` is not JSON") from odd
    if not isinstance(named, dict) or not all(isinstance(one, str) for one in named.values()):
        raise MalformedMessage("`--accounts` must map names to secret ARNs")
    return named


def _key(account: str) -> str:
    return f"sessions/{account}.lease"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
