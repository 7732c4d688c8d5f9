"""Measures what a start costs, and what a service occupies: `python -m tests.benchmarks.starting [CHECKOUT] [--turns N]`.

It prints the CPU seconds of all processes of `referee serve` on an existing file until `/v1/health/live` answers, and those of
`referee --help`, `audit FILE`, `verify FILE` and `export`; then the memory (PSS) of all processes of the service at rest after
its start, and with 200 matches in play. With a CHECKOUT, a tree with an environment of its own (`make setup` there), both are
measured in turns: the medians stand side by side.
"""

import argparse
import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import httpx

from tests.benchmarks.test_quiet_hall import TICKS
from tests.support.service import TOKEN, Caller, free_port

MATCHES = 200
REST_SECONDS = 12.0
"""Seconds until a service is at rest: its process of the read models begins five seconds after it."""
LOOK_SECONDS = 0.02
LONGEST_SECONDS = 120.0


class Tree:
    """A tree of the product and the folder of the database that it is measured with."""

    def __init__(self, name: str, checkout: Path, folder: Path) -> None:
        self.name, self.checkout, self.folder = name, checkout, folder
        self.python = str(checkout / ".venv" / "bin" / "python")
        self.database, self.record = folder / "referee.sqlite", folder / "record.json"
        self.match = ""
        """The match of the record, in the database."""
        self.figures: dict[str, list[float]] = {}
        folder.mkdir()

    def notes(self, name: str, figure: float) -> None:
        """Keeps a figure."""
        self.figures.setdefault(name, []).append(figure)

    @property
    def environment(self) -> dict[str, str]:
        """The variables of its processes."""
        return os.environ | {"REFEREE_TOKEN": TOKEN, "XDG_DATA_HOME": str(self.folder), "LANGUAGE": "en"}

    @contextmanager
    def serve(self) -> Iterator[tuple[int, Caller]]:
        """Serves the database until the block ends; yields the session of its processes, and a client, once it is live."""
        port = free_port()
        command = [self.python, "-m", "api.cli", "serve", "--port", str(port), "--database", str(self.database)]
        with (self.folder / "output.txt").open("w") as output:
            process = subprocess.Popen(
                command,
                cwd=self.checkout,
                env=self.environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            with Caller(base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {TOKEN}"}) as client:
                _wait_until_live(client, process)
                yield process.pid, client
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(LONGEST_SECONDS)

    def runs(self, *arguments: str) -> float:
        """Runs a command, and returns its CPU seconds."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [self.python, "-m", "api.cli", *arguments]
        subprocess.run(command, cwd=self.checkout, env=self.environment, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def prepare(self) -> None:
        """Makes the database and the file that the commands read."""
        with self.serve() as (_, client):
            match = client.open()
            for event in ({"type": "note", "text": "mesa 3"}, {"type": "note", "text": "sin luz"}):
                client.tell(match, event)
        self.match = match
        command = [self.python, "-m", "api.cli", "export", match, "--database", str(self.database)]
        self.record.write_bytes(subprocess.check_output(command, cwd=self.checkout, env=self.environment))

    def measure(self) -> None:
        """Takes one turn."""
        database = ("--database", str(self.database))
        self.notes("`referee --help`, CPU s", self.runs("--help"))
        self.notes("`referee audit FILE`, CPU s", self.runs("audit", str(self.record)))
        self.notes("`referee verify FILE`, CPU s", self.runs("verify", str(self.record)))
        self.notes("`referee export`, CPU s", self.runs("export", self.match, *database))
        with self.serve() as (session, client):
            self.notes("`referee serve` until it is live, CPU s", cpu_seconds(session))
            time.sleep(REST_SECONDS)
            self.notes("at rest after the start, MB", sum(memory(session).values()))
            _play(client)
            time.sleep(REST_SECONDS)
            each = memory(session)
            self.notes(f"{MATCHES} matches in play, MB", sum(each.values()))
            self.notes("its processes", len(each))


def _wait_until_live(client: Caller, process: "subprocess.Popen[bytes]") -> None:
    """Waits for the first answer. Fails if the service ends."""
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, "the service has ended"
        try:
            if client.get("/v1/health/live").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(LOOK_SECONDS)
    raise AssertionError("the service does not answer")


def _play(client: Caller) -> None:
    """Opens matches, and tells two things of each."""
    for number in range(MATCHES):
        seats = [{"name": f"Ana {number}"}, {"name": f"Beto {number}"}]
        match = client.post(
            "/v1/matches", json={"ruleset": "hearts.castillar", "seats": seats, "first_dealer": 0}
        ).json()["id"]
        for text in ("mesa 3", "sin luz"):
            client.tell(match, {"type": "note", "text": text})
            client.get(f"/v1/matches/{match}")


def cpu_seconds(session: int) -> float:
    """The CPU seconds of all processes of a session, with those of their children that have ended."""
    return sum(sum(map(int, fields[11:15])) for _, fields in _processes(session)) / TICKS


def memory(session: int) -> dict[int, float]:
    """The memory of each process of a session in MB (PSS): a page that several processes share is divided among them."""
    found = {}
    for process, _ in _processes(session):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        found[process] = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
    return found


def _processes(session: int) -> Iterator[tuple[int, list[str]]]:
    """The processes of a session, and the kernel's fields of each (proc(5), from the state on)."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[3]) == session:
            yield int(stat.parent.name), fields


def main() -> None:
    """Measures, and prints the table."""
    reader = argparse.ArgumentParser()
    reader.add_argument("checkout", type=Path, nargs="?", help="another tree, measured in turns")
    reader.add_argument("--turns", type=int, default=5)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trees = [Tree("this tree", Path(__file__).parents[2], Path(folder) / "this")]
        if asked.checkout:
            trees.insert(0, Tree("the other", asked.checkout.absolute(), Path(folder) / "other"))
        for tree in trees:
            tree.prepare()
        for turn in range(asked.turns):
            for tree in trees if turn % 2 else reversed(trees):
                tree.measure()
    print("| |", " | ".join(tree.name for tree in trees), "|" if len(trees) == 1 else "| ratio |")
    print("| --- |" + " --- |" * (len(trees) + (len(trees) > 1)))
    for what in trees[0].figures:
        middles = [median(tree.figures[what]) for tree in trees]
        ratio = f" {middles[1] / middles[0]:.2f} |" if len(trees) > 1 else ""
        print(f"| {what} |", " | ".join(f"{middle:.3g}" for middle in middles), "|" + ratio)


if __name__ == "__main__":
    main()
