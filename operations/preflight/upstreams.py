"""Whom the system will speak to: people, foreign services, the vision model, the database."""

import json
import urllib.error
import urllib.request
from contextlib import closing
from typing import Any

from pymongo import MongoClient
from pymongo.errors import PyMongoError

from cdk.constructs.storage.documentdb import CLASS, VERSION
from cdk.settings import DOCUMENTDB
from operations.account import TargetAccount, pages_of
from operations.keys import asked_for, is_filled, name_of
from operations.preflight.findings import Finding, bad, good, look
from operations.preflight.limits import vision_of

SECONDS = 5
# as all resources of a target have it
TAG = "target"


def email(account: TargetAccount) -> Finding:
    """Who is told when an alarm rings."""
    target = account.target
    if not target.alarms:
        return look("the target has no alarms", '"alarms": true')
    if not target.alarm_email:
        return look("nobody is told of alarms", '"alarm_email": "you@example.org" in the block of the target')
    topics = [
        one
        for one in pages_of(account.client("sns"), "list_subscriptions", "Subscriptions")
        if one["Endpoint"] == target.alarm_email
    ]
    if any(one["SubscriptionArn"] == "PendingConfirmation" for one in topics):
        return look(f"{target.alarm_email} has not confirmed", "follow the link in the mail that AWS sent")
    return good(target.alarm_email)


def budget(account: TargetAccount) -> Finding:
    """Whether what the target costs is counted: its tag has to be let into the bill once, by hand."""
    if not account.target.monthly_budget_usd:
        return good("none is asked for")
    listed = account.client("ce").list_cost_allocation_tags(TagKeys=[TAG], Status="Active")["CostAllocationTags"]
    if not listed:
        said = f"the bill does not know the tag {TAG}: the budget stays at 0 and tells nobody"
        command = "aws ce update-cost-allocation-tags-status --cost-allocation-tags-status"
        return look(said, f"a day after the first deployment, as whoever pays: {command} TagKey={TAG},Status=Active")
    return good(f"{account.target.monthly_budget_usd} USD a month, by the tag {TAG}")


def keys(account: TargetAccount) -> Finding:
    """The secrets that only a person can fill."""
    empty = [name for name in asked_for(account.target) if not is_filled(account, name)]
    if empty:
        names = ", ".join(name_of(account.target, name) for name in empty)
        return look(f"empty: {names}", f"after the deployment: make keys ENV={account.target.name}")
    return good("all are filled")


def vision(account: TargetAccount) -> Finding:
    """Who looks at clips: without anybody none is published."""
    choice = vision_of(account)
    if not choice:
        return bad("nobody looks at clips: none would be published", '"vision" of the target, or settings.vision_url')
    url = account.target.settings.get("vision_url", "")
    if not url:
        return good(choice)
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/models", timeout=SECONDS) as answer:  # noqa: S310 - the operator's own
            return good(f"{url} answers {answer.status}")
    except urllib.error.HTTPError as refusal:
        return good(f"{url} answers {refusal.code}, as one that wants its key")
    except (OSError, ValueError) as failure:
        return look(
            f"{url} does not answer here: {failure}", "functions have to reach it; from here it may not be seen"
        )


def database(account: TargetAccount) -> Finding:
    """Where the state of the game will be."""
    return _own(account) if account.target.database == DOCUMENTDB else _foreign(account)


def _own(account: TargetAccount) -> Finding:
    target, documentdb = account.target, account.client("docdb")
    if any(one.name == account.state_stack for one in account.stacks()):
        return good(f"DocumentDB {VERSION}")
    wanted = {"Engine": "docdb", "EngineVersion": VERSION, "DBInstanceClass": CLASS}
    if not any(pages_of(documentdb, "describe_orderable_db_instance_options", "OrderableDBInstanceOptions", **wanted)):
        return bad(f"this region has no DocumentDB {VERSION} Serverless", 'another region, or "database": "secret"')
    listed = pages_of(documentdb, "describe_db_cluster_snapshots", "DBClusterSnapshots", SnapshotType="manual")
    left = sorted(one["DBClusterSnapshotIdentifier"] for one in listed if one["DBClusterIdentifier"] == target.prefix)
    if left and target.database_snapshot not in left:
        return look(
            f"it would begin empty, and {left[-1]} is left of an earlier one", f'"database_snapshot": "{left[-1]}"'
        )
    return good(f"DocumentDB {VERSION}, {'from ' + target.database_snapshot if target.database_snapshot else 'empty'}")


def _foreign(account: TargetAccount) -> Finding:
    if not is_filled(account, "mongodb"):
        return look("its address is not known yet", f"after the deployment: make keys ENV={account.target.name}")
    secret = account.client("secretsmanager").get_secret_value(SecretId=name_of(account.target, "mongodb"))
    try:
        address = json.loads(secret["SecretString"])["uri"]
        client: MongoClient[dict[str, Any]] = MongoClient(address, serverSelectionTimeoutMS=SECONDS * 1000)
        with closing(client):
            client.admin.command("ping")
    except (PyMongoError, ValueError, KeyError, TypeError) as failure:
        why = " ".join(str(failure).split())[:120]
        advice = "functions have no fixed address: it has to let everybody with the password in (0.0.0.0/0 at Atlas)"
        return look(f"does not answer here: {type(failure).__name__} {why}", advice)
    return good("answers")
