"""How many examples a property plays: few enough for the gate, fewer in `make quick`, many in `make soak`."""

from hypothesis import settings

QUICK, GATE, SOAK = "quick", "gate", "soak"
SOAKED = 40
HASTY = 4

settings.register_profile(GATE, deadline=None, derandomize=True, print_blob=True)
settings.register_profile(QUICK, deadline=None, derandomize=True, print_blob=True, max_examples=100 // HASTY)
settings.register_profile(SOAK, deadline=None, max_examples=SOAKED * 100, print_blob=True)


def examples(gate: int) -> int:
    """As many as the gate can afford; many times more when there is time, fewer when somebody waits."""
    return {QUICK: max(gate // HASTY, 1), SOAK: SOAKED * gate}.get(settings.get_current_profile_name(), gate)
