/** What is read on the pages, in English. */

import contests from "words/en/contests.json";
import matches from "words/en/matches.json";

/** @typedef {import("../types.js").GameEvent} GameEvent */

const SAME_SCORE = "The score stays as it is.";
const LAST_ROUND = "announces the last round";
const TIME_UP = "Time is up";
const unsaved = (/** @type {number} */ n) => `${n} not saved`;
const SUITS = /** @type {Record<string, string>} */ ({ O: "oros", C: "copas", E: "espadas", B: "bastos", D: "diamonds", H: "hearts", S: "spades", X: "joker" });
const SPANISH = /** @type {Record<string, string>} */ ({ 1: "as", 10: "sota", 11: "caballo", 12: "rey" });
const FRENCH = /** @type {Record<string, string>} */ ({ A: "ace", T: "10", J: "jack", Q: "queen", K: "king" });

/**
 * @param {string | null} card
 * @param {"french" | "spanish"} deck
 */
function card(card, deck) {
  if (card === null) return "a card not seen";
  if (card.startsWith("X")) return `joker ${card.slice(1)}`;
  const rank = card.slice(0, -1);
  const names = deck === "french" ? FRENCH : SPANISH;
  return `${names[rank] ?? rank} of ${suit(card.slice(-1), deck)}`;
}

/**
 * @param {string} letter
 * @param {"french" | "spanish"} deck
 */
function suit(letter, deck) {
  return letter === "C" && deck === "french" ? "clubs" : SUITS[letter];
}

/**
 * What is claimed, with its article: "a revoke".
 * @param {string} what
 */
function claimed(what) {
  return `${/^[AEIOU]/.test(what) ? "an" : "a"} ${what.toLowerCase()}`;
}

const ago = (/** @type {number} */ seconds) => (seconds < 90 ? `${Math.round(seconds)} s ago` : seconds < 5400 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`);

/** @param {number} seconds */
const lastTap = (seconds) => `last tap ${ago(seconds)}`;

/** @type {typeof import("./es.js").words} */
export const words = {
  older: "Show older ones",
  quoted: (name) => `“${name}”`,
  and: () => "and",
  ago,
  lastTap,
  card,
  suit,
  device: "Tablet",
  recordsToo: (name, tapped, pending) => [`${name} records here too`, tapped === null ? "" : lastTap(tapped), pending > 0 ? unsaved(pending) : ""].filter(Boolean).join(", "),
  loading: "Opening the table…",
  close: "Close",
  cancel: "No, go back",
  seat: (seat) => `Seat ${seat + 1}`,
  hand: matches.hand,
  pair: "Pair",
  turn: "To play",
  turnOf: (name) => `${name} to play`,
  deals: "Dealer",
  dealsNext: (name) => `${name} deals`,
  aloud: { title: "Say aloud what happens", on: "Voice on", again: "Say how the table stands", none: "This device has no voice." },
  anyone: "Who leads?",
  cards: (n) => (n === 1 ? "1 card" : `${n} cards`),
  points: (n) => (n === 1 ? "1 point" : `${n} points`),
  saved: "All saved",
  waiting: unsaved,
  waitingSince: (n, since) => `${unsaved(n)} since ${since}`,
  lastSaved: (what) => `last saved: ${what}`,
  progress: { trick: (n) => `trick ${n}`, round: (n) => `round ${n}`, entry: (version) => `play ${version}` },
  offline: "Offline",
  goOn: "Offline: go on recording",
  unsaved: (n) => `+ ${n} not yet saved`,
  not: "no",
  endsUnsaved: (score, more) => `The match ends here, on time, and is counted when the network is back. ${more ? "Score saved, without what waits" : "Score"}: ${score}.`,
  cannotTell: "Offline, this device cannot know what comes next. It is shown when the network is back.",
  total: matches.total,
  thisHand: "this hand",
  choose: "Choose",
  chosen: "Chosen",
  unseen: "Not seen",
  nothingRegular: "No regular play has these cards.",
  recordAnyway: "Record it anyway…",
  clear: "Clear the choice",
  tapTable: "Now tap the cards on the table, or choose what is done.",
  noPermission: "This device may not record here. Ask the organizers for the QR code of this table.",
  named: { label: "Name of this device: the other tablets of the table see it", confirm: "Save the name" },
  timing: { title: "Clock", match: (time) => `${time} a match`, turn: (time) => `${time} a turn` },
  clock: {
    label: "Time left", turn: "Turn", title: "Clock", keep: "Clock: pause or give time", more: (seconds) => (seconds % 60 === 0 ? `+ ${seconds / 60} min` : `+ ${seconds} s`),
    unknown: "–:––", over: TIME_UP, record: "Record it", paused: "Clock paused", stopped: "Clock stopped",
    short: (name, seconds) => (name ? `${name}: ${seconds} seconds left.` : `${seconds} seconds left.`),
    then: "Then the service plays", plays: "Time is up: the service plays", unknownHand: "The service does not know this hand: the card is recorded here",
    stands: "Clock stopped: the service waits for the tablet", noTime: "Offline: nobody here knows how much is left",
    offline: { record: "Offline: this device counts", service: "Offline: the clock may be stopped" },
    played: (name, does) => `The service has played. ${name}: ${does}`,
    match: {
      name: "Match", label: "Time left for the match", waits: "Begins with the first deal", end: "End the match",
      called: "Time is up: the hand in play is finished", ends: "Time is up: the referee ends the match",
    },
    forWhat: "What for?", of: { turn: "This turn", match: "The whole match" },
  },
  elsewhere: { text: "This table was opened later in another tab of this device: it is recorded there. Nothing is lost.", here: "Record here" },
  notFound: "There is no match at this address. Read the table's QR code again.",
  retry: "Try again",
  refused: "Not recorded",
  changed: "Somebody else recorded here in the meantime.",
  alreadyThere: "Recorded already by another device",
  gone: { title: "This match counts no more.", text: "Its contest goes on without it: nothing that is tapped here is recorded. Ask the organizers.", kept: (n) => (n === 1 ? "What was not sent, and stays on this device:" : `The ${n} entries that were not sent, and stay on this device:`), instead: "Go to the match that is played now" },
  denied: { title: "This device may not record here any more.", text: "What you tapped stays on this device. Ask the organizers for a new QR code and read it here: it is sent then." },
  stopped: {
    there: "On the service",
    here: "On this device",
    same: "Nothing new: the service has the same as this device up to here.",
    recorded: "recorded already",
    still: { regular: "still possible", irregular: "against the rules now", impossible: "not possible any more" },
    kept: "is sent",
    dropped: "is not sent",
    keep: (n, of) => (n === of ? (n === 1 ? "Record it" : `Record all ${n}`) : `Record ${n} of ${of}`),
    drop: (n) => (n === 1 ? "Do not record it" : `Do not record any of the ${n}`),
  },
  queue: {
    open: "What waits on this device",
    waits: (n, since) => (n === 1 ? `1 event waits since ${since}.` : `${n} events wait since ${since}.`),
    keeps: {
      all: "",
      journal: "This browser may delete what it keeps: do not close this page while something is not saved",
      nothing: "This browser keeps nothing: if you close this page, what is not saved is lost",
    },
    takeOff: "Save as a file",
    giveIn: "Send the file of another device",
    given: (stored, there, refused) => `${stored} recorded, ${there} were there already, ${refused} refused.`,
    would: (stored, there, refused) => `${stored} would be recorded, ${there} are there already, ${refused} would be refused.`,
    give: (n) => (n === 1 ? "Record 1" : `Record all ${n}`),
    line: (n) => `Line ${n}`,
  },
  status: matches.status,
  change: { title: "What it changed", same: SAME_SCORE, cards: (names) => `What changes: one more card for ${names}.`, result: matches.result, goesOn: "goes on", tie: matches.no_winner, wins: (names) => `${names} wins`, win: (names) => `${names} win` },
  houseRules: matches.house_rules,
  houseNamed: (name, author) => `“${name}”, by ${author}`,
  houseFile: "Keep the file",
  houseBook: "Rulebook with these rules",
  ladder: {
    title: "Ladder of cards",
    penalties: { warning: "warning", game: "loses the game", match: "loses the match", expulsion: "expulsion" },
    step: (nth, penalty) => `card ${nth} in the championship: ${penalty}`,
    next: (nth, penalty) => `It would be their card ${nth} in the championship: ${penalty}. This is said, and not applied by itself.`,
    noShow: "Who does not come",
    waits: (minutes) => (minutes === 1 ? "A match waits 1 minute for who is missing; then the organizer may give it to who came." : `A match waits ${minutes} minutes for who is missing; then the organizer may give it to who came.`),
    rung: (nth, penalty, last) => `${nth}${last ? " and on" : ""}: ${penalty}`,
  },
  incidents: { sign: "Record, to be signed", signAll: "Records of cards, to be signed" },
  stakes: {
    title: matches.stakes.title, sign: "Stakes, to be signed",
    agreed: (each, how) => `Each puts in ${each}. ${how}`,
    winner: matches.stakes.winner, places: (weights) => `By places: ${weights}.`,
    pot: (pot) => `The pot is ${pot}.`, open: "They are settled at the end.", undecided: "not settled",
    returned: matches.stakes.returned, player: contests.player, share: matches.stakes.share, net: matches.stakes.net,
    unpaid: "These are points of no currency: nothing is collected or paid here.",
  },
  winner: (names) => `${names} wins`,
  winners: (names) => `${names} win`,
  onTime: (result) => `${result}, on time`,
  noWinner: "A tie",
  place: (n) => `${n}.`,
  menus: { deal: "Other ways to deal", cante: "Cantes, exchange", undo: "Undo", claim: "Claim", sanction: "Sanction", more: "More", count: "Finished hand", score: "Score", queue: "Not saved", replica: "Replica", recover: "Joker", free: "Irregular play" },
  undo: {
    ask: "Tap the first thing that is wrong: it goes, with everything after it.",
    takesBack: "Takes back",
    reason: matches.reason,
    reasons: ["wrong card recorded", "wrong player recorded", "correction allowed", "wrong order"],
    confirm: (n) => (n === 1 ? "Undo" : `Undo all ${n}`),
    more: (first, n) => `${first} and ${n} more`,
    nothing: "There is nothing to undo yet.",
    score: (what, before, after) => `${what}: ${before} → ${after}`,
    sameScore: SAME_SCORE,
    trick: "the trick",
    unsent: "It was not sent yet: it is taken out of the queue.",
    later: "The new score is shown once it is saved.",
    older: "Show earlier plays",
  },
  claim: {
    title: "Claim",
    which: "Which play?",
    kind: "What is claimed?",
    by: "Who claims?",
    confirm: "Claim",
    none: "There is no play to claim in this hand.",
    kinds: { renuncio: "Renuncio", cante: "False cante", "improper-build": "Improper build", revoke: "Revoke" },
    says: (by, what, against) => `${by} claims ${claimed(what)} by ${against}`,
    status: { pending: "Pending", upheld: "Upheld", rejected: "Rejected" },
    trick: (n, of) => `Trick ${n} of ${of}`,
    round: (n, of) => `Round ${n} of ${of}`,
    before: "Before",
    after: "After",
    own: "Nobody can claim against themselves.",
    rule: "Rule on it",
    known: "See why",
    foretold: { pending: "The record does not show it yet: the claim stays pending, and the referee rules.", upheld: "The log proves it: it is upheld at once.", rejected: "The log disproves it: it is rejected at once.", unknown: "The log judges it as soon as it is claimed; where it cannot, the referee rules.", refused: "" },
    findings: { proven: "Proven.", dismissed: "Disproven.", open: matches.not_known_yet, kept: "Kept." },
    held: (cards, whole) => (whole ? `The hand held: ${cards}.` : `Seen of the hand: ${cards}.`),
    page: "See the play step by step",
    uphold: "Uphold",
    reject: "Reject",
    reason: "Reason for the ruling",
    reasons: ["seen at the table", "the players agree", "cannot be proven", "the cards say otherwise"],
  },
  sanction: { title: "Sanction", who: "Who?", yellow: matches.cards.yellow, black: matches.cards.black, colour: matches.card, reason: matches.reason, other: "Another reason", reasons: ["conduct", "slow play", "talking about the play", "second change of card"], confirm: "Give the card" },
  confirmHand: {
    title: (hand) => `Confirm hand ${hand}`,
    pin: "PIN",
    confirm: (names) => `${names} confirm`,
    done: "Confirmed",
    waits: "Missing",
  },
  irregular: {
    unknown: "Offline: you will see whether it is against the rules once it is saved.",
    title: "Against the rules",
    record: "Record it as it was",
    strict: "This match does not accept irregular plays.",
    unproven: "Nothing can be proven with what is known. Record it?",
  },
  figures: {
    title: "Hand by figures",
    about: "For a hand whose cards were not recorded, or not all of them.",
    left: (n) => (n > 0 ? `${n} missing` : `${-n} too many`),
    none: "—",
    nobody: "nobody",
    confirm: "Record the hand",
    checking: "Checking…",
    optional: "if any",
  },
  deal: { plain: "Dealt", turnUp: "Which card is turned up?", table: (n) => `Which ${n} cards lie on the table?`, shuffle: "Deal at random (demonstration)", confirm: "Start the hand", round: "Round dealt" },
  shuffle: {
    commit: "At random, with everybody's words",
    why: "The service fixes the shuffle first, and each player may add some words: so nobody chooses the cards.",
    fixed: "The shuffle is fixed",
    then: "The service cannot change it any more. Anyone may add some words, and the cards come from all of it.",
    whose: "Whose?",
    words: "Words for the shuffle, if you like",
    add: "Add",
    deal: "Deal now",
  },
  start: { ask: (name) => `Bottom card of ${name}`, again: "Equal: shuffle and show again", confirm: "Start the battle" },
  defence: { attackers: "Attackers", defenders: "Defenders", target: { attacker: "Attacker", defender: "Defender", lost: "Cards lost", draw: "Cards drawn" }, lost: (n) => (n === 1 ? "1 card falls from the pack" : `${n} cards fall from the pack`), hint: "Tap an attacker, then who stops it.", confirm: "Defend like this", none: "Nobody attacks", resolve: (attacker, defender) => (defender === null ? `Resolve: ${attacker}, not blocked` : `Resolve: ${attacker} against ${defender}`), against: "against", unstopped: "Nobody stops it", short: (left, cost) => `It costs ${cost} and the pack has ${left}: the defender loses, unless cards are recovered before` },
  recovery: { target: { jokers: "Joker", card: "Card set aside", cards: "From the cementerio" }, need: (n, has) => `${has} of ${n}`, confirm: "Recover" },
  subset: { exceed: (n, has) => `Must come to more than ${n}: they come to ${has}`, of: (has, n) => `${has} of ${n} cards` },
  freeTitle: (name) => `Irregular play by ${name}`,
  freeHint: "Choose the cards. Everything that can be recorded is offered, even if it is against the rules.",
  value: "Value",
  forms: {
    ask: { seat: "Who?", cards: "Which cards?", card: "Which card?", reason: matches.reason, text: "Text", cause: "Why?", count: "How many cards short?", what: "Says what?", seconds: "Seconds" },
    nobody: "Nobody",
    confirm: "Record",
    reasons: { redeal: ["wrong deal", "card exposed in dealing", "incomplete pack"], withdraw: ["withdraws", "did not come", "illness"], pause: ["a break", "asking the referee"], resume: ["play goes on"], looked: [] },
    causes: { dealt_too_many: "dealt too many", out_of_turn: "missed a turn", played_two: "played two", pack_short: "pack runs short", wrong_pack: "wrong pack", no_shuffle: "not shuffled", no_cut: "not cut", pum: "Pum", burbuja: "Rompo burbuja" },
  },
  buildOf: (value) => `Makes ${value}`,
  types: {
    deal: "deal", pass: "pass", play: "play", timeout: TIME_UP, change: "Change of card", draw: "Card drawn", cante: "cante", exchange: "exchange of the siete", trail: "trails", take: "take", build: "build", duplicate: "duplicates", raise: "raises", announce_last: LAST_ROUND, start: "bottom cards", income: "income", hire: "hires", replica: "replica", attack: "attack", defend: "defence", combat: "combat", recover: "recovery", end_turn: "end of turn", expose: "Card exposed", short_hand: "Hand with too many or too few cards", looked: "Looked at cards already won", redeal: "Deal again", reveal: "Show the hand", sanction: "sanction", claim: "claim", ruling: "ruling", retract: "undo", withdraw: "Withdraw", confirm: "confirmation", note: "Note", count: "hand by figures", open: "opening", announce: "Announcement", pause: "Pause", resume: "Resume", extra_time: "Extra time", time_up: "End on time", pin_set: "PIN set", pin_reset: "PIN changed by an organizer", shuffle_commitment: "commitment to the deal", shuffle_text: "words for the deal",
  },
  does(event, about) {
    const name = (/** @type {any} */ one) => card(one, about.deck);
    const names = (/** @type {any} */ cards) => (cards ?? []).map(name).join(", ");
    const build = (/** @type {any} */ id) => (about.builds?.[id] ? `the build of ${about.builds[id]}` : `build ${id}`);
    const taken = [names(event.cards), ...(event.builds ?? []).map(build)].filter(Boolean).join(" and ");
    switch (event.type) {
      case "play":
        return name(event.card);
      case "trail":
        return `trails ${name(event.card)}`;
      case "take":
        return event.card ? `takes ${taken || "nothing"} with ${name(event.card)}` : `lifts ${taken}`;
      case "build":
        return `builds ${event.value} with ${name(event.card)} and ${names(event.cards)}`;
      case "duplicate":
        return `duplicates ${build(event.build)} with ${[name(event.card), names(event.cards)].filter(Boolean).join(", ")}`;
      case "raise":
        return `raises ${build(event.build)} to ${event.value} with ${name(event.card)}`;
      case "announce_last":
        return LAST_ROUND;
      case "cante":
        return event.suit ? `sings ${event.value} in ${suit(event.suit, about.deck)}` : `sings ${event.value}`;
      case "exchange":
        return "exchanges the siete";
      case "pass":
        return event.cards ? `passes ${names(event.cards)}` : "has passed three cards";
      case "deal":
        return event.turn_up ? `deals: ${name(event.turn_up)} turned up` : event.table ? `deals: ${names(event.table)} on the table` : "deals";
      case "start":
        return `show ${(event.shown ?? []).map((/** @type {any} */ pair) => pair.map(name).join(" and ")).join("; ")}`;
      case "income":
        return event.card ? `turns ${name(event.card)} as income` : "turns the income";
      case "hire":
        return `hires ${name(event.card)}`;
      case "replica":
        return `answers with ${names(event.cards)}`;
      case "attack":
        return event.cards?.length ? `attacks with ${names(event.cards)}` : "does not attack";
      case "defend":
        return event.blocks?.length ? `stops ${event.blocks.map((/** @type {any} */ one) => `${name(one.attacker)} with ${name(one.defender)}`).join(", ")}` : "stops nobody";
      case "combat": {
        const met = (event.facts ?? []).find((/** @type {any} */ fact) => fact.fact === "attack_met");
        return met ? this.corona.met(met) : `resolves the combat of ${name(event.attacker)}`;
      }
      case "recover":
        return `recovers ${this.cards((event.cards ?? []).length)} with ${name(event.joker)} and ${name(event.card)}`;
      case "end_turn":
        return "ends the turn";
      case "draw":
        return event.card ? `drew ${name(event.card)}` : "draws";
      case "reveal":
        return event.cards ? `shows ${names(event.cards)}` : "shows the hand";
      case "change":
        return "changes the card laid";
      case "timeout":
        return event.card ? `runs out of time: ${name(event.card)}` : "runs out of time";
      case "expose":
        return `${name(event.card)} is exposed`;
      case "sanction":
        return event.card === "black" ? "black card" : "yellow card";
      case "announce":
        return event.what === "pum" ? "«Pum»" : "«Rompo burbuja»";
      default:
        return this.types[event.type] ?? event.type;
    }
  },
  guinote: { cantes: "Cantes", turnUp: "Turn-up", trump: (suit) => `Triunfo: ${suit}`, stock: (n) => `${n} left to draw`, arrastre: "Arrastre", ida: "Ida", vueltas: "Vueltas", partida: (n) => `Partida ${n}`, partidas: "Partidas", reading: "Points", tricks: "Tricks", sung: (value) => `sang ${value}` },
  hearts: { moons: "Moons", broken: "Hearts are broken", whole: "Hearts not broken", passTo: (from, to) => `${from} passes to ${to}`, extra: "Extra round", stars: "Stars", rounds: "Rounds won", round: (n) => `Round ${n}`, pass: "Three cards are passed" },
  casino: { round: (n, of) => `Round ${n} of ${of}`, stock: (n) => `${n} left in the pack`, taken: "Cards", sweeps: "Sweeps", escobas: "Sweeps", empty: "The table is empty", build: (value, owner) => `${value} · ${owner}`, lastAnnounced: "Last round announced", owes: (name, cards) => `${name} must play ${cards}` },
  corona: { phases: { start: "Bottom cards", deal: "Seven cards each", income: "Income", hire: "Hire and attack", defend: "Defence", combat: "Combat by combat", end: "End of the turn", over: "Over" }, pack: (n) => `Pack ${n}`, cementerio: (n) => `Cementerio ${n}`, left: (n) => `${n} of the income left`, anyCost: "Joker: hires one card of any cost", army: "Army", battles: "Battles", upright: "Upright", turned: "Attacking", combats: (done, of) => `${done} of ${of} resolved`, met: (one) => [one.defender === null ? `${card(one.attacker, "spanish")} not blocked` : `${card(one.attacker, "spanish")} against ${card(one.defender, "spanish")}`, [one.fallen.length > 0 ? `${one.fallen.map((each) => card(each, "spanish")).join(" and ")} ${one.fallen.length === 1 ? "falls" : "fall"}` : "", one.cost.length > 0 ? `${one.cost.length === 1 ? "1 card goes" : `${one.cost.length} cards go`} from the pack to the cementerio` : ""].filter(Boolean).join(", ")].filter(Boolean).join(": ") },
};
