"""Hypothesis profiles: number of examples in the gate, fewer in `make quick`, many in `make soak`."""

from hypothesis import settings

QUICK, GATE, SOAK = "quick", "gate", "soak"
SOAK_TIMES = 40
HASTE = 4

settings.register_profile(GATE, deadline=None, derandomize=True, print_blob=True)
settings.register_profile(QUICK, deadline=None, derandomize=True, print_blob=True, max_examples=100 // HASTE)
settings.register_profile(SOAK, deadline=None, max_examples=SOAK_TIMES * 100, print_blob=True)


def examples(gate: int) -> int:
    """Return the number of examples for the current profile."""
    return {QUICK: max(gate // HASTE, 1), SOAK: SOAK_TIMES * gate}.get(settings.get_current_profile_name(), gate)
