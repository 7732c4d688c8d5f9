/** The hands of a table that it has still to tell, in one form: what each side made in each, all stored at once or none. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { Decision } from "../play/decision.js";
import { numbers } from "../play/model/result.js";
import { Counts } from "../play/result.js";
import { p } from "../play/words.js";
import { t } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../play/result.js").Props} Props */

/** @param {Props & {boards: readonly api.BoardView[]}} props `boards`: the hands that are pending */
export function HandsForm({ store, contest, fixture, tables, boards, onDone }) {
  const [figures, setFigures] = useState(/** @type {Record<number, string[]>} */ ({}));
  const names = fixture.entrants.map((one) => store.name(one));
  const blank = names.map(() => "");
  const written = boards
    .map(({ board }) => ({ board, fields: figures[board] ?? blank }))
    .filter(({ fields }) => fields.some((field) => field.trim() !== ""))
    .map(({ board, fields }) => ({ board, points: numbers(fields) }));
  const isWhole = written.length > 0 && written.every(({ points }) => points !== null);
  const request = isWhole
    ? {
        method: /** @type {const} */ ("POST"),
        path: `/v1/fixtures/${fixture.id}/boards`,
        body: { boards: written.map(({ board, points }) => ({ board, result: { points } })) },
      }
    : null;
  return html`
    <p class="hint">${t.handsHint}</p>
    ${boards.map((one) => html`<${Counts}
      key=${one.board}
      legend=${t.hand(one.hand ?? one.board)}
      input=${`hands.${one.board}`}
      names=${names}
      list=${figures[one.board] ?? blank}
      set=${(/** @type {string[]} */ list) => setFigures({ ...figures, [one.board]: list })}
    />`)}
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${p.results.confirm}
      action="report-hands"
      onDone=${() => onDone(p.results.saved(p.players(names)))}
    />
  `;
}
