"""A stand-in for the process that draws pictures: it answers with its number and its input, or obeys the input."""

import os
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any


def serve(worker: "Connection[Any, Any]") -> None:
    """Answers until the connection ends, or the input says to die, to hang, to refuse, or to wait for a file."""
    while True:
        message = worker.recv_bytes().decode()
        if message == "die":
            os._exit(1)
        while message == "hang" or (message.startswith("/") and not Path(message).exists()):
            time.sleep(0.01)
        worker.send_bytes(b"" if message == "refuse" else f"{os.getpid()} {message}".encode())
        if message == "last":
            return


if __name__ == "__main__":
    try:
        serve(Connection(int(sys.argv[1])))
    except EOFError:
        sys.exit()
