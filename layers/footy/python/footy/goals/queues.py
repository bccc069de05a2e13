"""The middle of a world: the queues between its parts, who waits for an answer, and who works at them."""

from functools import cached_property
from typing import TYPE_CHECKING

from footy.core.container import client_config
from footy.goals.stores import Stores

if TYPE_CHECKING:
    from footy.core.aws.event_source import Feed
    from footy.core.aws.sqs import DeadLetters, Orders, Uploads
    from footy.core.aws.step_functions import Answers
    from footy.goals.adapters.pools.ecs import ClipsPool

LONGEST_POLL = 25


class Queues(Stores):
    """What the parts of this deployment hand to each other."""

    @cached_property
    def clip_orders(self) -> "Orders":
        """The clips that are to be fetched."""
        return self._orders(self.settings.clips_queue)

    @cached_property
    def look_orders(self) -> "Orders":
        """The clips that are to be looked at."""
        return self._orders(self.settings.looks_queue)

    @cached_property
    def answers(self) -> "Answers":
        """Those who wait for a verdict."""
        from footy.core.aws.step_functions import Answers

        return Answers(self.client("stepfunctions"))

    @cached_property
    def clips_pool(self) -> "ClipsPool":
        """The workers that fetch clips."""
        from footy.goals.adapters.pools.ecs import ClipsPool

        return ClipsPool(self.client("ecs"), self.settings)

    @cached_property
    def looks_feed(self) -> "Feed":
        """What hands over the clips that are to be looked at."""
        from footy.core.aws.event_source import Feed

        return Feed(self.client("lambda"), self.settings.looks_feed)

    @cached_property
    def dead_letters(self) -> "DeadLetters":
        """Where messages go that nobody could handle."""
        from footy.core.aws.sqs import DeadLetters

        return DeadLetters(self.client("sqs"), self.settings.dead_letters)

    @cached_property
    def uploads(self) -> "Uploads":
        """The upload queue."""
        from footy.core.aws.sqs import Uploads

        return Uploads(self.client("sqs"), self.settings.upload_queue)

    def _orders(self, url: str) -> "Orders":
        from botocore.config import Config

        from footy.core.aws.sqs import Orders

        # a long poll lasts longer than other calls may
        polls = self.client("sqs", client_config().merge(Config(read_timeout=LONGEST_POLL)))
        return Orders(self.client("sqs"), url, polls)
