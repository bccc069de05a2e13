"""Patches of the emulator where it differs from AWS in what this system needs, one small function each.

Every patch checks what it changes, and raises `EmulatorChanged` for another release of the emulator.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from local.aws.patches import buckets, callers, executions, handlers, queues, state, tasks, workers


def patches(folder: Path, container: Mapping[str, str], most_workers: int) -> dict[str, Callable[[], None]]:
    """Return all patches by name, for an emulator with its files in the folder."""
    return {
        "exception-class": handlers.name_failures,
        "end-with-emulator": handlers.end_with_emulator,
        "throttling-name": handlers.name_throttling,
        "in-flight-messages": queues.release_messages,
        "fifo-groups": queues.run_groups_in_parallel,
        "repeated-start": executions.repeat_starts,
        "changing-waits": executions.follow_scale,
        "callback-timeouts": executions.scale_callback_timeouts,
        "container-command": lambda: tasks.run_commands(container, folder / "tasks"),
        "task-outcome": tasks.wait_for_tasks,
        "worker-limit": lambda: workers.limit_workers(most_workers),
        "idle-workers": workers.end_idle_workers,
        "shared-code": lambda: workers.share_code(folder / "code"),
        "foreign-pages": callers.refuse_foreign_pages,
        "non-empty-buckets": buckets.keep_non_empty_buckets,
        "persistent-state": state.persist_state,
    }


def apply(chosen: Mapping[str, Callable[[], None]]) -> None:
    """Apply the patches in their order."""
    for patch in chosen.values():
        patch()
