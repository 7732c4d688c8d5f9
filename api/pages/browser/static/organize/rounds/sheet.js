/**
 * The sheet of a hand, by the code on it: the camera reads it, or somebody types it. A touch on a table opens its match, with the
 * cards of the sheet in it, so that nobody types them.
 */

import { useEffect, useState } from "preact/hooks";
import { versus } from "../../shared/contests/people.js";
import { k } from "../../shared/contests/words.js";
import { html } from "../../shared/ui.js";
import { Field, RefusalNote, useDecision } from "../form.js";
import { r } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */

const CODE = /^\s*(\d+)-(\d+)-[a-z2-7]{4}\s*$/i;

/** @param {{store: Store}} props */
export function HandSheet({ store }) {
  const read = CODE.exec(location.hash.split("/")[1] ?? "")?.[0] ?? "";
  const [code, setCode] = useState(read);
  // Another sheet may be read while the page is open.
  useEffect(() => void (read && setCode(read)), [read]);
  const { busy, refusal, send } = useDecision(store);
  const [, round, board] = CODE.exec(code)?.map(Number) ?? [];
  const tables = board ? waiting(store, round ?? 0, board) : [];
  const open = async (/** @type {Fixture} */ fixture) => {
    const match = await send("POST", "/v1/matches", { fixture: fixture.id, board, sheet: code.trim() });
    if (match && (await send("POST", `/v1/matches/${match.id}/events`, { type: "deal", shuffle: true })))
      location.assign(`/table/${match.id}${location.search}`);
  };
  return html`<details class="panel" open=${Boolean(read)} data-sheet=${board ? `${round}-${board}` : ""}>
    <summary>${r.sheet.title}</summary>
    <div class="form">
      <${Field}
        label=${r.sheet.code}
        input="sheet"
        value=${code}
        set=${setCode}
        refusal=${refusal}
        hint=${r.sheet.hint}
        autocomplete="off"
        autocapitalize="characters"
      />
      ${board ? html`<p>${tables.length > 0 ? r.sheet.which : r.sheet.none}</p>` : null}
      <div class="list">
        ${tables.map((fixture) => html`<button
          type="button"
          key=${fixture.id}
          data-fixture=${fixture.id}
          disabled=${busy}
          onClick=${() => void open(fixture)}
        ><b>${fixture.table === null || fixture.table === undefined ? "" : `${k.table(fixture.table)} · `}${versus(fixture.entrants)}</b></button>`)}
      </div>
      <${RefusalNote} refusal=${refusal} fields=${["sheet"]} />
    </div>
  </details>`;
}

/**
 * The tables that have a hand of a round still to play.
 * @param {Store} store
 * @param {number} round
 * @param {number} board the number of the hand in its round
 */
const waiting = (store, round, board) =>
  store.contests.value
    .filter((one) => one.duplicate)
    .flatMap(({ fixtures }) => fixtures)
    .filter((one) => one.round === round && one.boards?.some((hand) => hand.board === board && hand.state === "pending"));
