/** Many matches at once: their times and tables, and the codes of all their tables in one print. */

import { html } from "../../shared/ui.js";
import { Codes } from "./codes.js";
import { Timetable } from "./timetable.js";

/** @param {{store: import("../store.js").Store, contest: import("../store.js").Contest}} props */
export function Many({ store, contest }) {
  const left = contest.fixtures.filter((one) => (one.state === "open" || one.state === "pending") && one.entrants.length > 1);
  if (left.length < 2) return null;
  return html`<${Timetable} store=${store} contest=${contest} fixtures=${left} />
    ${store.rights.value?.organizer ? html`<${Codes} store=${store} contest=${contest} fixtures=${left} />` : null}`;
}
