"""What an H.264 film says of its colours: a gray one decodes as if it had some, but browsers show nothing."""

HEADS = 6  # bytes of the decoder configuration before its first parameter set, whose length comes next
CHOOSING = frozenset({100, 110, 122, 244, 44, 83, 86, 118, 128})  # profiles that say of what sort their colours are
GRAY = 0


def is_gray(configuration: bytes | None) -> bool:
    """Whether a film has brightness alone; one that does not say so in the usual place is not."""
    settings = (configuration or b"")[HEADS + 2 :]
    if not (configuration or b"").startswith(b"\1") or len(settings) < HEADS or settings[1] not in CHOOSING:
        return False
    bits = "".join(f"{byte:08b}" for byte in settings[4:12])
    _, at = _number(bits, 0)  # the set's own
    colours, _ = _number(bits, at)
    return colours == GRAY


def _number(bits: str, at: int) -> tuple[int, int]:
    """A number as H.264 writes it, so many zeros in front as it has digits after its first; and where the next is."""
    one = bits.find("1", at)
    end = one + (one - at) + 1
    return (int(bits[one:end], 2) - 1, end) if one >= 0 else (-1, len(bits))
