"""Seccomp filters of the sandbox: BPF programs that the kernel runs before every system call.

A worker reads its input and writes one answer. Calls for network, other processes and changes of files end in EPERM,
the start of a thread or a child in EAGAIN, as with a limit on processes, and calls newer than this list in ENOSYS.
The stricter filter opens no file at all.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # offsets in the kernel's struct seccomp_data
FIRST_UNKNOWN = 453  # after fchmodat2; calls of the x32 ABI have numbers far above
CHANGES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
SIGNALS_OTHERS = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX make a pipe send signals

# numbers on x86_64 and on aarch64; 0 for a missing call
REFUSED = {
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    "accept": (43, 202), "accept4": (288, 242), "sendto": (44, 206), "sendmsg": (46, 211), "sendmmsg": (307, 269),
    "recvfrom": (45, 207), "recvmsg": (47, 212), "recvmmsg": (299, 243),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438), "execve": (59, 221), "execveat": (322, 281), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "process_madvise": (440, 440), "kcmp": (312, 272),
    "prlimit64": (302, 261), "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    "migrate_pages": (256, 238), "move_pages": (279, 239),
    "shmget": (29, 194), "shmat": (30, 196), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "memfd_create": (319, 279), "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97),
    "setns": (308, 268), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "openat2": (437, 437), "creat": (85, 0),
    "unlink": (87, 0), "unlinkat": (263, 35), "rmdir": (84, 0), "rename": (82, 0), "renameat": (264, 38),
    "renameat2": (316, 276), "link": (86, 0), "linkat": (265, 37), "symlink": (88, 0), "symlinkat": (266, 36),
    "mkdir": (83, 0), "mkdirat": (258, 34), "mknod": (133, 0), "mknodat": (259, 33), "truncate": (76, 45),
    "ftruncate": (77, 46), "fallocate": (285, 47), "chmod": (90, 0), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "chown": (92, 0), "fchown": (93, 55), "lchown": (94, 0), "fchownat": (260, 54),
    "utime": (132, 0), "utimes": (235, 0), "futimesat": (261, 0), "utimensat": (280, 88), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}  # fmt: skip
PROCESS_STARTS = {"clone": (56, 220), "clone3": (435, 435), "fork": (57, 0), "vfork": (58, 0)}
OPENINGS = {"open": (2, 0, 1), "openat": (257, 56, 2)}  # and the index of the flags argument
FCNTL = (72, 25, 1)
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

Label = str
Positions = Mapping[Label, int]


@dataclass(frozen=True, slots=True)
class Jump:
    """Comparison that jumps to the label if it holds."""

    compare: int
    value: int
    label: Label


@dataclass(frozen=True, slots=True)
class Plain:
    """Instruction without a branch; a label makes it a jump target."""

    code: int
    value: int
    label: Label = ""


@cache
def program(machine: str, *, opens_files: bool = True) -> bytes:
    """Return the filter for a processor, as the kernel reads it."""
    column, architecture = MACHINES[machine]
    return _assembled(list(_instructions(column, architecture, opens_files=opens_files)))


def install(*, opens_files: bool) -> None:
    """Install the filter for the rest of this process's life; raise OSError if the kernel refuses it."""
    filter_program = program(platform.machine(), opens_files=opens_files)
    instructions = ctypes.create_string_buffer(filter_program, len(filter_program))
    header = struct.pack("@HP", len(filter_program) // 8, ctypes.addressof(instructions))
    if _C.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(header), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel refused the seccomp filter")


def _instructions(column: int, architecture: int, *, opens_files: bool) -> Iterator[Jump | Plain]:
    yield Plain(LOAD, ARCHITECTURE)
    yield Jump(EQUAL, architecture, "known")
    yield Plain(RETURN, REFUSE | errno.EPERM)
    yield Plain(LOAD, NUMBER, "known")
    yield Jump(AT_LEAST, FIRST_UNKNOWN, "unknown")
    yield from (Jump(EQUAL, number, "refused") for number in _numbers(REFUSED.values(), column))
    yield from (Jump(EQUAL, number, "try again") for number in _numbers(PROCESS_STARTS.values(), column))
    openings = [(row[column], row[2]) for row in OPENINGS.values() if row[column]]
    yield from (Jump(EQUAL, number, f"argument {index}" if opens_files else "refused") for number, index in openings)
    yield Jump(EQUAL, FCNTL[column], "fcntl")
    yield Plain(RETURN, ALLOW)
    for _, index in openings if opens_files else ():
        yield Plain(LOAD, ARGUMENTS + 8 * index, f"argument {index}")
        yield Jump(ANY_BIT, CHANGES, "refused")
        yield Plain(RETURN, ALLOW)
    yield Plain(LOAD, ARGUMENTS + 8 * FCNTL[2], "fcntl")
    yield from (Jump(EQUAL, command, "refused") for command in SIGNALS_OTHERS)
    yield Plain(RETURN, ALLOW)
    yield Plain(RETURN, REFUSE | errno.EPERM, "refused")
    yield Plain(RETURN, REFUSE | errno.EAGAIN, "try again")
    yield Plain(RETURN, REFUSE | errno.ENOSYS, "unknown")


def _numbers(rows: Iterable[tuple[int, int]], column: int) -> list[int]:
    return [row[column] for row in rows if row[column]]


def _assembled(instructions: list[Jump | Plain]) -> bytes:
    positions = {one.label: at for at, one in enumerate(instructions) if isinstance(one, Plain)}
    return b"".join(_packed(one, at, positions) for at, one in enumerate(instructions))


def _packed(one: Jump | Plain, at: int, positions: Positions) -> bytes:
    if isinstance(one, Jump):
        return struct.pack("=HBBI", one.compare, positions[one.label] - at - 1, 0, one.value)
    return struct.pack("=HBBI", one.code, 0, 0, one.value)


_C = ctypes.CDLL(None, use_errno=True)
