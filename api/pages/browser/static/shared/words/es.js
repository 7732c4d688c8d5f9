/** Lo que se lee en las páginas, en español. */

import contests from "words/es/contests.json";
import matches from "words/es/matches.json";

/** @typedef {import("../types.js").GameEvent} GameEvent */

const SAME_SCORE = "El marcador no cambia.";
const LAST_ROUND = "anuncia la última ronda";
const TIME_UP = "Se acabó el tiempo";
const unsaved = (/** @type {number} */ n) => `${n} sin guardar`;
const SUITS = /** @type {Record<string, string>} */ ({ O: "oros", C: "copas", E: "espadas", B: "bastos", D: "diamantes", H: "corazones", S: "picas", X: "comodín" });
const SPANISH = /** @type {Record<string, string>} */ ({ 1: "as", 10: "sota", 11: "caballo", 12: "rey" });
const FRENCH = /** @type {Record<string, string>} */ ({ A: "as", T: "10", J: "jota", Q: "reina", K: "rey" });

/**
 * @param {string | null} card
 * @param {"french" | "spanish"} deck
 */
function card(card, deck) {
  if (card === null) return "una carta sin ver";
  if (card.startsWith("X")) return `comodín ${card.slice(1)}`;
  const rank = card.slice(0, -1);
  const names = deck === "french" ? FRENCH : SPANISH;
  return `${names[rank] ?? rank} de ${suit(card.slice(-1), deck)}`;
}

/**
 * @param {string} letter
 * @param {"french" | "spanish"} deck
 */
function suit(letter, deck) {
  return letter === "C" && deck === "french" ? "tréboles" : SUITS[letter];
}

/**
 * Lo que se reclama, con su artículo: «un renuncio».
 * @param {string} what
 */
function claimed(what) {
  return `${what.startsWith("Construcción") ? "una" : "un"} ${what.toLowerCase()}`;
}

const ago = (/** @type {number} */ seconds) => (seconds < 90 ? `hace ${Math.round(seconds)} s` : seconds < 5400 ? `hace ${Math.round(seconds / 60)} min` : `hace ${Math.round(seconds / 3600)} h`);
/** @param {number} seconds */
const lastTap = (seconds) => `último toque ${ago(seconds)}`;

export const words = {
  // Before the sound of an i it is «e»: Gala e Inés, pero Ana y Iago.
  older: "Ver anteriores",
  quoted: (/** @type {string} */ name) => `«${name}»`,
  and: (/** @type {string} */ next) => /** @type {string} */ (/^h?[ií](?![aeouáéóú])/i.test(next) ? "e" : "y"),
  ago,
  lastTap,
  card,
  suit,
  device: "Tableta",
  recordsToo: (/** @type {string} */ name, /** @type {number | null} */ tapped, /** @type {number} */ pending) => [`${name} también anota aquí`, tapped === null ? "" : lastTap(tapped), pending > 0 ? unsaved(pending) : ""].filter(Boolean).join(", "),
  loading: "Abriendo la mesa…",
  close: "Cerrar",
  cancel: "No, volver",
  seat: (/** @type {number} */ seat) => `Asiento ${seat + 1}`,
  hand: matches.hand,
  pair: "Pareja",
  turn: "Le toca",
  turnOf: (/** @type {string} */ name) => `Le toca a ${name}`,
  deals: "Reparte",
  dealsNext: (/** @type {string} */ name) => `Reparte ${name}`,
  aloud: { title: "Decir en voz alta lo que pasa", on: "Voz encendida", again: "Decir cómo está la mesa", none: "Este dispositivo no tiene ninguna voz." },
  anyone: "¿Quién sale?",
  cards: (/** @type {number} */ n) => (n === 1 ? "1 carta" : `${n} cartas`),
  points: (/** @type {number} */ n) => (n === 1 ? "1 punto" : `${n} puntos`),
  saved: "Todo guardado",
  waiting: unsaved,
  waitingSince: (/** @type {number} */ n, /** @type {string} */ since) => `${unsaved(n)} desde las ${since}`,
  lastSaved: (/** @type {string} */ what) => `guardado hasta ${what}`,
  progress: { trick: (/** @type {number} */ n) => `la baza ${n}`, round: (/** @type {number} */ n) => `la ronda ${n}`, entry: (/** @type {number} */ version) => `la jugada ${version}` },
  offline: "Sin conexión",
  goOn: "Sin conexión: siga anotando",
  unsaved: (/** @type {number} */ n) => `+ ${unsaved(n)}`,
  not: "no",
  endsUnsaved: (/** @type {string} */ score, /** @type {boolean} */ more) => `El encuentro acaba aquí, por tiempo, y se contará cuando vuelva la red. ${more ? "Marcador guardado, sin lo que espera" : "Marcador"}: ${score}.`,
  cannotTell: "Sin conexión, este dispositivo no puede saber qué viene ahora. Aparecerá cuando vuelva la red.",
  total: matches.total,
  thisHand: "esta mano",
  choose: "Elija",
  chosen: "Elegido",
  unseen: "Sin ver",
  nothingRegular: "Con estas cartas no hay ninguna jugada regular.",
  recordAnyway: "Anotarla de todos modos…",
  clear: "Quitar lo elegido",
  tapTable: "Ahora toque las cartas de la mesa, o elija qué hace.",
  noPermission: "Este dispositivo no tiene permiso para anotar aquí. Pida a la organización el código QR de esta mesa.",
  named: { label: "Nombre de este dispositivo: así lo ven las otras tabletas de la mesa", confirm: "Guardar el nombre" },
  timing: { title: "Reloj", match: (/** @type {string} */ time) => `${time} por encuentro`, turn: (/** @type {string} */ time) => `${time} por turno` },
  clock: {
    label: "Tiempo que queda", turn: "Turno", title: "Reloj", keep: "Reloj: pausar o dar tiempo", more: (/** @type {number} */ seconds) => (seconds % 60 === 0 ? `+ ${seconds / 60} min` : `+ ${seconds} s`),
    unknown: "–:––", over: TIME_UP, record: "Anotarlo", paused: "Reloj en pausa", stopped: "Reloj parado",
    short: (/** @type {string} */ name, /** @type {number} */ seconds) => (name ? `${name}: quedan ${seconds} segundos.` : `Quedan ${seconds} segundos.`),
    then: "Después juega el servicio", plays: "Se acabó el tiempo: juega el servicio", unknownHand: "El servicio no conoce esta mano: la carta se anota aquí",
    stands: "Reloj parado: el servicio espera a la tableta", noTime: "Sin conexión: no se sabe cuánto queda",
    offline: { record: "Sin conexión: cuenta este aparato", service: "Sin conexión: el reloj puede estar parado" },
    played: (/** @type {string} */ name, /** @type {string} */ does) => `Jugó el servicio. ${name}: ${does}`,
    match: {
      name: "Encuentro", label: "Tiempo que queda del encuentro", waits: "Empieza con el primer reparto", end: "Acabar el encuentro",
      called: "Se acabó el tiempo: se termina la mano en juego", ends: "Se acabó el tiempo: el árbitro acaba el encuentro",
    },
    forWhat: "¿Para qué?", of: { turn: "Este turno", match: "Todo el encuentro" },
  },
  elsewhere: { text: "Esta mesa se abrió después en otra pestaña de este dispositivo: se anota allí. No se ha perdido nada.", here: "Anotar aquí" },
  notFound: "No hay ningún encuentro con esta dirección. Vuelva a leer el código QR de la mesa.",
  retry: "Volver a intentarlo",
  refused: "No se ha anotado",
  changed: "Otra persona ha anotado aquí mientras tanto.",
  alreadyThere: "Ya lo había anotado otro dispositivo",
  gone: { title: "Este encuentro ya no cuenta.", text: "Su torneo sigue sin él: nada de lo que se toque aquí se anota. Pregunte a la organización.", kept: (/** @type {number} */ n) => (n === 1 ? "Lo que no se ha enviado, y sigue en este dispositivo:" : `Las ${n} anotaciones que no se han enviado, y siguen en este dispositivo:`), instead: "Ir al encuentro que se juega ahora" },
  denied: { title: "Este dispositivo ya no puede anotar aquí.", text: "Lo que ha tocado sigue guardado en él. Pida a la organización un código QR nuevo y léalo aquí: entonces se envía." },
  stopped: {
    there: "En el servicio",
    here: "En este dispositivo",
    same: "Nada nuevo: hasta aquí el servicio tiene lo mismo que este dispositivo.",
    recorded: "ya está anotado",
    still: { regular: "todavía vale", irregular: "ahora va contra las reglas", impossible: "ya no puede ser" },
    kept: "se envía",
    dropped: "no se envía",
    keep: (/** @type {number} */ n, /** @type {number} */ of) => (n === of ? (n === 1 ? "Anotarlo" : `Anotar los ${n}`) : `Anotar ${n} de ${of}`),
    drop: (/** @type {number} */ n) => (n === 1 ? "No anotarlo" : `No anotar ninguno de los ${n}`),
  },
  queue: {
    open: "Lo que espera en este dispositivo",
    waits: (/** @type {number} */ n, /** @type {string} */ since) => (n === 1 ? `1 anotación espera desde las ${since}.` : `${n} anotaciones esperan desde las ${since}.`),
    keeps: {
      all: "",
      journal: "Este navegador puede borrar lo guardado: no cierre la página mientras quede algo sin guardar",
      nothing: "Este navegador no conserva nada: si cierra la página, lo que quede sin guardar se pierde",
    },
    takeOff: "Guardar en un fichero",
    giveIn: "Enviar el fichero de otro dispositivo",
    given: (/** @type {number} */ stored, /** @type {number} */ there, /** @type {number} */ refused) => `Anotadas ${stored}, ya estaban ${there}, rechazadas ${refused}.`,
    would: (/** @type {number} */ stored, /** @type {number} */ there, /** @type {number} */ refused) => `Se anotarían ${stored}, ya están ${there}, se rechazarían ${refused}.`,
    give: (/** @type {number} */ n) => (n === 1 ? "Anotar 1" : `Anotar las ${n}`),
    line: (/** @type {number} */ n) => `Línea ${n}`,
  },
  status: matches.status,
  change: { title: "Qué cambió", same: SAME_SCORE, cards: (/** @type {string} */ names) => `Lo que cambia: una tarjeta más para ${names}.`, result: matches.result, goesOn: "sigue", tie: matches.no_winner, wins: (/** @type {string} */ names) => `gana ${names}`, win: (/** @type {string} */ names) => `ganan ${names}` },
  houseRules: matches.house_rules,
  houseNamed: (/** @type {string} */ name, /** @type {string} */ author) => `«${name}», de ${author}`,
  houseFile: "Guardar el fichero",
  houseBook: "Reglamento con estas reglas",
  ladder: {
    title: "Escalera de tarjetas",
    penalties: { warning: "amonestación", game: "pierde la partida", match: "pierde el encuentro", expulsion: "expulsión" },
    step: (/** @type {number} */ nth, /** @type {string} */ penalty) => `${nth}.ª tarjeta en el campeonato: ${penalty}`,
    next: (/** @type {number} */ nth, /** @type {string} */ penalty) => `Sería su ${nth}.ª tarjeta en el campeonato: ${penalty}. Se dice y no se aplica solo.`,
    noShow: "Incomparecencia",
    waits: (/** @type {number} */ minutes) => (minutes === 1 ? "Se espera 1 minuto a quien falta; después, la organización puede dar el encuentro a quien vino." : `Se espera ${minutes} minutos a quien falta; después, la organización puede dar el encuentro a quien vino.`),
    rung: (/** @type {number} */ nth, /** @type {string} */ penalty, /** @type {boolean} */ last) => `${nth}.ª${last ? " y siguientes" : ""}: ${penalty}`,
  },
  incidents: { sign: "Acta, para firmar", signAll: "Actas de tarjetas, para firmar" },
  stakes: {
    title: matches.stakes.title, sign: "Apuestas, para firmar",
    agreed: (/** @type {number} */ each, /** @type {string} */ how) => `Cada uno pone ${each}. ${how}`,
    winner: matches.stakes.winner, places: (/** @type {string} */ weights) => `Por puestos: ${weights}.`,
    pot: (/** @type {number} */ pot) => `El bote es de ${pot}.`, open: "Se liquidan al final.", undecided: "sin liquidar",
    returned: matches.stakes.returned, player: contests.player, share: matches.stakes.share, net: matches.stakes.net,
    unpaid: "Son puntos sin moneda: aquí ni se cobra ni se paga.",
  },
  winner: (/** @type {string} */ names) => `Gana ${names}`,
  winners: (/** @type {string} */ names) => `Ganan ${names}`,
  onTime: (/** @type {string} */ result) => `${result}, por tiempo`,
  noWinner: "Empate",
  place: (/** @type {number} */ n) => `${n}.º`,
  menus: { deal: "Otras formas de repartir", cante: "Cantes y cambio", undo: "Deshacer", claim: "Reclamar", sanction: "Tarjeta", more: "Más", count: "Mano ya jugada", score: "Marcador", queue: "Sin guardar", replica: "Réplica", recover: "Comodín", free: "Jugada irregular" },
  undo: {
    ask: "Toque lo primero que sobra: se quita con todo lo que vino después.",
    takesBack: "Se quita",
    reason: matches.reason,
    reasons: ["carta mal anotada", "jugador equivocado", "se permite rectificar", "orden equivocado"],
    confirm: (/** @type {number} */ n) => (n === 1 ? "Deshacer" : `Deshacer las ${n}`),
    more: (/** @type {string} */ first, /** @type {number} */ n) => `${first} y ${n} más`,
    nothing: "Todavía no hay nada que deshacer.",
    score: (/** @type {string} */ what, /** @type {string} */ before, /** @type {string} */ after) => `${what}: ${before} → ${after}`,
    sameScore: SAME_SCORE,
    trick: "la baza",
    unsent: "Todavía no se había enviado: se quita de la cola.",
    later: "El marcador nuevo se verá al guardarlo.",
    older: "Ver jugadas anteriores",
  },
  claim: {
    title: "Reclamar",
    which: "¿Qué jugada?",
    kind: "¿Qué se reclama?",
    by: "¿Quién reclama?",
    confirm: "Reclamar",
    none: "En esta mano no hay jugadas que reclamar.",
    kinds: /** @type {Record<string, string>} */ ({ renuncio: "Renuncio", cante: "Cante falso", "improper-build": "Construcción inadecuada", revoke: "Renuncio" }),
    says: (/** @type {string} */ by, /** @type {string} */ what, /** @type {string} */ against) => `${by} reclama ${claimed(what)} de ${against}`,
    status: { pending: "Pendiente", upheld: "Aceptada", rejected: "Rechazada" },
    trick: (/** @type {number} */ n, /** @type {number} */ of) => `Baza ${n} de ${of}`,
    round: (/** @type {number} */ n, /** @type {number} */ of) => `Vuelta ${n} de ${of}`,
    before: "Anterior",
    after: "Siguiente",
    own: "Nadie puede reclamar contra sí mismo.",
    rule: "Fallar",
    known: "Ver por qué",
    foretold: /** @type {Record<string, string>} */ ({ pending: "Con lo anotado no se puede saber todavía: queda pendiente y falla el árbitro.", upheld: "El registro lo prueba: se acepta en el acto.", rejected: "El registro lo desmiente: se rechaza en el acto.", unknown: "El registro lo juzga en cuanto se reclame; si no puede, falla el árbitro.", refused: "" }),
    findings: /** @type {Record<string, string>} */ ({ proven: "Probado.", dismissed: "Desmentido.", open: matches.not_known_yet, kept: "Se cumplió." }),
    held: (/** @type {string} */ cards, /** @type {boolean} */ whole) => (whole ? `Tenía en la mano: ${cards}.` : `De su mano se ha visto: ${cards}.`),
    page: "Ver la jugada paso a paso",
    uphold: "Aceptar",
    reject: "Rechazar",
    reason: "Motivo del fallo",
    reasons: ["se ha visto en la mesa", "lo reconocen los jugadores", "no se puede probar", "las cartas lo desmienten"],
  },
  sanction: { title: "Tarjeta", who: "¿A quién?", yellow: matches.cards.yellow, black: matches.cards.black, colour: matches.card, reason: matches.reason, other: "Otro motivo", reasons: ["conducta", "juego lento", "hablar del juego", "segundo cambio de carta"], confirm: "Dar la tarjeta" },
  confirmHand: {
    title: (/** @type {number} */ hand) => `Confirmar la mano ${hand}`,
    pin: "PIN",
    confirm: (/** @type {string} */ names) => `Confirma ${names}`,
    done: "Confirmado",
    waits: "Falta",
  },
  irregular: {
    unknown: "Sin conexión: si va contra las reglas se verá al guardarla.",
    title: "Va contra las reglas",
    record: "Anotarla así",
    strict: "Este encuentro no admite jugadas irregulares.",
    unproven: "Con lo que se sabe no se puede probar nada. ¿Anotarla?",
  },
  figures: {
    title: "Mano por sus cifras",
    about: "Para una mano de la que no se anotaron las cartas, o no todas.",
    left: (/** @type {number} */ n) => (n > 0 ? `${n === 1 ? "falta" : "faltan"} ${n}` : `${n === -1 ? "sobra" : "sobran"} ${-n}`),
    none: "—",
    nobody: "nadie",
    confirm: "Anotar la mano",
    checking: "Comprobando…",
    optional: "si lo hubo",
  },
  deal: { plain: "Repartidas", turnUp: "¿Qué carta queda boca arriba?", table: (/** @type {number} */ n) => `¿Qué ${n} cartas hay en la mesa?`, shuffle: "Repartir al azar (demostración)", confirm: "Empezar la mano", round: "Repartida la ronda" },
  shuffle: {
    commit: "Al azar, con palabras de todos",
    why: "El servicio fija antes la mezcla, y cada uno puede añadirle unas palabras: así nadie elige las cartas.",
    fixed: "Mezcla fijada",
    then: "El servicio ya no puede cambiarla. Quien quiera añade unas palabras, y las cartas salen de todo ello.",
    whose: "¿De quién?",
    words: "Palabras para la mezcla, si se quiere",
    add: "Añadir",
    deal: "Repartir ya",
  },
  start: { ask: (/** @type {string} */ name) => `Carta de abajo de ${name}`, again: "Iguales: se baraja y se enseña otra vez", confirm: "Empieza la batalla" },
  defence: { attackers: "Atacan", defenders: "Defienden", target: { attacker: "Atacante", defender: "Defensor", lost: "Cartas perdidas", draw: "Cartas que roba" }, lost: (/** @type {number} */ n) => (n === 1 ? "Cae 1 carta del mazo" : `Caen ${n} cartas del mazo`), hint: "Toque un atacante y después quién lo para.", confirm: "Defender así", none: "No ataca nadie", resolve: (/** @type {string} */ attacker, /** @type {string | null} */ defender) => (defender === null ? `Resolver: ${attacker}, sin detener` : `Resolver: ${attacker} contra ${defender}`), against: "contra", unstopped: "Nadie lo para", short: (/** @type {number} */ left, /** @type {number} */ cost) => `Cuesta ${cost} y al mazo le ${left === 1 ? "queda 1" : `quedan ${left}`}: quien defiende pierde, si antes no recupera cartas` },
  recovery: { target: { jokers: "Comodín", card: "Carta que se aparta", cards: "Del cementerio" }, need: (/** @type {number} */ n, /** @type {number} */ has) => `${has} de ${n}`, confirm: "Recuperar" },
  subset: { exceed: (/** @type {number} */ n, /** @type {number} */ has) => `Deben sumar más de ${n}: suman ${has}`, of: (/** @type {number} */ has, /** @type {number} */ n) => `${has} de ${n} cartas` },
  freeTitle: (/** @type {string} */ name) => `Jugada irregular de ${name}`,
  freeHint: "Elija las cartas: se ofrece todo lo que se puede anotar, aunque vaya contra las reglas.",
  value: "Valor",
  forms: {
    ask: /** @type {Record<string, string>} */ ({ seat: "¿Quién?", cards: "¿Qué cartas?", card: "¿Qué carta?", reason: matches.reason, text: "Texto", cause: "¿Por qué?", count: "¿Cuántas cartas de menos?", what: "¿Qué dice?", seconds: "Segundos" }),
    nobody: "Nadie",
    confirm: "Anotar",
    reasons: /** @type {Record<string, string[]>} */ ({ redeal: ["reparto equivocado", "carta descubierta al repartir", "baraja incompleta"], withdraw: ["se retira", "no se presenta", "enfermedad"], pause: ["descanso", "consulta al árbitro"], resume: ["se reanuda"], looked: [] }),
    causes: /** @type {Record<string, string>} */ ({ dealt_too_many: "se repartieron de más", out_of_turn: "perdió un turno", played_two: "jugó dos", pack_short: "faltan en la baraja", wrong_pack: "baraja equivocada", no_shuffle: "sin barajar", no_cut: "sin cortar", pum: "Pum", burbuja: "Rompo burbuja" }),
  },
  buildOf: (/** @type {number} */ value) => `Hace ${value}`,
  types: /** @type {Record<string, string>} */ ({
    deal: "reparto", pass: "pase", play: "jugada", timeout: TIME_UP, change: "Cambio de carta", draw: "Carta robada", cante: "cante", exchange: "cambio del siete", trail: "deja", take: "toma", build: "construcción", duplicate: "duplica", raise: "aumenta", announce_last: LAST_ROUND, start: "cartas de abajo", income: "ingreso", hire: "contrata", replica: "réplica", attack: "ataque", defend: "defensa", combat: "combate", recover: "recuperación", end_turn: "fin de turno", expose: "Carta descubierta", short_hand: "Mano con cartas de más o de menos", looked: "Miró cartas ya ganadas", redeal: "Repartir de nuevo", reveal: "Enseñar la mano", sanction: "tarjeta", claim: "reclamación", ruling: "fallo", retract: "deshacer", withdraw: "Retirarse", confirm: "confirmación", note: "Nota", count: "mano por cifras", open: "apertura", announce: "Anuncio", pause: "Pausa", resume: "Reanudar", extra_time: "Tiempo extra", time_up: "Acabar por tiempo", pin_set: "PIN puesto", pin_reset: "PIN cambiado por la organización", shuffle_commitment: "compromiso del reparto", shuffle_text: "palabras para el reparto",
  }),
  /**
   * Lo que hace quien juega, como se dice en la mesa: «7 de oros», «canta las cuarenta».
   * @param {GameEvent} event
   * @param {{deck: "french" | "spanish", builds?: Record<string, number>}} about
   * @returns {string}
   */
  does(event, about) {
    const name = (/** @type {any} */ one) => card(one, about.deck);
    const names = (/** @type {any} */ cards) => (cards ?? []).map(name).join(", ");
    const build = (/** @type {any} */ id) => (about.builds?.[id] ? `la construcción de ${about.builds[id]}` : `la construcción ${id}`);
    const taken = [names(event.cards), ...(event.builds ?? []).map(build)].filter(Boolean).join(" y ");
    switch (event.type) {
      case "play":
        return name(event.card);
      case "trail":
        return `deja ${name(event.card)}`;
      case "take":
        return event.card ? `toma ${taken || "nada"} con ${name(event.card)}` : `levanta ${taken}`;
      case "build":
        return `construye ${event.value} con ${name(event.card)} y ${names(event.cards)}`;
      case "duplicate":
        return `duplica ${build(event.build)} con ${[name(event.card), names(event.cards)].filter(Boolean).join(", ")}`;
      case "raise":
        return `aumenta ${build(event.build)} a ${event.value} con ${name(event.card)}`;
      case "announce_last":
        return LAST_ROUND;
      case "cante":
        return event.value === 40 ? "canta las cuarenta" : event.suit ? `canta veinte en ${suit(event.suit, about.deck)}` : "canta veinte";
      case "exchange":
        return "cambia el siete";
      case "pass":
        return event.cards ? `pasa ${names(event.cards)}` : "ha pasado sus tres cartas";
      case "deal":
        return event.turn_up ? `reparte: vuelta ${name(event.turn_up)}` : event.table ? `reparte: en la mesa ${names(event.table)}` : "reparte";
      case "start":
        return `enseñan ${(event.shown ?? []).map((/** @type {any} */ pair) => pair.map(name).join(" y ")).join("; ")}`;
      case "income":
        return event.card ? `ingresa ${name(event.card)}` : "da la vuelta al ingreso";
      case "hire":
        return `contrata ${name(event.card)}`;
      case "replica":
        return `replica con ${names(event.cards)}`;
      case "attack":
        return event.cards?.length ? `ataca con ${names(event.cards)}` : "no ataca";
      case "defend":
        return event.blocks?.length ? `para ${event.blocks.map((/** @type {any} */ one) => `${name(one.attacker)} con ${name(one.defender)}`).join(", ")}` : "no para a nadie";
      case "combat": {
        const met = (event.facts ?? []).find((/** @type {any} */ fact) => fact.fact === "attack_met");
        return met ? this.corona.met(met) : `resuelve el combate de ${name(event.attacker)}`;
      }
      case "recover":
        return `recupera ${this.cards((event.cards ?? []).length)} con ${name(event.joker)} y ${name(event.card)}`;
      case "end_turn":
        return "termina el turno";
      case "draw":
        return event.card ? `ha robado ${name(event.card)}` : "roba";
      case "reveal":
        return event.cards ? `enseña ${names(event.cards)}` : "enseña la mano";
      case "change":
        return "cambia la carta echada";
      case "timeout":
        return event.card ? `se le acaba el tiempo: ${name(event.card)}` : "se le acaba el tiempo";
      case "expose":
        return `${name(event.card)} queda descubierta`;
      case "sanction":
        return event.card === "black" ? "tarjeta negra" : "tarjeta amarilla";
      case "announce":
        return event.what === "pum" ? "«Pum»" : "«Rompo burbuja»";
      default:
        return this.types[event.type] ?? event.type;
    }
  },
  guinote: { cantes: "Cantes", turnUp: "Carta vuelta", trump: (/** @type {string} */ suit) => `Triunfo: ${suit}`, stock: (/** @type {number} */ n) => (n === 1 ? "Queda 1 por robar" : `Quedan ${n} por robar`), arrastre: "Arrastre", ida: "Ida", vueltas: "Vueltas", partida: (/** @type {number} */ n) => `Partida ${n}`, partidas: "Partidas", reading: "Van", tricks: "Bazas", sung: (/** @type {number} */ value) => `cantó ${value}` },
  hearts: { moons: "Lunas", broken: "Corazones rotos", whole: "Corazones sin romper", passTo: (/** @type {string} */ from, /** @type {string} */ to) => `${from} pasa a ${to}`, extra: "Ronda extra", stars: "Estrellitas", rounds: "Rondas ganadas", round: (/** @type {number} */ n) => `Ronda ${n}`, pass: "Pase de tres cartas" },
  casino: { round: (/** @type {number} */ n, /** @type {number} */ of) => `Ronda ${n} de ${of}`, stock: (/** @type {number} */ n) => (n === 1 ? "Queda 1 en el mazo" : `Quedan ${n} en el mazo`), taken: "Cartas", sweeps: "Barridas", escobas: "Escobas", empty: "La mesa está vacía", build: (/** @type {number} */ value, /** @type {string} */ owner) => `${value} · ${owner}`, lastAnnounced: "Última ronda anunciada", owes: (/** @type {string} */ name, /** @type {string} */ cards) => `${name} debe jugar ${cards}` },
  corona: { phases: /** @type {Record<string, string>} */ ({ start: "Cartas de abajo", deal: "Siete cartas cada uno", income: "Ingreso", hire: "Contratar y atacar", defend: "Defensa", combat: "Combate a combate", end: "Fin del turno", over: "Terminada" }), pack: (/** @type {number} */ n) => `Mazo ${n}`, cementerio: (/** @type {number} */ n) => `Cementerio ${n}`, left: (/** @type {number} */ n) => (n === 1 ? "Queda 1 de ingreso" : `Quedan ${n} de ingreso`), anyCost: "Comodín: contrata una carta de cualquier coste", army: "Ejército", battles: "Batallas", upright: "En pie", turned: "Atacando", combats: (/** @type {number} */ done, /** @type {number} */ of) => `${done} de ${of} resueltos`, met: (/** @type {{attacker: string, defender: string | null, fallen: readonly string[], cost: readonly (string | null)[]}} */ one) => [one.defender === null ? `${card(one.attacker, "spanish")} sin detener` : `${card(one.attacker, "spanish")} contra ${card(one.defender, "spanish")}`, [one.fallen.length > 0 ? `${one.fallen.length === 1 ? "cae" : "caen"} ${one.fallen.map((each) => card(each, "spanish")).join(" y ")}` : "", one.cost.length > 0 ? `${one.cost.length === 1 ? "1 carta pasa" : `${one.cost.length} cartas pasan`} del mazo al cementerio` : ""].filter(Boolean).join(", ")].filter(Boolean).join(": ") },
};
