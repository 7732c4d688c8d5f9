"""Threads that decode a type for the first time in the same moment: msgspec alone lets the process die of it."""

import subprocess
import sys

MANY_THREADS = """
import sys
from contextlib import suppress
from threading import Barrier, Thread

import msgspec
from api import compose
from referee.match.entries import decode, prepare
from referee.match.registry import rulesets
from referee.shapes import all_below

prepare()
sys.setswitchinterval(1e-6)


def at_once(call):
    barrier = Barrier(3)

    def go():
        barrier.wait()
        with suppress(msgspec.ValidationError):
            call()

    threads = [Thread(target=go) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def is_decoded(kind):
    try:
        msgspec.json.Decoder(kind)
    except (TypeError, NameError):
        return False
    return True


for kind in filter(is_decoded, list(all_below(msgspec.Struct))):
    fields = msgspec.json.encode(dict.fromkeys(kind.__struct_encode_fields__) | {"type": kind.__struct_config__.tag})
    at_once(lambda: msgspec.json.decode(fields, type=kind))
for name in rulesets():
    at_once(lambda: decode(b'{"version":1,"event":{"type":"retract","of":1},"facts":[{"type":"x"}]}', "retract", name))
print("whole")
"""


def test_types_are_known_before_there_are_threads() -> None:
    process = subprocess.run([sys.executable, "-c", MANY_THREADS], capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout) == (0, "whole\n"), process.stderr[-500:]
