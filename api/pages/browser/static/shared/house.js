/** House rules in words: the rules beside the paper with which a match or a contest was opened, and their author. */

import { onPaper } from "./paper.js";
import { houseRules, settings } from "./rulebook.js";
import { html } from "./ui.js";
import { textOf, w } from "./words.js";

/** The beginning of the paths of the API. */
const VERSION = "/v1";

/**
 * The house rules in one line. Draws nothing if there are none.
 *
 * @param {{
 *   book: import("./types.js").Ruleset | null,
 *   params: Record<string, any>,
 *   house?: import("openapi").NamedHouse | null,
 *   path?: string,
 * }} props `house`: their name and author; `path`: the address of the match or contest in the API. It has the rulebook and the
 *   file
 */
export function HouseRules({ book, params, house, path }) {
  const all = (book ? [...houseRules(book, params), ...settings(book, params)] : []).map(inWords).join(" · ");
  if (all === "" && !house) return null;
  return html`<p class="house" data-house-rules>
    <b>${w.houseRules}.</b> ${house
      ? html`<span data-house-named>${w.houseNamed(house.name, house.author)}</span>${all === "" ? "." : ": "}`
      : null}
    ${all}
    ${house?.note ? html`${all === "" ? " " : ". "}<span data-house-note>${house.note}</span>` : null}
    ${path
      ? html` <a
          class="way"
          href=${onPaper(`/print${path.slice(VERSION.length)}/rulebook`)}
          target="_blank"
          rel="noopener"
          data-paper="rulebook"
        >${w.houseBook}</a>`
      : null}
    ${house && path ? html` <a class="way" href=${`${path}/house-rules`} download data-house-file>${w.houseFile}</a>` : null}
  </p>`;
}

/**
 * @param {{
 *   rule: {name: {es: string, en: string}},
 *   value: string | number | boolean,
 *   option?: {name: {es: string, en: string}},
 * }} agreed
 */
const inWords = ({ rule, value, option }) =>
  value === true
    ? textOf(rule.name)
    : `${textOf(rule.name)}: ${option ? textOf(option.name).toLowerCase() : value === false ? w.not : value}`;
