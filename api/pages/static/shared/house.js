/** House rules in words: what a match or a contest was opened with, beside its paper. */

import { agreed } from "./rulebook.js";
import { html } from "./ui.js";
import { told, w } from "./words.js";

/**
 * The house rules in one line; nothing where there are none.
 * @param {{book: import("./types.js").Ruleset | null, params: Record<string, any>}} props
 */
export function HouseRules({ book, params }) {
  const all = book ? agreed(book, params) : [];
  return all.length > 0 ? html`<p class="house" data-house-rules><b>${w.houseRules}.</b> ${all.map(inWords).join(" · ")}</p>` : null;
}

/** @param {import("./rulebook.js").Agreed} agreed */
const inWords = ({ rule, value, chosen }) => `${told(rule.name)}: ${chosen ? told(chosen.name).toLowerCase() : value}`;
