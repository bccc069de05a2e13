"""Addresses that somebody might put where a video's should be, made by chance; the same number makes the same."""

import random
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from hypothesis import strategies as st

# written down from the registries of the IANA, not from what the guard uses
INSIDE = tuple(
    (IPv6Network if ":" in text else IPv4Network)(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
        *("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        *("::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16"),
        *("3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
    )
)
CARRIERS = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))
LISTED = "video.twimg.com"
SCHEMES = ("https", "https", "https", "http", "HTTPS", "ftp", "file", "javascript", "data", "gopher", "", "h\u0167tps")
LINKS = ("://", "://", "://", "://", ":/", ":", ":///", ":\\\\", "//")
PEOPLE = ("", "", "", "a@", "a:b@", f"{LISTED}@", "%40@", "\ud800@", "@@", f"{LISTED}%2f@")
NAMES = (
    *(LISTED, LISTED.upper(), f"{LISTED}.", f"{LISTED}..", f"{LISTED}%00.evil.test", f"{LISTED}.evil.test"),
    *("video。twimg。com", "ⓥideo.twimg.com", "video.twimg.com\u200b", "vide\u00ado.twimg.com", "video.twimg.com\r\n"),
    *("xn--a", "xn--", "xn--zzzzzz", "xn--\u00e9", "xn--" + "a" * 70, "\ud800", "a\udfff.test", "a" * 64, "a." * 200),
    *("localhost", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "①②⑦.⓪.⓪.①", "１２７.0.0.1", "127.0.0.1.", "²"),
    *("", ".", "..", "-", "_", "[", "[::1", "[]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", "[::1]x", "٠.٠.٠.٠"),
    *("metadata.google.internal", "169.254.169.254.nip.io", "\u202evideo.twimg.com", "a b", "a\tb", "a\\b", "%", "%zz"),
)
PORTS = ("", "", "", ":443", ":0", ":80", ":65536", ":-1", ":²", ":4 4", ":" + "9" * 400, ":", ":0x1bb")
PATHS = (
    *("/a.mp4", "/a.mp4", "", "/..%2f..", "/\r\nHost: evil", "/\ud800", "/é", "?x=²", "#", "\\a", "/\x00", "/%"),
    *("/" + "a" * 5000, "//evil.test/a", "/@evil.test", ";", "/a.mp4?" + "x=1&" * 500),
)
ODD = ("\x00", "\r\n", "\ud800", "\u2028", "\ufeff", "@", "\\", "[", "]", "%", "²", "。", "／", "\u0301", " ", "#", "?")


def hostile_url(chance: random.Random) -> str:
    """An address of odd parts, sometimes with an odd sign somewhere."""
    host = chance.choice((*NAMES, written(inside(chance), chance), written(inside(chance), chance)))
    parts = (chance.choice(SCHEMES), chance.choice(LINKS), chance.choice(PEOPLE), host)
    url = "".join((*parts, chance.choice(PORTS), chance.choice(PATHS)))
    for _ in range(chance.choice((0, 0, 0, 1, 3))):
        at = chance.randrange(len(url) + 1)
        url = url[:at] + chance.choice((*ODD, chr(chance.randrange(0x110000)))) + url[at:]
    return url


def urls() -> st.SearchStrategy[str]:
    """The same, as the property tests want them."""
    return st.integers(0, 2**32).map(lambda number: hostile_url(random.Random(number)))


def inside(chance: random.Random) -> IPv4Address | IPv6Address:
    """An address that must never be reached, as it is or in one that carries it."""
    network = chance.choice(INSIDE)
    address = network[chance.randrange(network.num_addresses)]
    if isinstance(address, IPv4Address) and chance.random() < 0.3:
        return chance.choice(CARRIERS)[int(address)]
    return address


def outside(chance: random.Random) -> IPv4Address | IPv6Address:
    """An address of the open internet."""
    while True:
        address = IPv6Address(chance.getrandbits(125) | 1 << 125) if chance.random() < 0.5 else None
        found = address or IPv4Address(chance.getrandbits(32))
        if not is_inside(found):
            return found


def is_inside(address: IPv4Address | IPv6Address) -> bool:
    """Whether it is one of those, itself or by what it carries."""
    if isinstance(address, IPv6Address) and any(address in carrier for carrier in CARRIERS):
        return is_inside(IPv4Address(int(address) & 0xFFFFFFFF))
    return any(address.version == network.version and address in network for network in INSIDE)


def written(address: IPv4Address | IPv6Address, chance: random.Random) -> str:
    """An address in one of its notations."""
    if isinstance(address, IPv6Address):
        return f"[{chance.choice((str(address), address.exploded, f'{address}%25eth0'))}]"
    notations: Sequence[Callable[[], str]] = (
        lambda: str(address),
        lambda: str(int(address)),
        lambda: hex(int(address)),
        lambda: ".".join(f"0{byte:o}" for byte in address.packed),
        lambda: ".".join(map(hex, address.packed)),
        lambda: f"{address.packed[0]}.{int(address) & 0xFFFFFF}",
        lambda: f"[::ffff:{address}]",
        lambda: f"{address}.",
    )
    return chance.choice(notations)()
