"""How many examples a property plays: few enough for the gate, many in `make soak`."""

from hypothesis import settings

GATE, SOAK = "gate", "soak"
SOAKED = 40

settings.register_profile(GATE, deadline=None, derandomize=True, print_blob=True)
settings.register_profile(SOAK, deadline=None, max_examples=SOAKED * 100, print_blob=True)


def examples(gate: int) -> int:
    """As many as the gate can afford; many times more when there is time."""
    return SOAKED * gate if settings.get_current_profile_name() == SOAK else gate
