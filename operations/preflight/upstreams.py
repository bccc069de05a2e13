"""Services and people outside the target: vision, database, keys, email, budget."""

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
from operations.destroy import snapshots_of
from operations.keys import entered_keys, is_filled, name_of
from operations.preflight.findings import Finding, error, ok, warning

SECONDS = 5
# cost allocation tag of all resources of a target
TAG = "target"


def email(account: TargetAccount) -> Finding:
    """Check the subscription to the alarms."""
    target = account.target
    if not target.alarms:
        return warning("the target has no alarms", 'set "alarms": true')
    if not target.alarm_email:
        return warning("alarms are sent to no address", 'set "alarm_email": "you@example.org" in the target\'s block')
    listing = pages_of(account.client("sns"), "list_subscriptions", "Subscriptions")
    subscriptions = [entry["SubscriptionArn"] for entry in listing if entry["Endpoint"] == target.alarm_email]
    if "PendingConfirmation" in subscriptions:
        return warning(f"{target.alarm_email} is not confirmed", "follow the link in the email from AWS")
    return ok(target.alarm_email)


def contact(account: TargetAccount) -> Finding:
    """Check that viewers who want a takedown reach the operator."""
    address = account.target.settings.get("contact")
    if not address:
        return warning("takedown requests would reach the authors of found-footy", 'set "contact" in `settings`')
    return ok(address)


def budget(account: TargetAccount) -> Finding:
    """Check that the target's tag is active for cost allocation, which an operator does once."""
    if not account.target.monthly_budget_usd:
        return ok("not set")
    tags = account.client("ce").list_cost_allocation_tags(TagKeys=[TAG], Status="Active")["CostAllocationTags"]
    if not tags:
        command = "aws ce update-cost-allocation-tags-status --cost-allocation-tags-status"
        advice = f"a day after the first deployment, with the payer's account: {command} TagKey={TAG},Status=Active"
        return warning(f"the tag {TAG} is not active for cost allocation, so the budget counts nothing", advice)
    return ok(f"{account.target.monthly_budget_usd} USD a month, by the tag {TAG}")


def keys(account: TargetAccount) -> Finding:
    """Check the secrets that an operator enters."""
    empty = [name for name in entered_keys(account.target) if not is_filled(account, name)]
    if empty:
        names = ", ".join(name_of(account.target, name) for name in empty)
        return warning(f"empty: {names}", f"after the deployment: make keys ENV={account.target.name}")
    return ok("all are entered")


def vision(account: TargetAccount) -> Finding:
    """Check the vision backend, without which no clip is published."""
    choice, url = account.target.vision, account.target.settings.get("vision_url", "")
    if not choice and not url:
        return error("not set, so no clip would be published", "set `vision` or settings.vision_url of the target")
    if not url:
        return ok(choice)
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/models", timeout=SECONDS) as answer:  # noqa: S310 - the operator's own
            return ok(f"{url} answers {answer.status}")
    except urllib.error.HTTPError as refusal:
        return ok(f"{url} answers {refusal.code}, for example because it needs its key")
    except (OSError, ValueError) as failure:
        return warning(f"{url} does not answer here: {failure}", "check that functions can reach it")


def database(account: TargetAccount) -> Finding:
    """Check the database."""
    return _documentdb(account) if account.target.database == DOCUMENTDB else _external(account)


def _documentdb(account: TargetAccount) -> Finding:
    snapshot = account.target.database_snapshot
    if any(stack.name == account.state_stack for stack in account.stacks()):
        return ok(f"DocumentDB {VERSION}")
    options = {"Engine": "docdb", "EngineVersion": VERSION, "DBInstanceClass": CLASS}
    offers = pages_of(
        account.client("docdb"), "describe_orderable_db_instance_options", "OrderableDBInstanceOptions", **options
    )
    if not any(offers):
        return error(
            f"this region has no DocumentDB {VERSION} Serverless", 'use another region or "database": "secret"'
        )
    snapshots = sorted(snapshots_of(account))
    if snapshots and snapshot not in snapshots:
        text = f"it would start empty, although the snapshot {snapshots[-1]} exists"
        return warning(text, f'to restore it, set "database_snapshot": "{snapshots[-1]}"')
    return ok(f"DocumentDB {VERSION}, {'from ' + snapshot if snapshot else 'empty'}")


def _external(account: TargetAccount) -> Finding:
    if not is_filled(account, "mongodb"):
        return warning("its address is not entered", f"after the deployment: make keys ENV={account.target.name}")
    secret = account.client("secretsmanager").get_secret_value(SecretId=name_of(account.target, "mongodb"))
    try:
        address = json.loads(secret["SecretString"])["uri"]
        client: MongoClient[dict[str, Any]] = MongoClient(address, serverSelectionTimeoutMS=SECONDS * 1000)
        with closing(client):
            client.admin.command("ping")
    except (PyMongoError, ValueError, KeyError, TypeError) as failure:
        reason = " ".join(str(failure).split())[:120]
        advice = "allow all addresses with the password (0.0.0.0/0 at Atlas): functions have no fixed address"
        return warning(f"does not answer here: {type(failure).__name__} {reason}", advice)
    return ok("answers")
