"""Server of MongoDB's wire protocol with the users of Amazon DocumentDB.

The embedded engine has no users. This one authenticates (SCRAM-SHA-1), authorizes, and answers and refuses in
DocumentDB's words: all users are in `admin`, a second `createUser` is a duplicate key, unsupported options are
refused. It stores no documents.
"""

import hashlib
import hmac
import secrets
import socketserver
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import bson

MASTER, MASTERS_WORD = "footy", "master's own"
HEAD = struct.Struct("<iiii")
REPLY, QUERY, MESSAGE = 1, 2004, 2013
ROUNDS = 4096
ROLES = {"root", "read", "readWrite"}
READS, WRITES = {"find"}, {"insert", "update", "delete", "createIndexes"}
ABOUT_USERS = {"usersInfo", "createUser", "updateUser"}
OF_A_USER = {"createUser", "updateUser", "pwd", "roles", "lsid", "$db", "$readPreference"}
Answer = dict[str, Any]


class Refused(Exception):
    """Refusal with a code and the server's words."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.answer: Answer = {"ok": 0.0, "code": code, "errmsg": words}


@dataclass
class Account:
    """User of the cluster."""

    password: str
    roles: list[tuple[str, str]]


@dataclass
class Cluster:
    """Users of the cluster and the changes to them."""

    users: dict[str, Account] = field(
        default_factory=lambda: {MASTER: Account(MASTERS_WORD, [("root", "admin")])},
    )
    port: int = 0
    done: list[tuple[str, str]] = field(default_factory=list)
    # commands refused to every user
    broken: set[str] = field(default_factory=set)

    def secret(self, name: str, password: str) -> dict[str, str]:
        """Return the secret of a user."""
        uri = f"mongodb://{name}:{password}@127.0.0.1:{self.port}/?replicaSet=rs0"
        return {"username": name, "password": password, "uri": uri}

    def change(self, name: str, command: Mapping[str, Any]) -> None:
        if unknown := sorted(command.keys() - OF_A_USER):
            raise Refused(303, f"Field '{unknown[0]}' is currently not supported")
        roles = [(one["role"], one["db"]) for one in command.get("roles", [])]
        if strange := [role for role, _ in roles if role not in ROLES]:
            raise Refused(31, f"Could not find role: {strange[0]}@admin")
        user = command[name]
        if name == "createUser" and user in self.users:
            raise Refused(11000, "User already exists")
        if name == "updateUser" and user not in self.users:
            raise Refused(11, f"Could not find user {user}")
        account = self.users.get(user, Account("", []))
        self.users[user] = Account(command.get("pwd", account.password), roles or account.roles)
        self.done.append((name, user))

    def users_info(self, name: str) -> list[Answer]:
        if name not in self.users:
            return []
        roles = [{"db": db, "role": role} for role, db in self.users[name].roles]
        return [{"_id": name, "user": name, "db": "admin", "roles": roles}]

    def allows(self, name: str, user: str | None, database: str) -> bool:
        """Return True when the user's roles allow a command."""
        roles = self.users[user].roles if user in self.users and user is not None else []
        if name in self.broken or not roles:
            return False
        if ("root", "admin") in roles:
            return True
        sufficient = {"readWrite"} if name in WRITES else {"read", "readWrite"}
        return name not in ABOUT_USERS and any((role, database) in roles for role in sufficient)


@dataclass
class Visit:
    """Connection, unauthenticated at first."""

    cluster: Cluster
    user: str | None = None
    _scram: "Scram | None" = None

    def answer(self, command: Mapping[str, Any]) -> Answer:
        try:
            return {**self._answer(next(iter(command)), command), "ok": 1.0}
        except Refused as no:
            return no.answer

    def _answer(self, name: str, command: Mapping[str, Any]) -> Answer:
        if name.lower() in {"hello", "ismaster"}:
            return self._hello()
        if name == "saslStart":
            self._scram = Scram.begun(self.cluster, bytes(command["payload"]).decode())
            return {"conversationId": 1, "done": False, "payload": self._scram.first.encode()}
        if name == "saslContinue" and self._scram:
            proof = self._scram.proved(bytes(command["payload"]).decode())
            self.user = self._scram.user
            return {"conversationId": 1, "done": True, "payload": proof.encode()}
        if name in {"ping", "endSessions"}:
            return {}
        return self._done(name, command)

    def _done(self, name: str, command: Mapping[str, Any]) -> Answer:
        if name not in READS | WRITES | ABOUT_USERS:
            raise Refused(59, f"no such command: '{name}'")
        if not self.cluster.allows(name, self.user, command["$db"]):
            raise Refused(13, "Authorization failure")
        if name == "usersInfo":
            return {"users": self.cluster.users_info(command["usersInfo"])}
        if name in ABOUT_USERS:
            self.cluster.change(name, command)
            return {}
        where = f"{command['$db']}.{command[name]}"
        return {"cursor": {"id": 0, "ns": where, "firstBatch": []}} if name in READS else {"n": 0}

    def _hello(self) -> Answer:
        me = f"127.0.0.1:{self.cluster.port}"
        return {
            "ismaster": True,
            "isWritablePrimary": True,
            "setName": "rs0",
            "hosts": [me],
            "primary": me,
            "me": me,
            "minWireVersion": 0,
            "maxWireVersion": 17,
            "maxBsonObjectSize": 16777216,
            "maxMessageSizeBytes": 48000000,
            "maxWriteBatchSize": 100000,
            "logicalSessionTimeoutMinutes": 30,
        }


@dataclass
class Scram:
    """Server side of SCRAM-SHA-1 (RFC 5802) with MongoDB's password digest."""

    user: str
    first: str
    _salted: bytes
    _client_first: str

    @classmethod
    def begun(cls, cluster: Cluster, message: str) -> "Scram":
        bare = message.removeprefix("n,,")
        parts = dict(part.split("=", 1) for part in bare.split(","))
        account = cluster.users.get(parts["n"])
        word = account.password if account else secrets.token_hex()
        digest = hashlib.md5(f"{parts['n']}:mongo:{word}".encode()).hexdigest()  # noqa: S324 - as MongoDB has it
        salt = secrets.token_bytes(16)
        salted = hashlib.pbkdf2_hmac("sha1", digest.encode(), salt, ROUNDS)
        first = f"r={parts['r']}{secrets.token_hex(8)},s={b64encode(salt).decode()},i={ROUNDS}"
        return cls(parts["n"], first, salted, bare)

    def proved(self, answer: str) -> str:
        """Check the client's proof and return the server's signature."""
        without, _, proof = answer.rpartition(",p=")
        key = _mac(self._salted, b"Client Key")
        auth_message = f"{self._client_first},{self.first},{without}".encode()
        signature = _mac(hashlib.sha1(key).digest(), auth_message)  # noqa: S324
        if b64decode(proof) != bytes(a ^ b for a, b in zip(key, signature, strict=True)):
            raise Refused(18, "Authentication failed.")
        return f"v={b64encode(_mac(_mac(self._salted, b'Server Key'), auth_message)).decode()}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a cluster with its master user only."""
    state = Cluster()

    class Speaking(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            visit = Visit(state)
            while head := self.rfile.read(HEAD.size):
                length, number, _, kind = HEAD.unpack(head)
                body = self.rfile.read(length - HEAD.size)
                answer = bson.encode(visit.answer(_command(kind, body)))
                self.wfile.write(_framed(kind, number, answer))

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Speaking) as server:
        state.port = server.server_address[1]
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield state
        server.shutdown()


def _command(kind: int, body: bytes) -> Mapping[str, Any]:
    """Return the command of a message, or of the legacy query that drivers start with."""
    start = 5 if kind == MESSAGE else body.index(b"\0", 4) + 9
    (length,) = struct.unpack_from("<i", body, start)
    return bson.decode(body[start : start + length])


def _framed(kind: int, number: int, answer: bytes) -> bytes:
    before = b"\0" * 5 if kind == MESSAGE else struct.pack("<iqii", 0, 0, 0, 1)
    length = HEAD.size + len(before) + len(answer)
    return HEAD.pack(length, 0, number, MESSAGE if kind == MESSAGE else REPLY) + before + answer


def _mac(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, "sha1").digest()
