"""Persistent state, however the emulator ends."""

import json
import logging
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from ministack import app
from ministack.core import persistence
from ministack.services.cloudformation import changesets, handlers, stacks

from local.aws.patches.expectations import expect_parameters, expect_source, replace_everywhere

# objects are written by the emulator itself; these services change between deployments and are small
QUICK = ("s3", "sqs", "secretsmanager", "ssm")
QUICK_SECONDS = 0.25
TRIES = 20

log = logging.getLogger("state")
write_lock = threading.Lock()
loaded = threading.Event()


def persist_state() -> None:
    """Write stacks before they report to be complete; queues, secrets and buckets a moment later."""
    expect_parameters(app._load_persisted_state)
    expect_source(app._build_persistence_save_dict, "save_dict[key] = mod.get_state")
    expect_source(stacks._create_then_delete_on_failure, "await _delete_stack_async(stack_name, stack_id)")
    load = app._load_persisted_state
    # it logs every file, several times a second
    persistence.logger.setLevel(logging.WARNING)

    def load_then_watch() -> None:
        load()
        loaded.set()
        threading.Thread(target=_watch, daemon=True).start()

    app._load_persisted_state = load_then_watch
    for name, users in (
        ("_deploy_stack_async", (stacks, handlers, changesets)),
        ("_delete_stack_async", (stacks, handlers)),
        ("_continue_update_rollback_async", (stacks, handlers)),
    ):
        replace_everywhere(users, name, _saved_after(getattr(stacks, name)))


def _saved_after(operation: Callable[..., Any]) -> Callable[..., Any]:
    async def operate(*arguments: Any, **options: Any) -> Any:
        try:
            return await operation(*arguments, **options)
        finally:
            # before the event loop can answer a request for the status of the stack
            save()

    return operate


def save() -> None:
    """Write the state of every service, once the stored one has been loaded."""
    if not loaded.is_set():
        return
    with write_lock:
        for service, state_of in app._build_persistence_save_dict().items():
            if (state := _copy(state_of)) is not None:
                persistence.save_state(service, state)


def _copy(state_of: Callable[[], Any]) -> Any:
    """Copy the state; retry where another thread changes it meanwhile."""
    for _ in range(TRIES):
        try:
            return state_of()
        except RuntimeError:
            time.sleep(0.01)
    return state_of()


def _watch() -> None:
    written: dict[str, str] = {}
    while True:
        time.sleep(QUICK_SECONDS)
        for service in QUICK:
            module = sys.modules.get(f"ministack.services.{service}")
            if module is not None:
                try:
                    _write_if_changed(service, module, written)
                except (RuntimeError, TypeError, OSError):
                    log.exception("the state of %s is not written", service)


def _write_if_changed(service: str, module: Any, written: dict[str, str]) -> None:
    with write_lock:
        state = _copy(module.get_state)
        text = json.dumps(state, default=persistence._json_default)
        if written.get(service) != text:
            persistence.save_state(service, state)
            written[service] = text
