"""FIFO queues as event sources of functions."""

import threading
import time
from typing import Any

from ministack.services import lambda_svc, sqs

from local.aws.patches.expectations import expect_parameters, expect_source

GROUPS_AT_ONCE = 5


def run_groups_in_parallel() -> None:
    """Deliver several message groups at once; a batch has messages of one group, in order."""
    expect_parameters(lambda_svc._sqs_esm_concurrency, "esm", "func_rec", "config", "queue")
    expect_source(lambda_svc._poll_sqs, "_sqs._receive_messages_for_esm(queue_url, batch_size)")
    expect_parameters(sqs._collect_fifo, "q", "max_n", "vis_timeout", "now")
    expect_source(sqs._receive_messages_for_esm, "return _collect_msgs(q, max_n, vis)")
    expect_source(sqs._collect_msgs, "return _collect_fifo(q, max_n, vis_timeout, now)")
    concurrency = lambda_svc._sqs_esm_concurrency
    receive, collect = sqs._receive_messages_for_esm, sqs._collect_fifo
    thread = threading.local()

    def allowed(esm: dict[str, Any], func_rec: Any, config: Any, queue: dict[str, Any] | None = None) -> int:
        if not (queue or {}).get("is_fifo"):
            return int(concurrency(esm, func_rec, config, queue))
        limit = int((esm.get("ScalingConfig") or {}).get("MaximumConcurrency") or GROUPS_AT_ONCE)
        reserved = lambda_svc._reserved_concurrency(func_rec, config)
        return limit if reserved is None else min(limit, int(reserved))

    def receive_one_group(queue_url: str, max_number: int) -> Any:
        thread.wants_one_group = True
        try:
            return receive(queue_url, max_number)
        finally:
            thread.wants_one_group = False

    def collect_in_order(q: dict[str, Any], max_n: int, vis_timeout: int, now: float) -> Any:
        if not getattr(thread, "wants_one_group", False):
            return collect(q, max_n, vis_timeout, now)
        group = next_group(q["messages"], now)
        return collect({"messages": [m for m in q["messages"] if m["group_id"] == group]}, max_n, vis_timeout, now)

    lambda_svc._sqs_esm_concurrency = allowed
    sqs._receive_messages_for_esm = receive_one_group
    sqs._collect_fifo = collect_in_order


def next_group(messages: list[dict[str, Any]], now: float) -> str | None:
    """Return the group of the oldest message that may be delivered; a group with one in flight waits."""
    busy = {m["group_id"] for m in messages if m["visible_at"] > now and m["receive_count"] > 0}
    return next((m["group_id"] for m in messages if m["visible_at"] <= now and m["group_id"] not in busy), None)


def release_messages() -> None:
    """Make messages visible at once that were in flight when the emulator ended."""
    expect_parameters(sqs.load_persisted_state, "data")
    expect_source(sqs._restore_state, '_queues.update(data.get("queues", {}))')
    expect_source(sqs._collect_fifo, 'm["visible_at"] = now + vis_timeout', 'm["receive_count"] += 1')
    load = sqs.load_persisted_state

    def load_and_release(data: Any) -> None:
        load(data)
        now = time.time()
        for _, queue in sqs._queues.all_items():
            for message in queue["messages"]:
                if message["receive_count"] > 0:
                    message["visible_at"] = min(message["visible_at"], now)

    sqs.load_persisted_state = load_and_release
