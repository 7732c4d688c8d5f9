/** Matches at one time with the same people or at the same table, from the warnings of the service. */

import { html } from "../shared/ui.js";
import { o } from "./words.js";

/**
 * @param {{warnings?: readonly {code: string, detail: string}[]}} props the warnings of any answer; it leaves out all other
 *   kinds
 */
export function DoubleBookings({ warnings = [] }) {
  const doubles = warnings.filter((one) => one.code === "double_booking");
  if (doubles.length === 0) return null;
  return html`<div class="bad" role="status" data-double>
    <b>${o.double.title}</b>
    <ul>${doubles.map((one, n) => html`<li key=${n}>${one.detail}</li>`)}</ul>
  </div>`;
}
