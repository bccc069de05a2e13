"""Brings back the documents of a backup.

MONGODB_URI=mongodb://... python -m operations.restore --bucket NAME [--day 2022-12-18] [--only fixtures_completed]
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import date

import boto3

from footy.api.settings import ApiSettings
from footy.core.mongo.database import connect
from footy.goals.adapters.mongo.dump import COLLECTIONS, Dump
from footy.goals.adapters.storage.backups import Backups


class BackupDamaged(Exception):
    """A file of the backup does not hold what was counted when it was written."""


def restore(backups: Backups, dump: Dump, day: date, collections: Sequence[str] = COLLECTIONS) -> dict[str, int]:
    """Adds what is missing and changes nothing that is there, so that it can be run again, beside a running system."""
    counts = backups.counts(day)
    known = dump.fixtures()
    for name in collections:
        if (found := sum(1 for _ in backups.lines(day, name))) != counts[name]:
            raise BackupDamaged(f"{name} of {day} has {found} documents instead of {counts[name]}")
    return {name: dump.restore(name, backups.lines(day, name), existing=known) for name in collections}


def main(arguments: Sequence[str] | None = None) -> None:
    """Without a day it says which there are."""
    asked = _parser().parse_args(arguments)
    backups = Backups(boto3.client("s3"), asked.bucket)
    if asked.day is None:
        sys.stdout.write("".join(f"{day}\n" for day in backups.days()))
        return
    database = connect(os.environ["MONGODB_URI"], asked.database)
    with closing(database.client):
        brought = restore(backups, Dump(database), asked.day, asked.only or COLLECTIONS)
    sys.stdout.write("".join(f"{name}: {added} brought back\n" for name, added in brought.items()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m operations.restore", description="Brings a backup back.")
    parser.add_argument("--bucket", required=True, help="output BackupBucket of the state stack")
    parser.add_argument("--day", type=date.fromisoformat, help="which backup; without it they are listed")
    parser.add_argument("--database", default=ApiSettings().mongodb_database, help="name of the database")
    parser.add_argument("--only", action="append", choices=COLLECTIONS, help="one collection; may be repeated")
    return parser


if __name__ == "__main__":
    main()
