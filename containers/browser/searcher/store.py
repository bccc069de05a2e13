"""Where sessions are kept, and who is using which: a folder on one machine, secrets and a bucket in an account."""

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
# how S3 says that somebody else wrote first
OVERTAKEN = ("PreconditionFailed", "ConditionalRequestConflict")
MISSING = ("NoSuchKey", "404")


class Store(Protocol):
    """The sessions of a deployment, by the names of their accounts; records are swapped, never overwritten."""

    @property
    def accounts(self) -> Sequence[str]: ...

    def session(self, account: str) -> str:
        """The account's session as it was written."""
        ...

    def keep(self, account: str, session: str) -> None: ...

    def record(self, account: str) -> tuple[str, str]:
        """What is noted of its use, and the version of that note; both empty when there is none."""
        ...

    def swap(self, account: str, record: str, version: str) -> bool:
        """Replaces that version of the note; false when somebody else was faster."""
        ...


@dataclass(frozen=True, slots=True)
class FolderStore:
    """`{account}.json` has a session, `{account}.lease` its note."""

    folder: Path

    @property
    def accounts(self) -> Sequence[str]:
        return sorted(file.stem for file in self.folder.glob("*.json"))

    def session(self, account: str) -> str:
        with answering():
            return (self.folder / f"{account}.json").read_text()

    def keep(self, account: str, session: str) -> None:
        draft = self.folder / f"{account}.draft"
        with answering():
            draft.touch(mode=0o600)
            draft.write_text(session)
            draft.replace(self.folder / f"{account}.json")

    def record(self, account: str) -> tuple[str, str]:
        with answering(), suppress(FileNotFoundError):
            text = (self.folder / f"{account}.lease").read_text()
            return text, _digest(text)
        return "", ABSENT

    def swap(self, account: str, record: str, version: str) -> bool:
        with answering(), (self.folder / ".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if self.record(account)[1] != version:
                return False
            (self.folder / f"{account}.lease").write_text(record)
            return True


@dataclass(frozen=True, slots=True)
class AwsStore:
    """A secret per account, and a note per account in a bucket, which S3 lets nobody replace unseen."""

    secrets: Mapping[str, str]
    bucket: str
    secrets_manager: "SecretsManagerClient"
    s3: "S3Client"

    @property
    def accounts(self) -> Sequence[str]:
        return sorted(self.secrets)

    def session(self, account: str) -> str:
        with answering(), suppress(self.secrets_manager.exceptions.ResourceNotFoundException):
            return self.secrets_manager.get_secret_value(SecretId=self.secrets[account])["SecretString"]
        return ""  # nobody has filled it yet, which reads as a session that has to be renewed

    def keep(self, account: str, session: str) -> None:
        with answering():
            self.secrets_manager.put_secret_value(SecretId=self.secrets[account], SecretString=session)

    def record(self, account: str) -> tuple[str, str]:
        with answering():
            try:
                found = self.s3.get_object(Bucket=self.bucket, Key=_key(account))
            except ClientError as refused:
                if refused.response["Error"]["Code"] in MISSING:
                    return "", ABSENT
                raise
            return found["Body"].read().decode(), found["ETag"]

    def swap(self, account: str, record: str, version: str) -> bool:
        body = record.encode()
        with answering():
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
def answering() -> Iterator[None]:
    """A store that refuses or does not answer has one name, whatever it said."""
    try:
        yield
    except (BotoCoreError, ClientError, OSError) as failure:
        raise UpstreamUnavailable(f"sessions and leases cannot be reached: {failure}") from failure


def secrets_of(text: str) -> Mapping[str, str]:
    """`{"account": "address of its secret", ...}`."""
    try:
        named = json.loads(text)
    except ValueError as odd:
        raise MalformedMessage("the accounts are no JSON") from odd
    if not isinstance(named, dict) or not all(isinstance(one, str) for one in named.values()):
        raise MalformedMessage("the accounts are no names with an address each")
    return named


def _key(account: str) -> str:
    return f"sessions/{account}.lease"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
