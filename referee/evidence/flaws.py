"""What a check may find wrong, and where: the first event that is not as it was recorded."""

from typing import Literal

from msgspec import Struct

Problem = Literal[
    "unreadable",
    "opening",
    "twice",
    "order",
    "chain",
    "topic",
    "proof",
    "leaf",
    "missing",
    "checkpoint",
    "signature",
    "tile",
    "unplaced",
]

SENTENCES: dict[Problem, str] = {
    "unreadable": "it cannot be read: {found}",
    "opening": "a chain begins with its opening: expected {expected}, found {found}",
    "twice": "this chain has come before",
    "order": "the chain breaks at version {version}: expected version {expected}, found {found}",
    "chain": "the chain breaks at version {version}: expected {expected}, found {found}",
    "topic": "it is an event of type {expected}, stored as {found}",
    "proof": "it is not in the signed log: {found}",
    "leaf": "it is not what was recorded there: it was changed, moved or put in, or a record before it was taken out",
    "missing": "records are missing at the end: expected {expected}, found {found}",
    "checkpoint": "from there on the log is not the one that was signed: root {expected}, and here it is {found}",
    "signature": "the checkpoint is not to be trusted: {found}",
    "tile": "the tree was changed there, not the log: expected {expected}, found {found}",
    "unplaced": "it lies outside the order of the log, where nobody who follows it looks",
}


class Flaw(Struct, frozen=True, omit_defaults=True):
    """What is wrong and where: the line of a file, or the position in a log and the leaf; the event, by stream and version."""

    problem: Problem
    line: int | None = None
    position: int | None = None
    leaf: int | None = None
    stream: str | None = None
    version: int | None = None
    expected: str | int | None = None
    found: str | int | None = None

    @property
    def where(self) -> str:
        """The place in words."""
        parts = [("line", self.line), ("position", self.position), ("leaf", self.leaf)]
        told = [f"{name} {value}" for name, value in parts if value is not None]
        told += [f"{self.stream} version {self.version}"] if self.version is not None else []
        return ", ".join(told)

    @property
    def words(self) -> str:
        """The whole in a sentence."""
        sentence = SENTENCES[self.problem].format(version=self.version, expected=self.expected, found=self.found)
        return f"{self.where}: {sentence}" if self.where else sentence
