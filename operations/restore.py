"""Restore of documents from a nightly backup.

MONGODB_URI=mongodb://... python -m operations.restore --bucket NAME --media NAME --day 2022-12-18 [--only COLLECTION]
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, date, datetime

import boto3

from footy.api.settings import ApiSettings
from footy.core.mongo.database import connect
from footy.goals.adapters.mongo.dump import COLLECTIONS, Dump
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.mongo.goals.hidden_clips import HiddenClips
from footy.goals.adapters.storage.backups import Backups
from footy.goals.adapters.storage.media import Media


class BackupDamaged(Exception):
    """File of a backup with another number of documents than its manifest."""


def restore(backups: Backups, dump: Dump, day: date, collections: Sequence[str] = COLLECTIONS) -> dict[str, int]:
    """Insert missing documents and change no existing one; may be repeated, also on a running system."""
    counts = backups.counts(day)
    fixtures = dump.fixtures()
    for name in collections:
        if (documents := sum(1 for _ in backups.lines(day, name))) != counts[name]:
            raise BackupDamaged(f"{name} of {day} has {documents} documents instead of {counts[name]}")
    return {name: dump.restore(name, backups.lines(day, name), existing=fixtures) for name in collections}


def hide_again(hidden: HiddenClips, media: Media, now: datetime) -> int:
    """Hide the clips whose objects are hidden: the backup, or a restored object, may be older than the mark (W5)."""
    keys = media.hidden_keys()
    media.unpublish(keys)
    return sum(hidden.hide_key(key, {"by": "restore", "at": now}) for key in sorted(keys))


def main(arguments: Sequence[str] | None = None) -> None:
    """Restore a day, or list the days."""
    options = _parser().parse_args(arguments)
    s3 = boto3.client("s3")
    backups = Backups(s3, options.bucket)
    if options.media is None and options.day:
        sys.exit("--media is required with --day: clips that operators hid stay hidden. Add --media <MediaBucket>.")
    if options.day is None:
        sys.stdout.write("".join(f"{day}\n" for day in backups.days()))
        return
    database = connect(os.environ["MONGODB_URI"], options.database)
    with closing(database.client):
        counts = restore(backups, Dump(database), options.day, options.only or COLLECTIONS)
        hidden = HiddenClips(database, GoalEvents(database))
        counts["hidden clips"] = hide_again(hidden, Media(s3, options.media), datetime.now(UTC))
    sys.stdout.write("".join(f"{name}: {count} restored\n" for name, count in counts.items()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m operations.restore", description="Restore a backup.")
    parser.add_argument("--bucket", required=True, help="output BackupBucket of the data stack")
    parser.add_argument("--media", help="output MediaBucket of the data stack: its hidden clips stay hidden")
    parser.add_argument("--day", type=date.fromisoformat, help="day of the backup; without it the days are listed")
    parser.add_argument("--database", default=ApiSettings().mongodb_database, help="name of the database")
    parser.add_argument("--only", action="append", choices=COLLECTIONS, help="one collection; may be repeated")
    return parser


if __name__ == "__main__":
    main()
