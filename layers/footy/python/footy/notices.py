"""The part of a world that tells other places of goals; used only where a deployment has such places."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from footy.stores import Stores

if TYPE_CHECKING:
    from footy.adapters.courier import Courier
    from footy.adapters.mongo.sent_messages import SentMessages
    from footy.adapters.webhooks import Webhooks
    from footy.model.webhooks import WebhookTarget


class Notices(Stores):
    """Webhooks, who is to be told, and what they were told."""

    @cached_property
    def webhook_targets(self) -> "Sequence[WebhookTarget]":
        """Who is told of goals."""
        from footy.adapters.webhook_targets import read_targets

        return read_targets(self.secrets.read(self.settings.webhooks_secret).get("targets"))

    @cached_property
    def webhooks(self) -> "Webhooks":
        """The way to them: by https only to where everybody may go."""
        from footy.adapters.addresses import public_addresses
        from footy.adapters.http import Door
        from footy.adapters.webhooks import LARGEST, SECONDS, SERVICE, Webhooks

        return Webhooks(Door(SERVICE, seconds=SECONDS, largest=LARGEST, addresses=public_addresses))

    @cached_property
    def courier(self) -> "Courier":
        """Who carries the messages."""
        from footy.adapters.courier import Courier

        return Courier(self.webhooks, self.sent_messages, self.machine_clock)

    @cached_property
    def sent_messages(self) -> "SentMessages":
        """What they were told."""
        from footy.adapters.mongo.sent_messages import SentMessages

        return SentMessages(self.database)
