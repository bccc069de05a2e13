"""Chroma format in an H.264 header: PyAV decodes grayscale as 4:2:0, but browsers do not play it."""

HEADER_BYTES = 6  # bytes of the decoder configuration before the length of its first parameter set
PROFILES_WITH_CHROMA = frozenset({100, 110, 122, 244, 44, 83, 86, 118, 128})  # profiles with a chroma_format_idc
GRAY = 0


def is_gray(configuration: bytes | None) -> bool:
    """Return whether the video is grayscale; an unusual header counts as colour."""
    settings = (configuration or b"")[HEADER_BYTES + 2 :]
    if (
        not (configuration or b"").startswith(b"\1")
        or len(settings) < HEADER_BYTES
        or settings[1] not in PROFILES_WITH_CHROMA
    ):
        return False
    bits = "".join(f"{byte:08b}" for byte in settings[4:12])
    _, at = _number(bits, 0)  # seq_parameter_set_id
    colours, _ = _number(bits, at)
    return colours == GRAY


def _number(bits: str, at: int) -> tuple[int, int]:
    """Read an Exp-Golomb number; return it with the position of the next."""
    one = bits.find("1", at)
    end = one + (one - at) + 1
    return (int(bits[one:end], 2) - 1, end) if one >= 0 else (-1, len(bits))
