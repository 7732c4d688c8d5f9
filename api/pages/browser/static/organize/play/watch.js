/** The head referee's list: the tasks of the moment, and every table in play. It keeps itself up to date. */

import { useEffect, useState } from "preact/hooks";
import { Problem, Unreachable } from "../../shared/api.js";
import { when } from "../../shared/dates.js";
import { firstOf } from "../../shared/lists.js";
import { onPaper } from "../../shared/paper.js";
import { Chips, html, Sheet } from "../../shared/ui.js";
import { lastTap } from "../../shared/devices.js";
import { k } from "../../shared/contests/words.js";
import { joinNames, w } from "../../shared/words.js";
import { useDecision, RefusalNote } from "../form.js";
import { TakeTable } from "../papers.js";
import { moment } from "../words.js";
import { contestName } from "./contest.js";
import { Decision, Reason } from "./decision.js";
import { useMatch, useTables } from "./reads.js";
import { watchList } from "./model/watch.js";
import { TieForm } from "./tie.js";
import { p } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("./model/watch.js").Item} Item */
/** @typedef {import("./model/watch.js").WatchedTable} WatchedTable */
/** @typedef {{tables: readonly WatchedTable[], calls: readonly api.RefereeCall[], at: string, fresh: boolean}} HallState */

const EVERY_MS = 4_000;

/**
 * The state of the hall, asked again every few seconds.
 * @param {Store} store
 */
function useHall(store) {
  const [hall, setHall] = useState(/** @type {HallState | null} */ (null));
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    const at = `/v1/championships/${store.id}`;
    const ask = async () => {
      try {
        const read = (/** @type {string} */ path) => /** @type {Promise<any>} */ (store.api.get(path));
        /** @type {[api.TableList, import("../../shared/lists.js").Part<api.RefereeCall>]} */
        const [{ items: tables }, { items: calls }] = await Promise.all([
          read(`${at}/tables`),
          firstOf(read, `${at}/calls?answered=false`),
        ]);
        if (current)
          setHall({
            tables: /** @type {any} */ (tables),
            calls: /** @type {any} */ (calls),
            at: new Date(store.api.time.now() ?? Date.now()).toISOString(),
            fresh: true,
          });
      } catch (error) {
        if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
        if (current) setHall((before) => before && { ...before, fresh: false });
      }
      if (current) timer = setTimeout(ask, EVERY_MS);
    };
    /** @type {ReturnType<typeof setTimeout>} */
    let timer = setTimeout(ask, 0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [round, store.view.value?.version]);
  return { hall: hall, again: () => setRound((n) => n + 1) };
}

/** @param {{store: Store}} props */
export function Watch({ store }) {
  const { hall, again } = useHall(store);
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  if (!hall) return html`<p class="hint" role="status">${w.loading}</p>`;
  const items = watchList(hall.tables, hall.calls, store.contests.value, hall.at);
  const item = items.find((one) => one.key === open);
  const close = () => setOpen(null);
  return html`
    <p class=${hall.fresh ? "hint" : "trouble"} role="status" data-fresh=${String(hall.fresh)}>
      ${hall.fresh ? p.watch.fresh : p.watch.stale}
    </p>
    ${items.length === 0 ? html`<p class="good" data-quiet>${p.watch.quiet}</p>` : null}
    <ul class="rows" data-watch aria-live="polite">
      ${items.map((item) => html`<${Row}
        key=${item.key}
        store=${store}
        item=${item}
        open=${() => setOpen(item.key)}
        again=${again}
      />`)}
    </ul>
    <${InPlay} store=${store} tables=${hall.tables} />
    ${item?.kind === "claim"
      ? html`<${Sheet} title=${p.watch.rule} name="claim" close=${close} closeWord=${w.close}>
          <${RuleClaim}
            store=${store}
            item=${item}
            onDone=${() => {
              store.notice.value = p.watch.ruled;
              close();
              again();
            }}
          />
        <//>`
      : null}
    ${item?.kind === "tie"
      ? html`<${Sheet} title=${p.tie.title} name="tie" close=${close} closeWord=${w.close}>
          <${RuleTie}
            store=${store}
            item=${item}
            onDone=${() => {
              close();
              again();
            }}
          />
        <//>`
      : null}
  `;
}

/** @param {{store: Store, item: Item, open: () => void, again: () => void}} props */
function Row({ store, item, open, again }) {
  const decision = useDecision(store);
  const answer = async () => {
    if (item.kind !== "call") return;
    await decision.send("POST", `/v1/matches/${item.call.match}/events`, {
      type: "note",
      kind: "answered",
      call: item.call.version,
      text: p.watch.answered,
    });
    again();
  };
  const absent = async (/** @type {import("../../shared/types.js").Somebody} */ entrant) => {
    if (item.kind !== "missing") return;
    const body = { absent: [entrant.id], reason: p.watch.noShow };
    if (!(await decision.send("POST", `/v1/fixtures/${item.fixture.id}/walkover`, body, { version: item.fixture.version })))
      return;
    store.notice.value = p.watch.given(store.name(entrant));
    await store.reload();
    again();
  };
  const { title, text } = lines(store, item);
  const table = item.kind === "tie" || item.kind === "round" ? null : item.table;
  return html`<li class=${`item ${item.kind}`} data-item=${item.kind}>
    <p><b>${title}</b></p>
    <p class="hint">${text.filter(Boolean).join(" · ")}</p>
    <div class="controls">
      ${item.kind === "call"
        ? html`<button type="button" class="call" data-action="answer" disabled=${decision.busy} onClick=${answer}>
            ${p.watch.answer}
          </button>`
        : null}
      ${item.kind === "claim"
        ? html`<button type="button" class="call" data-action="rule" onClick=${open}>${p.watch.rule}</button>
            <a class="button" href=${pageOf(item)} target="_blank" rel="noopener" data-action="dispute">${p.watch.page}</a>`
        : null}
      ${item.kind === "missing"
        ? html`
            ${item.fixture.entrants.map((one) => html`<button
              type="button"
              key=${one.id}
              class="call"
              data-action="absent"
              data-absent=${one.id}
              disabled=${decision.busy}
              onClick=${() => absent(one)}
            >${p.watch.didNotCome(store.name(one))}</button>`)}
            <a class="button" data-action="result" href=${`#results/${item.contest.id}/${item.fixture.id}`}>
              ${p.watch.otherwise}
            </a>
          `
        : null}
      ${item.kind === "tie" && store.rights.value?.organizer
        ? html`<button type="button" class="call" data-action="tie" onClick=${open}>${p.tie.open}</button>`
        : null}
      ${item.kind === "round"
        ? html`<a class="button" href=${`#rounds/${item.contest.id}`} data-go="rounds">${p.sections.rounds}</a>`
        : null}
      ${table
        ? html`<a class="button" href=${`/table/${table.id}`} target="_blank" rel="noopener" data-action="table">
            ${p.watch.open}
          </a>`
        : null}
    </div>
    <${RefusalNote} refusal=${decision.refusal} />
  </li>`;
}

/**
 * The lines of an item: its kind, its place and its beginning.
 * @param {Store} store
 * @param {Item} item
 * @returns {{title: string, text: string[]}}
 */
function lines(store, item) {
  const where =
    item.kind === "tie" || item.kind === "missing" || item.kind === "round"
      ? contestName(store, item.contest)
      : item.table
        ? place(store, item.table)
        : "";
  switch (item.kind) {
    case "call":
      return {
        title: p.watch.call(item.call.player ? store.name(item.call.player) : p.watch.somebody),
        text: [where, `«${item.call.text}»`, w.ago(item.seconds)],
      };
    case "claim":
      return { title: says(store, item), text: [where] };
    case "tie":
      return { title: p.watch.tie(joinNames(item.entrants.map((one) => store.name(one)))), text: [where] };
    case "round":
      return { title: p.waitsForRound, text: [where] };
    case "missing": {
      const { entrants, starts_at: starts, no_show_at: from, table } = item.fixture;
      return {
        title: p.watch.missing(p.players(entrants.map((one) => store.name(one)))),
        text: [
          where,
          table ? k.table(table) : "",
          ...(starts && from ? [p.watch.mayBeGiven(when(starts), when(from, starts))] : []),
        ],
      };
    }
    case "queue":
      return { title: p.watch.queue(item.label, item.waiting), text: [where, p.watch.heard(w.ago(item.seconds))] };
    default:
      return { title: p.watch.silent(p.lasting(item.seconds)), text: [where, item.here ? p.watch.here : p.watch.gone] };
  }
}

/**
 * A table by its name, if it has one, with its players.
 * @param {Store} store
 * @param {WatchedTable} table
 */
function place(store, table) {
  return [table.table ? k.table(table.table) : "", playing(store, table)].filter(Boolean).join(": ");
}

/**
 * The players of a table: side against side, if they play a match of a contest.
 * @param {Store} store
 * @param {WatchedTable} table
 */
function playing(store, table) {
  const fixture = store.contests.value.flatMap((contest) => contest.fixtures).find((one) => one.match === table.id);
  return p.players((fixture ? fixture.entrants : table.players).map((one) => store.name(one)));
}

/**
 * @param {Store} store
 * @param {Extract<Item, {kind: "claim"}>} item
 */
function says(store, { claim, table }) {
  const name = (/** @type {number} */ seat) => store.name(table.players[seat] ?? null);
  return w.claim.says(name(claim.by), w.claim.kinds[claim.kind] ?? claim.kind, name(claim.against));
}

/** The page on which the whole dispute can be read and printed. @param {Extract<Item, {kind: "claim"}>} item */
const pageOf = ({ claim, table }) => onPaper(`/v1/matches/${table.id}/claims/${claim.claim}?format=html`);

/**
 * The referee's word on a claim. It shows the effect on the score and on the standings before the word is given.
 * @param {{store: Store, item: Extract<Item, {kind: "claim"}>, onDone: () => void}} props
 */
function RuleClaim({ store, item, onDone }) {
  const [verdict, setVerdict] = useState(/** @type {"upheld" | "rejected" | null} */ (null));
  const [reason, setReason] = useState(p.watch.reasons[0]);
  const match = useMatch(store, item.table.id);
  const contest = store.contests.value.find((one) => one.fixtures.some((fixture) => fixture.match === item.table.id)) ?? null;
  const { tables } = useTables(store, contest);
  const at = `/v1/matches/${item.table.id}`;
  const request =
    verdict && reason.trim() !== ""
      ? {
          method: /** @type {const} */ ("POST"),
          path: `${at}/events`,
          body: { type: "ruling", claim: item.claim.claim, upheld: verdict === "upheld", reason },
          supposes: `${at}/whatif?claim=${item.claim.claim}:${verdict}`,
        }
      : null;
  const verdicts = /** @type {const} */ (["upheld", "rejected"]);
  return html`
    <p><b>${says(store, item)}</b></p>
    <p class="hint">${place(store, item.table)}</p>
    <${Chips}
      legend=${p.watch.verdict}
      input="verdict"
      value=${verdict}
      choose=${setVerdict}
      options=${verdicts.map((value) => ({ value, label: p.watch.verdicts[value] }))}
    />
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      match=${match}
      confirm=${p.watch.confirm}
      action="rule-claim"
      onDone=${onDone}
    ><${Reason} reasons=${p.watch.reasons} value=${reason} set=${setReason} /><//>
  `;
}

/** @param {{store: Store, item: Extract<Item, {kind: "tie"}>, onDone: () => void}} props */
function RuleTie({ store, item, onDone }) {
  const { tables } = useTables(store, item.contest);
  return html`<${TieForm}
    store=${store}
    contest=${item.contest}
    entrants=${item.entrants}
    fixture=${item.fixture}
    tables=${tables}
    onDone=${onDone}
  />`;
}

/**
 * A device that records, with the time since its last tap.
 * @param {WatchedTable["devices"][number]} device
 */
function recording(device) {
  const seconds = lastTap(device);
  return seconds === null ? device.label : `${device.label} (${w.lastTap(seconds)})`;
}

/** @param {{store: Store, tables: readonly WatchedTable[]}} props */
function InPlay({ store, tables }) {
  const open = tables.filter((one) => one.status === "open");
  return html`<section class="panel" data-in-play>
    <h3>${p.watch.tables} <small>${open.length}</small></h3>
    ${open.length === 0 ? html`<p class="hint">${p.watch.noTables}</p>` : null}
    <div class="list">
      ${open.map((one) => html`<a
        class="row-link"
        key=${one.id}
        href=${`/table/${one.id}`}
        target="_blank"
        rel="noopener"
        data-match=${one.id}
      >
        <b>${place(store, one)}</b>
        <small>
          ${[
            store.title(one.ruleset),
            p.watch.last(w.ago(one.seconds_ago)),
            one.devices.length > 0 ? p.watch.records(joinNames(one.devices.slice(0, 3).map(recording))) : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </a>`)}
    </div>
    <${TakeTable}
      store=${store}
      title=${p.watch.csv}
      columns=${p.watch.columns}
      rows=${open.map((one) => [one.table ?? "", store.title(one.ruleset), playing(store, one), moment(one.changed_at)])}
    />
  </section>`;
}
