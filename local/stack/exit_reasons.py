"""Exit reasons: a failure that an ended process caused is reported with that process."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
from botocore.exceptions import BotoCoreError, ClientError
from pymongo.errors import PyMongoError

from footy.core.errors import FootyError
from local.process.errors import LocalError, StackEnded
from local.process.timeouts import wait_until
from local.process.watch import MemberWatch
from local.stack.stack import Stack

# errors of a database or an AWS that does not answer
OUTSIDE = (BotoCoreError, ClientError, PyMongoError, FootyError, httpx.HTTPError, OSError)
NOTICED_SECONDS = 5.0


@contextmanager
def watch_stack(stack: Stack, on_exit: Callable[[], None] = lambda: None) -> Iterator[MemberWatch]:
    """Watch the members of the stack, and raise `StackEnded` for failures that follow from an end."""
    with MemberWatch(stack.members, on_exit) as watch:
        try:
            yield watch
        except LocalError:
            raise
        except Exception as failure:
            # an answer that is cut off can fail in any way
            ended = wait_until(watch.ended, NOTICED_SECONDS)
            if ended or isinstance(failure, OUTSIDE):
                raise StackEnded(stack.exit_message(ended) if ended else _no_answer(failure, stack)) from failure
            raise


def _no_answer(failure: Exception, stack: Stack) -> str:
    reason = " ".join(str(failure).split())[:200]
    return f"the stack does not answer ({type(failure).__name__}: {reason}): {stack.advice}"
