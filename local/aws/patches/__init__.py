"""Where the emulator differs from AWS in what this system relies on, one small function each.

Every patch checks what it changes and refuses another release of the emulator by `EmulatorChanged`.
"""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from local.aws.patches import buckets, callers, executions, handlers, queues, state, tasks, workers


def patches(folder: Path, container: Mapping[str, str], most_workers: int) -> dict[str, Callable[[], None]]:
    """All patches by name, for an emulator that keeps its files in the folder."""
    return {
        "exception-class": handlers.name_failures,
        "end-with-emulator": handlers.end_with_emulator,
        "throttling-name": handlers.name_throttling,
        "held-messages": queues.give_back_messages,
        "fifo-groups": queues.run_groups_in_parallel,
        "repeated-start": executions.repeat_starts,
        "changing-waits": executions.follow_scale,
        "awaited-answers": executions.wait_for_answers,
        "container-command": lambda: tasks.run_commands(container, folder / "tasks"),
        "task-outcome": tasks.wait_for_tasks,
        "bounded-workers": lambda: workers.bound_workers(most_workers),
        "idle-workers": workers.end_idle_workers,
        "shared-code": lambda: workers.share_code(folder / "code"),
        "foreign-pages": callers.refuse_foreign_pages,
        "filled-buckets": buckets.keep_filled_buckets,
        "kept-state": state.keep_state,
    }


def apply(chosen: Mapping[str, Callable[[], None]], without: Collection[str]) -> None:
    """Applies the patches in their order."""
    for name, patch in chosen.items():
        if name not in without:
            patch()
