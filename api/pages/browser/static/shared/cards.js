/** The drawings of cards: our own signs, told apart by shape and by the pinta, never by colour alone. */

import { signal } from "@preact/signals";
import { html } from "./ui.js";

/** @typedef {"french" | "spanish"} Deck */

/** The deck on this page's table: both decks have a suit C. */
export const deck = signal(/** @type {Deck} */ ("french"));
const FIGURES = /** @type {Record<string, string>} */ ({ 10: "sota", 11: "caballo", 12: "rey" });

/** @param {string} card */
export const suitOf = (card) => (card.startsWith("X") ? "X" : card.slice(-1));

/** @param {string} card */
export const rankOf = (card) => (card.startsWith("X") ? "" : card.slice(0, -1));

/**
 * The number of a Spanish card; a joker counts 0.
 * @param {string} card
 */
export const numberOf = (card) => (card.startsWith("X") ? 0 : Number.parseInt(card, 10));

/**
 * The face of a card: its number, its suit, its figure, and the pinta of a Spanish one.
 * @param {{card: string | null}} props
 */
export function Face({ card }) {
  if (card === null) return html`<span class="face back" aria-hidden="true">?</span>`;
  const { kind, inside } = markupOf(card, deck.value);
  return html`<span class=${kind} aria-hidden="true" dangerouslySetInnerHTML=${inside}></span>`;
}

/** Faces that were drawn before, by deck and card. */
const faces = new Map();

/**
 * A face as markup, made once: a pad has forty of them, and is drawn anew with each tap.
 * @param {string} card
 * @param {Deck} of
 * @returns {{kind: string, inside: {__html: string}}}
 */
function markupOf(card, of) {
  const entry = faces.get(of + card);
  if (entry) return entry;
  const suit = suitOf(card).replace(NO_NAME, "");
  const spanish = of === "spanish" && suit !== "X";
  const rank = (suit === "X" ? card.slice(1) : rankOf(card) === "T" ? "10" : rankOf(card)).replace(NO_NAME, "");
  const figure = spanish ? FIGURES[rank] : undefined;
  const inside = [
    spanish ? sign("pinta", `pinta-${suit}`) : "",
    `<span class="rank">${rank}</span>`,
    figure ? sign("sign figure", figure) : "",
    sign("sign", `suit-${suit}`),
  ].join("");
  const face = {
    kind: `face ${spanish ? "spanish" : "french"} suit-${suit} ${figure ? "figured" : ""}`,
    inside: { __html: inside },
  };
  faces.set(of + card, face);
  return face;
}

/** Characters that no card's name has. */
const NO_NAME = /[^0-9A-Z]/g;

/**
 * @param {string} kind
 * @param {string} name
 */
function sign(kind, name) {
  const box = kind === "pinta" ? 'viewBox="0 0 60 3" preserveAspectRatio="none"' : 'viewBox="0 0 24 24"';
  return `<svg class="${kind}" ${box}><use href="#${name}"></use></svg>`;
}

const SIGNS = {
  "suit-H": '<path d="M12 21C5 15 2 11.5 2 8a5 5 0 0 1 10-1.5A5 5 0 0 1 22 8c0 3.5-3 7-10 13z"/>',
  "suit-D": '<path d="M12 1.5 20.5 12 12 22.5 3.5 12z"/>',
  "suit-S":
    '<path d="M12 1.5c6 5.5 9.5 8.5 9.5 12.5a4.7 4.7 0 0 1-8.3 3c.2 2 1 3.8 2.3 5h-7c1.3-1.2 2.1-3 2.3-5a4.7 4.7 0 0 1-8.3-3c0-4 3.5-7 9.5-12.5z"/>',
  "suit-C":
    '<path d="M12 1.5a4.8 4.8 0 0 1 4.3 7 4.8 4.8 0 1 1-3.1 8.5c.2 2 1 3.8 2.3 5h-7c1.3-1.2 2.1-3 2.3-5a4.8 4.8 0 1 1-3.1-8.5 4.8 4.8 0 0 1 4.3-7z"/>',
  "suit-O":
    '<circle cx="12" cy="12" r="10"/>' +
    '<circle cx="12" cy="12" r="7.5" fill="none" stroke="#fff" stroke-width="1.3"/>' +
    '<path d="m12 6.5 1.7 3.5 3.8.6-2.8 2.7.7 3.8-3.4-1.8-3.4 1.8.7-3.8-2.8-2.7 3.8-.6z" fill="#fff"/>',
  "suit-C2":
    '<path d="M5 2h14v2.5h-1.2c0 5-1.8 8.7-4.6 9.7v3.8l4.3 1.8V22H6.5v-2.2l4.3-1.8v-3.8C8 13.2 6.2 9.5 6.2 4.5H5z"/>' +
    '<path d="M8.3 6.3h7.4" stroke="#fff" stroke-width="1.3"/>',
  "suit-E":
    '<path d="M12 1l2.2 3.5V14h4.3v2.5h-4.3V20a2.2 2.2 0 1 1-4.4 0v-3.5H5.5V14h4.3V4.5z"/>' +
    '<path d="M12 5v9" stroke="#fff" stroke-width="1"/>',
  "suit-B":
    '<path d="M16.5 1.5c2.6-.7 5.3 1.7 4.8 4.5-.2 1-.8 1.7-1.3 2.3l.6 2-2.8.5L8.7 20.5c-1 1.6-3 2.5-4.6 1.7-1.7-.9-1.7-3-.7-4.6' +
    'l5-7.8-1-2.3 2.6.2 3-4.7c.9-1 2.3-1.4 3.5-1.5z"/>' +
    '<circle cx="17.3" cy="5.6" r="1.3" fill="#fff"/>' +
    '<circle cx="12.6" cy="11.5" r="1.1" fill="#fff"/>',
  "suit-X": '<path d="M12 1.5 14.8 9 22.5 9.3 16.5 14.2 18.6 21.7 12 17.5 5.4 21.7 7.5 14.2 1.5 9.3 9.2 9z"/>',
  sota: '<circle cx="12" cy="6" r="4"/><path d="M5 22c0-6.5 2.5-10.5 7-10.5s7 4 7 10.5z"/>',
  caballo:
    '<path d="M6 22c0-4 .5-6.5 2-8.5L4.5 15 2.5 12 8.5 5 9 1.5 12.5 4.5c6 .8 8.5 6 8.5 12V22z"/>' +
    '<circle cx="10" cy="7.5" r="1.1" fill="#fff"/>',
  rey: '<path d="M2 6l5.5 5L12 3l4.5 8L22 6l-2 15H4z"/>',
  "pinta-O": '<path d="M2 1.5h56"/>',
  "pinta-C": '<path d="M2 1.5h25m6 0h25"/>',
  "pinta-E": '<path d="M2 1.5h15m6 0h14m6 0h15"/>',
  "pinta-B": '<path d="M2 1.5h10m5 0h10.5m5 0h10.5m5 0h10"/>',
};

/** The signs of the deck on the page's table. A page draws them once. */
export function Signs() {
  const own = Object.entries(SIGNS).filter(([name]) => name !== (deck.value === "spanish" ? "suit-C" : "suit-C2"));
  const symbols = own.map(([name, shape]) => {
    const box = name.startsWith("pinta") ? "0 0 60 3" : "0 0 24 24";
    const aspect = name.startsWith("pinta") ? ' preserveAspectRatio="none"' : "";
    return `<symbol id="${name === "suit-C2" ? "suit-C" : name}" viewBox="${box}"${aspect}>${shape}</symbol>`;
  });
  return html`<svg width="0" height="0" class="signs" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: symbols.join("") }}></svg>`;
}
