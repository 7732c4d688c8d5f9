"""A line between devices and a service, which a test can cut."""

import socket
from contextlib import suppress
from threading import Lock, Thread

CHUNK = 65536


class Line:
    """Forwards bytes between a port of its own and the service's. Once it is cut each connection is dead, and each new one."""

    def __init__(self, service_url: str) -> None:
        self._service = int(service_url.rpartition(":")[2])
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        """The service's address by this line."""
        self._lock = Lock()
        self._open: set[socket.socket] = set()
        self._is_cut = False
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Ends every connection, and every new one, until `mend`."""
        with self._lock:
            self._is_cut = True
            for one in self._open:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Lets connections through again."""
        with self._lock:
            self._is_cut = False

    @property
    def connection_count(self) -> int:
        """The number of connections that devices hold now."""
        return len(self._open) // 2

    def close(self) -> None:
        """Ends the line for good."""
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                device, _ = self._listening.accept()
                Thread(target=self._carry, args=(device,), daemon=True).start()

    def _carry(self, device: socket.socket) -> None:
        with device, suppress(OSError), socket.create_connection(("127.0.0.1", self._service)) as service:
            ends = {device, service}
            with self._lock:
                if self._is_cut:
                    return
                self._open |= ends
            back = Thread(target=_copy, args=(service, device), daemon=True)
            back.start()
            _copy(device, service)
            back.join()
            with self._lock:
                self._open -= ends


def _copy(source: socket.socket, target: socket.socket) -> None:
    """Copies until an end closes, and says so to the other."""
    with suppress(OSError):
        while data := source.recv(CHUNK):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
