"""Whatever fails because a part of the stack ended is told by what ended."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
from botocore.exceptions import BotoCoreError, ClientError
from pymongo.errors import PyMongoError

from footy.core.errors import FootyError
from local.process.errors import LocalError, StackEnded
from local.process.processes import Watch
from local.process.timeouts import eventually
from local.stack.stack import Stack

# how a database or an AWS that does not answer is told by those who ask it
OUTSIDE = (BotoCoreError, ClientError, PyMongoError, FootyError, httpx.HTTPError, OSError)
NOTICED_SECONDS = 5.0


@contextmanager
def watched(stack: Stack, alarm: Callable[[], None] = lambda: None) -> Iterator[Watch]:
    """Sees at once what ends, and says so whatever failed of it."""
    with Watch(stack.members, alarm) as watch:
        try:
            yield watch
        except LocalError:
            raise
        except Exception as failure:
            # an answer that was cut off by a death can fail in any way
            ended = eventually(watch.ended, NOTICED_SECONDS)
            if ended or isinstance(failure, OUTSIDE):
                raise StackEnded(stack.obituary(ended) if ended else _unanswered(failure, stack)) from failure
            raise


def _unanswered(failure: Exception, stack: Stack) -> str:
    reason = " ".join(str(failure).split())[:200]
    return f"the stack does not answer ({type(failure).__name__}: {reason}): {stack.onward}"
