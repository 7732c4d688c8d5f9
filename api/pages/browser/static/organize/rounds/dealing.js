/** The hands of a round on the service's paper, for whoever prepares the packs. It is printed, and nothing of it is kept. */

import { Problem } from "../../shared/api.js";
import { printPaper } from "../printing.js";

/**
 * Reads the sheets of a round, which only its organizers may, and prints them.
 * @param {import("../store.js").Store} store
 * @param {string} contest
 * @param {number} round
 */
export async function printDeals(store, contest, round) {
  try {
    const paper = await store.api.file(`/v1/contests/${contest}/rounds/${round}/deals?format=html`);
    const text = await paper.text();
    printPaper(null, (place) => lay(place, text));
  } catch (error) {
    if (error instanceof Problem && !error.passes) store.notice.value = error.message;
    else store.online.value = false;
  }
}

/**
 * Puts a page of the service on paper as it would stand in a window of its own, which could send no token. Its styles are its own.
 * @param {HTMLElement} place
 * @param {string} text the page as HTML
 */
function lay(place, text) {
  /** @type {string[]} */
  const styles = [];
  // A parser takes styles for those of this page, whose policy has none in it.
  const bare = text.replace(/<style>(.*?)<\/style>/gs, (_, style) => {
    styles.push(style);
    return "";
  });
  const root = place.attachShadow({ mode: "open" });
  // Where styles cannot be adopted, the same words are printed plain.
  if ("adoptedStyleSheets" in root) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles.join("\n").replace(/\bbody(?=\s*\{)/g, ":host"));
    root.adoptedStyleSheets = [sheet];
  }
  root.append(...new DOMParser().parseFromString(bare, "text/html").body.childNodes);
}
