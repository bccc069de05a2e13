"""Random events of searches: they open, perhaps during a tick, fail or end."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.stateful.troubles import Troubled
from tests.support.interruptions import before_write

PICKS = st.integers(0, 7)
TRIES = 5


class Searched(Troubled):
    """Executions of a match, independent of the monitor."""

    @precondition(lambda self: self.control.running(opened=False))
    @rule(pick=PICKS)
    def search_opens(self, pick: int) -> None:
        self._open(self._of(self.control.running(opened=False), pick))

    @precondition(lambda self: self.control.running(opened=False))
    @rule(pick=PICKS, seed=PICKS)
    def search_opens_while_a_tick_writes(self, pick: int, seed: int) -> None:
        name = self._of(self.control.running(opened=False), pick)
        self._next_tick()
        with before_write(1, lambda: self._open(name)):
            self._sure_poll(seed)

    @precondition(lambda self: self.control.by_name)
    @rule(pick=PICKS, opened=st.booleans())
    def search_dies(self, pick: int, *, opened: bool) -> None:
        if running := self.control.running(opened=opened):
            self.control.by_name[self._of(running, pick)].status = "FAILED"

    @precondition(lambda self: self.control.running(opened=False))
    @rule(seed=PICKS)
    def searches_die_at_their_start(self, seed: int) -> None:
        """Run the searches one after the other for some minutes."""
        for _ in range(TRIES):
            for name in self.control.running(opened=False):
                self.control.by_name[name].status = "FAILED"
            self._next_tick()
            self._sure_poll(seed)

    @precondition(lambda self: self.control.running(opened=True))
    @rule(pick=PICKS)
    def search_succeeds(self, pick: int) -> None:
        self._succeed(self._of(self.control.running(opened=True), pick))
