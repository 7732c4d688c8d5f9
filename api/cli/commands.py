"""The commands of `referee`: what each does, and where it is. Help needs no more, so a command is loaded when it runs."""

from typing import Final

from msgspec import Struct

from referee.text import Text


class CommandEntry(Struct, frozen=True):
    """A command in the list: `module:function`, and its words."""

    place: str
    es: str
    en: str

    @property
    def words(self) -> Text:
        """The words in both languages."""
        return Text(es=self.es, en=self.en)


COMMANDS: Final = {
    "serve": CommandEntry(
        "api.cli.serving:serve",
        es="Arranca el servicio: la API, su documentación y las páginas.",
        en="Start the service: the API, its documentation and pages.",
    ),
    "demo": CommandEntry(
        "api.cli.serving:demo",
        es="Arranca una demostración: encuentros de ejemplo, mesas abiertas y un campeonato en una base de datos "
        "nueva.",
        en="Start a demonstration: example matches, open tables and a championship, in a new database.",
    ),
    "witness": CommandEntry(
        "api.cli.witness:witness",
        es="Arranca un testigo: firma los puntos de control de los registros de otros, cada uno solo si continúa el "
        "anterior.",
        en="Start a witness: it signs the checkpoints of other people's logs, each only if it continues the one "
        "before.",
    ),
    "certificate": CommandEntry(
        "api.cli.certificate:certificate",
        es="Crea un certificado HTTPS para los nombres y direcciones de una sala, y la autoridad de la que se fían "
        "sus tabletas.",
        en="Make an HTTPS certificate for a hall's names and addresses, and the small authority that its tablets "
        "trust.",
    ),
    "import": CommandEntry(
        "api.cli.archive.portable:import_",
        es="Importa actas. Cada evento se juzga de nuevo; un acta con un error se rechaza entera.",
        en="Import portable records. Each event is judged again; a record with a mistake is refused as a whole.",
    ),
    "export": CommandEntry(
        "api.cli.archive.portable:export",
        es="Escribe un encuentro, o un campeonato con sus encuentros, como acta con sus cadenas.",
        en="Print a match, or a championship with its matches, as a portable record with its chains.",
    ),
    "verify": CommandEntry(
        "api.cli.archive.verifying:verify",
        es="Comprueba un acta, o la prueba de un nombre, sin red ni servicio. Sin FICHERO, la base de datos entera: "
        "cadenas, árbol, puntos de control, y las tablas que se sirven.",
        en="Check a record, or the proof of a name, offline. Without FILE, check the whole database: chains, tree, "
        "checkpoints, and the tables that are served.",
    ),
    "checkpoint": CommandEntry(
        "api.cli.archive.verifying:checkpoint",
        es="Escribe el punto de control firmado del registro como está ahora, para guardarlo en otra parte.",
        en="Print the signed checkpoint of the log as it is now, to keep elsewhere.",
    ),
    "key": CommandEntry(
        "api.cli.archive.keys:key",
        es="Escribe la clave pública con la que se comprueban los puntos de control.",
        en="Print the public key that checks the log's checkpoints.",
    ),
    "audit": CommandEntry(
        "api.cli.archive.auditing:audit",
        es="Escribe la repetición legible de un encuentro del registro, o del acta de un fichero.",
        en="Print the readable replay of a match in the log, or of a record in a file.",
    ),
    "house": CommandEntry(
        "api.cli.archive.house_rules:house",
        es="Comprueba un fichero de reglas de la casa y dice qué cambian; con --rulebook, el reglamento entero con "
        "ellas.",
        en="Check a file of house rules and say what they change; with --rulebook, the whole rulebook with them.",
    ),
    "token": CommandEntry(
        "api.cli.tokens:token",
        es="Crea, muestra y revoca tokens: quién puede hacer qué.",
        en="Make, list and revoke tokens: who may do what.",
    ),
    "backup": CommandEntry(
        "api.cli.upkeep:backup",
        es="Copia la base de datos a un fichero SQLite, que `referee serve` abre. El servicio puede seguir en marcha.",
        en="Copy the database to an SQLite file that `referee serve` opens. The service can keep running.",
    ),
    "restore": CommandEntry(
        "api.cli.upkeep:restore",
        es="Devuelve una copia, de `referee backup` o de la página, a una base de datos vacía: un fichero o "
        "PostgreSQL.",
        en="Put a copy made by `referee backup` or the page into an empty database: a file, or PostgreSQL.",
    ),
    "rebuild": CommandEntry(
        "api.cli.upkeep:rebuild",
        es="Rehace desde el registro los modelos de lectura, todos o los que se nombren. El servicio puede seguir en "
        "marcha.",
        en="Rebuild the read models from the log, all or those you name. The service can keep running.",
    ),
    "doctor": CommandEntry(
        "api.cli.doctor.command:doctor",
        es="Mira una base de datos, o con DIRECCIÓN un servicio en marcha, y dice qué está mal y qué hacer. No "
        "cambia nada. Termina con 1 si algo está mal; los avisos no cuentan.",
        en="Look at a database, or with ADDRESS at a running service, and say what is wrong and what to do. It "
        "changes nothing. Exit status 1 if something is wrong; warnings do not count.",
    ),
    "listen": CommandEntry(
        "api.cli.listen:listen",
        es="Recibe en esta máquina lo que recibiría un webhook: sigue el servicio y reenvía cada mensaje, firmado, a "
        "una dirección local.",
        en="Receive on this machine what a webhook would: follow the service and post each message, signed, to a "
        "local address.",
    ),
    "mcp": CommandEntry(
        "api.cli.assistant.command:mcp",
        es="Sirve herramientas a un asistente (Model Context Protocol) por la entrada y la salida estándar: lee del "
        "servicio, y sólo escribe con un token en REFEREE_TOKEN.",
        en="Serve tools to an assistant (Model Context Protocol) over standard input and output: it reads from the "
        "service, and writes only with a token in REFEREE_TOKEN.",
    ),
    "openapi": CommandEntry(
        "api.cli.upkeep:openapi",
        es="Escribe el documento OpenAPI.",
        en="Print the OpenAPI document.",
    ),
}
"""By name."""
