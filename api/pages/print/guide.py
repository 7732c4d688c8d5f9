"""Tasks that take an hour with the API: the first part of its documentation. Every request works when it is pasted.

The commands need `curl` and a shell, those of the auditor Python too. They follow one another: each uses what came before it.
"""

import msgspec
from msgspec import Struct

from api.pages.print.guide_programs import BOT_PROGRAM, CHAIN_PROGRAM, TABLE_PROGRAM
from referee.contests.tallies import RecordedResult
from referee.match.registry import rulesets
from referee.text import Text


class GuideStep(Struct, frozen=True):
    """An instruction with its reason, and the commands that carry it out."""

    words: Text
    commands: str = ""


class GuideTask(Struct, frozen=True):
    """A program that a reader wants to build. `anchor` is its place on the page."""

    anchor: str
    title: Text
    steps: tuple[GuideStep, ...]


TITLE = Text(es="La API de Referee", en="The Referee API")
LEAD = Text(
    es="Un árbitro electrónico para juegos de cartas de mesa. Tu programa dice lo que pasa en la mesa; el servicio lo guarda "
    "en un registro al que sólo se añade, lo juzga con las reglas y lleva la cuenta.",
    en="A referee for card games that are played at a table. Your program says what happens there; the service keeps it in a "
    "log that only grows, judges it by the rules, and keeps the score.",
)
CONTENTS = Text(es="En esta página", en="On this page")
REFERENCE = Text(es="Referencia: todas las llamadas", en="Reference: every call")
REFERENCE_WORDS = Text(
    es="Cada llamada se puede probar aquí mismo. Para las que piden un token, pulsa «Authorize» y pégalo. La referencia está en "
    "inglés.",
    en="You can try each call here. For those that need a token, press “Authorize” and paste it.",
)
LANGUAGE = Text(es="En español", en="In English")

_RULES = next(rules for rules in rulesets().values() if rules.contest.formats)
"""The game that the contests here are of: it has a format of its own."""
_RESULT = f"{{{msgspec.json.encode(RecordedResult.of(_RULES.contest.example)).decode()}}}"
_CURL = 'curl -sS -H "$auth" -H "$json"'

START = GuideTask(
    "before",
    Text(es="Antes de empezar", en="Before you start"),
    (
        GuideStep(
            Text(
                es="Las órdenes de esta página se pegan en un terminal, de arriba abajo. Hacen falta la dirección del servicio "
                "y un token de organizador: `referee serve` muestra uno la primera vez, y con REFEREE_TOKEN lo eliges tú. "
                "La última línea saca el `id` de una respuesta.",
                en="Paste the commands of this page into a terminal, from top to bottom. You need the address of the service and "
                "an organizer's token: `referee serve` prints one the first time, and with REFEREE_TOKEN you choose it. "
                "The last line takes the `id` out of an answer.",
            ),
            'url={url}\nauth="{auth}"\njson="Content-Type: application/json"\n'
            'id() {{ sed \'s/^{{"id":"\\([^"]*\\)".*/\\1/\'; }}',
        ),
        GuideStep(
            Text(
                es="¿Qué juegos hay? Cada uno tiene sus parámetros, sus eventos y sus reglas con código.",
                en="Which games are there? Each has its parameters, its events, and its rules with their codes.",
            ),
            "curl -sS $url/v1/rulesets\ncurl -sS $url/v1/rulesets/hearts.castillar",
        ),
    ),
)
TABLET = GuideTask(
    "tablet",
    Text(es="Una tableta que anota un encuentro", en="A tablet that records a match"),
    (
        GuideStep(
            Text(
                es="Abre el encuentro: el juego y quién se sienta, en el orden de juego. `first_dealer` es un asiento, contado "
                "desde 0.",
                en="Open the match: the game, and who sits down, in turn order. `first_dealer` is a seat, counted from 0.",
            ),
            f"match=$({_CURL} $url/v1/matches -d '"
            '{{"ruleset": "hearts.castillar", "first_dealer": 0, "seats": [{{"name": "Ana"}}, {{"name": "Beto"}}]}}'
            "' | id)",
        ),
        GuideStep(
            Text(
                es="Pregunta qué puede venir ahora. Lo que no lleva `choose` se envía tal cual; `choose` dice qué falta elegir.",
                en="Ask what may come now. An entry without `choose` can be sent as it is; `choose` says what to choose.",
            ),
            'curl -sS -H "$auth" $url/v1/matches/$match/legal',
        ),
        GuideStep(
            Text(
                es="Envía lo que pasó, un evento o varios. `If-Match` lleva la versión que conoces: si otra tableta escribió "
                "antes, la respuesta es 409 con lo que vino. Con `Idempotency-Key`, una clave nueva en cada envío, puedes "
                "repetir la misma petición si se corta la red: no se guarda dos veces.",
                en="Send what happened, one event or several. `If-Match` holds the version that you know: if another tablet "
                "wrote first, the answer is 409 with what came. With an `Idempotency-Key`, a new one for each request, you can "
                "repeat the same request when the network fails: it is not stored twice.",
            ),
            "key=tablet-$(date +%s)-$$\n"
            "for try in 1 2; do\n"
            f"  {_CURL} -H 'If-Match: \"1\"' -H \"Idempotency-Key: $key\" -H 'Prefer: return=minimal' \\\n"
            "    $url/v1/matches/$match/events \\\n"
            '    -d \'[{{"type": "deal"}}, {{"type": "play", "seat": 0, "card": "2C"}}]\'\n'
            "done",
        ),
        GuideStep(
            Text(
                es="Prueba sin guardar: `dry_run` contesta lo mismo que contestaría el envío.",
                en="Try without storing: `dry_run` answers what the real request would answer.",
            ),
            f"{_CURL} -H 'Prefer: return=minimal' \"$url/v1/matches/$match/events?dry_run=true\" \\\n"
            '  -d \'{{"type": "play", "seat": 1, "card": "9D"}}\'',
        ),
        GuideStep(
            Text(
                es="Una carta ya jugada no puede salir otra vez. El rechazo lleva un código, la regla y lo que sí se puede; "
                "`Accept-Language` elige el idioma de la frase. Cada código se explica en `/v1/problems`.",
                en="A card that was played cannot come again. The refusal has a code, the rule, and what is possible instead; "
                "`Accept-Language` chooses the language of the sentence. `/v1/problems` explains each code.",
            ),
            f"{_CURL} -H 'Accept-Language: {{language}}' $url/v1/matches/$match/events \\\n"
            '  -d \'{{"type": "play", "seat": 1, "card": "2C"}}\'\n'
            "curl -sS $url/v1/problems",
        ),
    ),
)
BOARD = GuideTask(
    "board",
    Text(es="Un marcador para la sala", en="A board for the hall"),
    (
        GuideStep(
            Text(
                es="Un campeonato con sus jugadores, y en él un concurso: el servicio sortea los cruces. Con `distinct` son "
                "personas nuevas, aunque el servicio ya conozca esos nombres; con `reuse` son las que ya conoce.",
                en="A championship with its players, and a contest in it: the service draws the pairings. With `distinct` they "
                "are new people, even if the service knows these names already; with `reuse` they are the ones it knows.",
            ),
            f"championship=$({_CURL} $url/v1/championships \\\n"
            '  -d \'{{"name": "Fiestas de agosto", "distinct": true, '
            '"players": ["Ana", "Beto", "Carla", "Dani", "Elena"]}}\' | id)\n'
            f"contest=$({_CURL} $url/v1/championships/$championship/contests \\\n"
            f'  -d \'{{{{"ruleset": "{_RULES.id}", "format": "{_RULES.contest.formats[0]}"}}}}\' | id)',
        ),
        GuideStep(
            Text(
                es="La tabla, como datos o como página para una pantalla (`?format=html`). Cada fila dice qué la decidió.",
                en="The table, as data or as a page for a screen (`?format=html`). Each row says what decided it.",
            ),
            "curl -sS $url/v1/contests/$contest/standings\ncurl -sS $url/v1/contests/$contest/standings?format=html",
        ),
        GuideStep(
            Text(
                es="Si preguntas a menudo, manda el `ETag` de la última respuesta: 304 significa que nada ha cambiado.",
                en="If you ask often, send the `ETag` of the last answer: 304 means that nothing has changed.",
            ),
            "etag=$(curl -sSI $url/v1/contests/$contest/standings | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p')\n"
            "curl -sS -o /dev/null -w '%{{http_code}}\\n' -H \"If-None-Match: $etag\" $url/v1/contests/$contest/standings",
        ),
        GuideStep(
            Text(
                es="Mejor aún, deja que el servicio avise: el flujo envía cada cambio al ocurrir (Server-Sent Events). En un "
                "navegador es `new EventSource(...)`. Aquí `once=true` termina con lo que ya hay.",
                en="Better, let the service tell you: the stream sends every change as it happens (Server-Sent Events). In a "
                "browser it is `new EventSource(...)`. Here `once=true` ends it after what is there.",
            ),
            'curl -sSN "$url/v1/championships/$championship/stream?once=true"',
        ),
    ),
)
BOT = GuideTask(
    "bot",
    Text(es="Un bot que anuncia los resultados", en="A bot that announces results"),
    (
        GuideStep(
            Text(
                es="El bot necesita el id de un campeonato, y ningún token. Los campeonatos se listan aquí, los nuevos primero.",
                en="The bot needs the id of a championship, and no token. Championships are listed here, newest first.",
            ),
            "curl -sS $url/v1/championships",
        ),
        GuideStep(
            Text(
                es="Alguien comunica un resultado: los puntos van en el orden de `entrants`.",
                en="Somebody reports a result: the points are in the order of `entrants`.",
            ),
            'fixture=$(curl -sS $url/v1/contests/$contest/fixtures | grep -o \'"id":"[^"]*"\' | head -n 1 | cut -d\'"\' -f 4)\n'
            f"{_CURL} $url/v1/fixtures/$fixture/result -d '{_RESULT}'",
        ),
        GuideStep(
            Text(
                es="El flujo del campeonato trae un evento por cada anotación. Dan un resultado `result_reported`, "
                "`result_corrected`, `walkover_given` y, si el encuentro se anota carta a carta, `match_finished`. "
                "Su `fixture` es el id de lo que hay que leer: allí están los nombres, los puntos y `ranking`, que dice "
                "quién ganó. `Last-Event-ID: 3` pide lo que vino después de la versión 3.",
                en="The championship's stream has an event for each entry. A result comes with `result_reported`, "
                "`result_corrected`, `walkover_given` and, where a match is recorded card by card, `match_finished`. Its "
                "`fixture` is the id of what to read: the names, the points, and `ranking`, which says who won. "
                "`Last-Event-ID: 3` asks for what came after version 3.",
            ),
            "curl -sSN -H 'Last-Event-ID: 3' \"$url/v1/championships/$championship/stream?once=true\"\n"
            "curl -sS $url/v1/fixtures/$fixture",
        ),
        GuideStep(
            Text(
                es="El bot entero. Guarda la última versión que anunció: así sigue donde estaba si se corta la red o se "
                "reinicia. Sin `once` no termina.",
                en="The whole bot. It keeps the last version that it announced, so it goes on from there after a broken "
                "connection or a restart. Without `once` it does not end.",
            ),
            BOT_PROGRAM,
        ),
        GuideStep(
            Text(
                es="Un campeonato termina poco a poco: el podio de un torneo está en `/v1/contests/{id}` cuando su `phase` es "
                "`finished`. Si tienes un servidor propio, puede recibir avisos firmados en lugar de leer el flujo: "
                "mira `POST /v1/webhooks` en la referencia.",
                en="Contests end one by one: the podium is in `/v1/contests/{id}` once its `phase` is `finished`. If you have "
                "a server of your own, it can receive signed messages instead of reading the stream: see `POST /v1/webhooks` in "
                "the reference.",
            ),
        ),
    ),
)
AUDITOR = GuideTask(
    "auditor",
    Text(es="El programa de quien audita", en="An auditor's script"),
    (
        GuideStep(
            Text(
                es="La auditoría de un encuentro: qué fue irregular y contra qué regla, y de dónde sale cada punto.",
                en="The audit of a match: what was irregular and against which rule, and where each point comes from.",
            ),
            'curl -sS -H "$auth" $url/v1/matches/$match/audit',
        ),
        GuideStep(
            Text(
                es="Quien audita lee todo con un token propio. Vale para un campeonato y se puede revocar.",
                en="An auditor reads everything with a token of their own. It is for one championship and can be revoked.",
            ),
            f"{_CURL} $url/v1/tokens \\\n"
            '  -d "{{\\"role\\": \\"auditor\\", \\"scope\\": {{\\"championship\\": \\"$championship\\"}}}}"',
        ),
        GuideStep(
            Text(
                es="El campeonato entero, una anotación por línea: primero su registro, después el de cada encuentro. Cada "
                "registro empieza en la versión 1 y es una cadena de huellas, que se comprueba sólo con Python. El registro de "
                "un encuentro suelto se comprueba igual.",
                en="The whole championship, an entry a line: first its own log, then the log of each match. Each log begins at "
                "version 1 and is a chain of hashes, which Python alone can check. The log of a single match is checked in "
                "the same way.",
            ),
            'curl -sS -H "$auth" $url/v1/championships/$championship/export > championship.jsonl\n'
            'curl -sS -H "$auth" -H "Accept: application/x-ndjson" $url/v1/matches/$match/events > match.jsonl\n'
            + CHAIN_PROGRAM,
        ),
        GuideStep(
            Text(
                es="Una cadena no descubre a quien la reescribe entera. Para eso el servicio firma puntos de control de todo el "
                "registro. Guarda fuera la clave, una vez, y un punto de control cada día.",
                en="A chain does not show that somebody rewrote all of it. For that the service signs checkpoints of the whole "
                "log. Keep the key somewhere else, once, and a checkpoint every day.",
            ),
            "curl -sS -H 'Accept: text/plain' $url/v1/log/key > club.key\n"
            "curl -sS -H 'Accept: text/plain' $url/v1/log/checkpoint | tee today.checkpoint",
        ),
        GuideStep(
            Text(
                es="Las pruebas dicen que cada línea del campeonato está en un punto de control firmado. Donde está instalado "
                "`referee` se comprueban sin red: `referee verify championship.jsonl --proofs championship.proofs.jsonl "
                "--key club.key`. `openapi/README.md` dice cómo comprobarlas sin él.",
                en="The proofs say that each line of the championship is in a signed checkpoint. Where `referee` is installed "
                "they are checked without a network: `referee verify championship.jsonl --proofs championship.proofs.jsonl "
                "--key club.key`. `openapi/README.md` says how to check them without it.",
            ),
            'curl -sS -H "$auth" "$url/v1/log/proofs/record?of=$championship" > championship.proofs.jsonl',
        ),
    ),
)
TYPESCRIPT = GuideTask(
    "typescript",
    Text(es="Un programa en TypeScript", en="A program in TypeScript"),
    (
        GuideStep(
            Text(
                es="Los tipos de la API van con el servicio: los que descargas son los de su versión. También sirven para las "
                "páginas en JavaScript, en sus comentarios.",
                en="The types of the API come with the service: what you download is that of its version. Pages in JavaScript "
                "can use them too, in their comments.",
            ),
            "curl -sS $url/v1/docs/openapi.d.ts > openapi.d.ts",
        ),
        GuideStep(
            Text(
                es="Con `openapi-fetch` cada llamada, cada evento y cada vista tienen su tipo: lo que un juego no tiene, no "
                "compila. Instala con `npm install openapi-fetch typescript`, comprueba con "
                "`npx tsc --strict --noEmit --module nodenext --target es2022 table.mts` y, con Node 22.18 o posterior, ejecuta "
                '`node table.mts $url "$auth"`.',
                en="With `openapi-fetch` every call, event and view is typed: what a game does not have does not compile. "
                "Install with `npm install openapi-fetch typescript`, check with "
                "`npx tsc --strict --noEmit --module nodenext --target es2022 table.mts` and, with Node 22.18 or later, run "
                '`node table.mts $url "$auth"`.',
            ),
            TABLE_PROGRAM,
        ),
    ),
)
TASKS = (START, TABLET, BOARD, BOT, AUDITOR, TYPESCRIPT)


class ShownStep(Struct, frozen=True):
    """A step in one language. Every second part of its `words` is code."""

    words: list[str]
    commands: str


class ShownTask(Struct, frozen=True):
    """A task in one language, with commands for one service."""

    anchor: str
    title: str
    steps: list[ShownStep]


def task_text(task: GuideTask, url: str, auth: str, language: str) -> ShownTask:
    """A task for a reader of this service: its address, and the header that a token goes in."""
    steps = [
        ShownStep(
            step.words.in_language(language).split("`"), step.commands.format(url=url, auth=auth, language=language)
        )
        for step in task.steps
    ]
    return ShownTask(task.anchor, task.title.in_language(language), steps)
