"""Three hundred uploads of three organisations at once, told in order, twice and late, while functions are killed."""

import random
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import Any

import pytest

from bench.model.outcome import percentile
from footy.images.rules.transitions import OPEN
from local.cli.images import Studio
from tests.integration.darkroom import Darkroom, told_of
from tests.integration.gallery import drawn
from tests.integration.killing import end_one
from tests.support.waiting import while_it_advances

pytestmark = [
    pytest.mark.xdist_group("gallery"),
    pytest.mark.soak,
    pytest.mark.long,
    pytest.mark.embedded("processes of its functions are killed"),
]

CLUBS = ("my-club", "rival", "third")
UPLOADS, NAMES, AT_ONCE, KILLS = 300, 20, 8, 20
TOLD_AT_A_TIME = 10
SEED = 20261119


def test_three_hundred_uploads_at_once_end_as_their_newest_versions(darkroom: Darkroom) -> None:
    dice, began = random.Random(SEED), time.monotonic()
    with ExitStack() as stack:
        studios = [stack.enter_context(closing(Studio(darkroom.studio.place, club))) for club in CLUBS]
        for studio in studios:
            assert studio.token
        _upload(studios, dice)
        uploaded = time.monotonic() - began
        killed, doubled = _trouble(darkroom, dice)
        while_it_advances(lambda: _is_over(darkroom), lambda: _progress(darkroom), "the last classification")
        seconds = time.monotonic() - began
        by_hand = _retry(studios, _rows(darkroom))
        while_it_advances(lambda: _is_over(darkroom), lambda: _progress(darkroom), "what was tried by hand")
        rows = _rows(darkroom)
    _hold(darkroom, rows)
    waits = [(row["completedAt"] - row["uploadedAt"]).total_seconds() for row in rows]
    names = darkroom.executions()
    restarts = sum("-r" in name for name, _ in names)
    print(
        f"{UPLOADS} uploads to {len(rows)} names in {uploaded:.0f} s, {doubled} told again, {killed} processes killed: "
        f"all shown after {seconds:.0f} s ({UPLOADS / seconds:.1f} a second); the newest of a name after "
        f"{percentile(waits, 50):.0f} s (p95 {percentile(waits, 95):.0f} s); "
        f"{len(names)} executions, {restarts} again; failed and tried by hand: {dict(by_hand) or 'none'}"
    )


def _upload(studios: Sequence[Studio], dice: random.Random) -> None:
    """Of each organisation in order; a name is overwritten several times, now and then with what it showed before."""
    orders = [
        (studios[n % len(studios)], f"{dice.randrange(NAMES)}.png", drawn(dice.randrange(6), 100, n % 200))
        for n in range(UPLOADS)
    ]
    with ThreadPoolExecutor(AT_ONCE) as together:
        list(together.map(lambda order: order[0].add(order[1], order[2]), orders))


def _trouble(darkroom: Darkroom, dice: random.Random) -> tuple[int, int]:
    """Processes end at random moments, and what is known by then is told once more; how many, and how much."""
    killed = told = 0
    while killed < KILLS and not _is_over(darkroom):
        time.sleep(dice.uniform(0.1, 0.5))
        killed += end_one(darkroom.aws, dice)
        told += _tell_again(darkroom, dice)
    return killed, told


def _tell_again(darkroom: Darkroom, dice: random.Random) -> int:
    """Some rows' messages come again, some of them as if they were of an event before the row's."""
    rows = _all(darkroom)
    chosen = dice.sample(rows, min(TOLD_AT_A_TIME, len(rows)))
    for row in chosen:
        older = row["sequencer"][:-4] + "0000" if dice.random() < 0.5 else ""
        darkroom.send(told_of(row, sequencer=older))
    return len(chosen)


def _retry(studios: Sequence[Studio], rows: Sequence[dict[str, Any]]) -> Counter[str]:
    """What failed says why, and is tried again by those whose image it is; how often each reason was given."""
    failed = [row for row in rows if row["status"] == "failed"]
    for row in failed:
        next(one for one in studios if one.organization == row["organizationId"]).retry(row["name"])
    return Counter(str(row["error"]) for row in failed)


def _is_over(darkroom: Darkroom) -> bool:
    """What lies in the dead letters is sent back, and what was left lying is mended, as operator and schedule do."""
    sqs = darkroom.aws.client("sqs")
    for letter in sqs.receive_message(QueueUrl=darkroom.dead, MaxNumberOfMessages=10).get("Messages", []):
        darkroom.send(letter["Body"])
        sqs.delete_message(QueueUrl=darkroom.dead, ReceiptHandle=letter["ReceiptHandle"])
    if darkroom.waiting() or darkroom.running():
        return False
    if not (left := [row for row in _all(darkroom) if row["status"] in OPEN]):
        return True
    database, long_ago = darkroom.studio.container.database, darkroom.studio.container.clock.now().replace(year=2020)
    database["images"].update_many({"_id": {"$in": [row["_id"] for row in left]}}, {"$set": {"updatedAt": long_ago}})
    darkroom.studio.mend()
    return False


def _progress(darkroom: Darkroom) -> Any:
    return Counter(row["status"] for row in _all(darkroom)), len(darkroom.executions())


def _all(darkroom: Darkroom) -> list[dict[str, Any]]:
    wanted = {"name": {"$regex": r"^\d+\.png$"}, "status": {"$exists": True}}
    return [dict(row) for row in darkroom.studio.container.database["images"].find(wanted)]


def _rows(darkroom: Darkroom) -> list[dict[str, Any]]:
    rows = _all(darkroom)
    assert {row["organizationId"] for row in rows} == {*CLUBS}
    return rows


def _hold(darkroom: Darkroom, rows: Sequence[dict[str, Any]]) -> None:
    """Each row is of the version that S3 shows, with a label and a thumbnail of its own."""
    s3, thumbnails = darkroom.studio.s3, darkroom.studio.container.settings.thumbnails_bucket
    for row in rows:
        newest = s3.head_object(Bucket=darkroom.bucket, Key=row["_id"])
        assert (row["versionId"], row["eTag"]) == (newest["VersionId"], newest["ETag"].strip('"')), row["_id"]
        assert (row["status"], len(row["classificationTop"])) == ("classified", 5), row
        s3.head_object(Bucket=thumbnails, Key=row["look"]["thumbnail"])
    names = [name for name, _ in darkroom.executions()]
    assert len(names) == len({*names})
    assert not darkroom.running()
