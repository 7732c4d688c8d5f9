"""The flaws that a check can find, and their places: the first event that is not as it was recorded."""

from typing import Literal

from msgspec import Struct

from referee.text import Text

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
    "gone",
    "headless",
    "absent",
    "left_out",
    "stray",
    "end",
    "checkpoint",
    "signature",
    "tile",
    "unplaced",
    "seed",
    "name",
]

SENTENCES: dict[Problem, Text] = {
    "unreadable": Text(es="no se puede leer: {found}", en="it cannot be read: {found}"),
    "opening": Text(
        es="una cadena empieza con su apertura: se esperaba {expected} y hay {found}",
        en="a chain begins with its opening: expected {expected}, found {found}",
    ),
    "twice": Text(es="esta cadena ya salió antes", en="this chain has come before"),
    "order": Text(
        es="la cadena se rompe en la versión {version}: se esperaba la versión {expected} y está la {found}",
        en="the chain breaks at version {version}: expected version {expected}, found {found}",
    ),
    "chain": Text(
        es="la cadena se rompe en la versión {version}: se esperaba {expected} y pone {found}",
        en="the chain breaks at version {version}: expected {expected}, found {found}",
    ),
    "topic": Text(
        es="es un evento de tipo {expected}, guardado como {found}",
        en="it is an event of type {expected}, stored as {found}",
    ),
    "proof": Text(es="no está en el registro firmado: {found}", en="it is not in the signed log: {found}"),
    "leaf": Text(
        es="no es lo que se anotó ahí: se cambió, se movió o se añadió, o se quitó un registro anterior",
        en="it is not what was recorded there: it was changed, moved or put in, or a record before it was taken out",
    ),
    "missing": Text(
        es="faltan registros al final: se esperaban {expected} y hay {found}",
        en="records are missing at the end: expected {expected}, found {found}",
    ),
    "gone": Text(
        es="falta: en su lugar está {found}",
        en="it is missing: in its place stands {found}",
    ),
    "headless": Text(
        es="se esperaba la versión {expected} y está la {found} de otra cadena, cuya apertura falta, o se cambió",
        en="expected version {expected}, found version {found} of another chain, whose opening is missing, or it was changed",
    ),
    "absent": Text(
        es="falta entera, con sus {expected} entradas",
        en="it is missing altogether, with its {expected} entries",
    ),
    "left_out": Text(
        es="nombra el encuentro {expected}, que no está en el fichero",
        en="it names match {expected}, which is not in the file",
    ),
    "stray": Text(
        es="el campeonato del fichero no nombra este encuentro",
        en="the championship in the file does not name this match",
    ),
    "end": Text(
        es="no acaba como se firmó: {found}",
        en="it does not end as it was signed: {found}",
    ),
    "checkpoint": Text(
        es="desde ahí el registro no es el que se firmó: la raíz era {expected}, y aquí es {found}",
        en="from there on the log is not the one that was signed: root {expected}, and here it is {found}",
    ),
    "signature": Text(es="el punto de control no es de fiar: {found}", en="the checkpoint cannot be trusted: {found}"),
    "tile": Text(
        es="ahí se cambió el árbol, no el registro: se esperaba {expected} y hay {found}",
        en="the tree was changed there, not the log: expected {expected}, found {found}",
    ),
    "unplaced": Text(
        es="está fuera del orden del registro, donde nadie que lo siga lo vería",
        en="it is outside the order of the log, where no follower would see it",
    ),
    "seed": Text(es="{found}", en="{found}"),
    "name": Text(es="el nombre de {expected}: {found}", en="the name of {expected}: {found}"),
}
PLACES = {
    "line": Text(es="línea", en="line"),
    "position": Text(es="posición", en="position"),
    "leaf": Text(es="hoja", en="leaf"),
}
VERSION = Text(es="versión", en="version")


class EvidenceFlaw(Struct, frozen=True, omit_defaults=True):
    """A flaw and its place: the line of a file, or the position in a log and the leaf; the event, by stream and version."""

    problem: Problem
    line: int | None = None
    position: int | None = None
    leaf: int | None = None
    stream: str | None = None
    version: int | None = None
    expected: str | int | Text | None = None
    found: str | int | Text | None = None

    @property
    def text(self) -> Text:
        """The place and the flaw, as a sentence."""
        return Text(es=self._in("es"), en=self._in("en"))

    @property
    def words(self) -> str:
        """The sentence in English."""
        return self.text.en

    def _in(self, language: str) -> str:
        sentence = SENTENCES[self.problem].in_language(language)
        values = {
            name: part.in_language(language) if isinstance(part, Text) else part
            for name, part in (("expected", self.expected), ("found", self.found))
        }
        sentence = sentence.format(version=self.version, **values)
        where = self._where(language)
        return f"{where}: {sentence}" if where else sentence

    def _where(self, language: str) -> str:
        numbers = {"line": self.line, "position": self.position, "leaf": self.leaf}
        parts = [f"{PLACES[name].in_language(language)} {at}" for name, at in numbers.items() if at is not None]
        if self.version is not None:
            parts.append(f"{self.stream} {VERSION.in_language(language)} {self.version}")
        return ", ".join(parts)
