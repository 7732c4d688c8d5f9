/** The page on which a match is recorded by touch. */

import { effect } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { keepAwake } from "../shared/awake.js";
import { deck, Signs } from "../shared/cards.js";
import { mount } from "../shared/mount.js";
import { tokenFor } from "../shared/token.js";
import { html } from "../shared/ui.js";
import { textOf, w } from "../shared/words.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { Deal, BottomCards } from "./forms/deal.js";
import { Defence } from "./forms/defence.js";
import { Meeting } from "./forms/meeting.js";
import { Recovery } from "./forms/recovery.js";
import { Exceeding } from "./forms/subset.js";
import { api, match, storage } from "./first.js";
import { Header, Now } from "./header.js";
import { Pad } from "./pad.js";
import { attend } from "./presence.js";
import { TakeOff } from "./sheets/queue.js";
import { AskFirst } from "./sheets/ask.js";
import { loadSheets, Menus, OpenSheet, OtherDeals, startsBeside } from "./sheets/menus.js";
import { NextShuffle } from "./shuffle.js";
import { Replacement, Refusal } from "./stop.js";
import { keepPadStill } from "./still.js";
import { Table } from "./store.js";

/** @typedef {import("../shared/types.js").GameEvent} GameEvent */

const table = new Table(api, match, storage);
// The QR code of a new token is read while the page is open.
addEventListener("hashchange", () => {
  api.token = tokenFor(match);
  if (table.failure.value) location.reload();
  else table.outbox.resume();
});

function App() {
  const view = table.view.value;
  useLayoutEffect(tell, [view, table.savedView.value, table.legal.value, table.online.value, table.pending.value]);
  useLayoutEffect(keepFocus, [view]);
  useLayoutEffect(keepPadStill);
  if (table.failure.value)
    return html`
      <p class="closed" role="alert">${table.failure.value}</p>
      ${table.pending.value > 0 ? html`<${TakeOff} table=${table} />` : null}
    `;
  if (table.outbox.tab.elsewhere.value)
    return html`<div class="closed" role="alert">
      <p>${w.elsewhere.text}</p>
      <button type="button" class="main" data-take-over onClick=${() => location.reload()}>${w.elsewhere.here}</button>
    </div>`;
  if (!view) return html`<p class="closed" role="status">${table.online.value ? w.loading : w.offline}</p>`;
  const mode = table.mode.value;
  return html`
    <${Signs} />
    <${Header} table=${table} />
    <div class=${mode && mode !== "free" ? "work choosing" : "work"}>
      <div class="stage"><${Now} table=${table} /><${Board} table=${table} /></div>
      <div class="hands" tabindex="-1">
        ${table.replacement.value && !table.outbox.problem.value
          ? html`<${Replacement} table=${table} instead=${table.replacement.value.instead} />`
          : null}
        ${table.outbox.problem.value ? html`<${Refusal} table=${table} problem=${table.outbox.problem.value} />` : null}
        ${mode && mode !== "free"
          ? html`<${Choosing} table=${table} entry=${mode} />`
          : html`
              <${NextShuffle} table=${table} />
              <${Inline} table=${table} />
              <${Controls} table=${table} />
              <${Pad} table=${table} />
              <${OtherDeals} table=${table} />
            `}
      </div>
    </div>
    <${Menus} table=${table} />
    <${OpenSheet} table=${table} />
    ${table.question.value ? html`<${AskFirst} table=${table} event=${table.question.value} />` : null}
  `;
}

/**
 * The choice that the rules want now, shown without a tap.
 * @param {{table: Table}} props
 */
function Inline({ table }) {
  const { forms, plain } = table.meanings.value;
  const aside = startsBeside(table);
  const version = table.view.value?.version;
  return html`${forms
    .filter((entry) => !aside.includes(entry))
    .map((entry) => {
      const choose = entry.choose ?? {};
      if (choose.figures || choose.jokers !== undefined || choose.exceed !== undefined) return null;
      if (choose.shown) return html`<${BottomCards} key=${`shown${version}`} table=${table} entry=${entry} />`;
      if (choose.attackers) return html`<${Defence} key=${`defend${version}`} table=${table} entry=${entry} />`;
      if (choose.attacker) return html`<${Meeting} key=${`meeting${version}`} table=${table} entry=${entry} />`;
      const { choose: _, ...given } = entry;
      if (plain.some((event) => JSON.stringify(event) === JSON.stringify(given))) return null;
      return html`<${Deal} key=${`deal${version}`} table=${table} entry=${entry} />`;
    })}`;
}

/** @param {{table: Table, entry: GameEvent}} props */
function Choosing({ table, entry }) {
  const form = entry.choose?.exceed !== undefined ? Exceeding : Recovery;
  return html`
    <button type="button" class="quiet" data-back onClick=${() => (table.mode.value = null)}>${w.cancel}</button>
    <${form} table=${table} entry=${entry} />
  `;
}

/** The card with the focus is gone. The focus goes on among the cards, for readers that use keys. */
function keepFocus() {
  if (document.activeElement === document.body)
    /** @type {HTMLElement | null} */ (document.querySelector(".hands"))?.focus({ preventScroll: true });
}

/** Tells programs the state that the page shows, together with it, so that they find only the version that they read. */
function tell() {
  const view = table.view.value;
  const data = document.body.dataset;
  data.connection = table.online.value ? "online" : "offline";
  data.pending = String(table.pending.value);
  if (!view) return;
  data.version = String(table.savedView.value?.version ?? 1);
  data.shown = String(view.version);
  data.phase = view.phase;
  data.turn = view.turn === null ? "" : String(view.turn);
  data.hand = String(view.hand);
  const ruleset = table.ruleset.value;
  document.title = ruleset ? `${textOf(ruleset.title)} · ${view.seats.map((one) => one.name ?? "").join(", ")}` : document.title;
}

effect(() => {
  deck.value = table.game?.deck ?? "french";
  // The waiting events are told at once, so that no reader taps twice.
  if (table.pending.value > 0) document.body.dataset.pending = String(table.pending.value);
});

mount(App, () => table.online.value && !table.view.value && !table.failure.value && !table.outbox.tab.elsewhere.value);
keepAwake();
// A page over plain HTTP has no worker, and opens only with the service.
if ("serviceWorker" in navigator)
  void navigator.serviceWorker.register("/worker.js", { scope: "/table/" }).catch(() => undefined);
void loadSheets();
void table.start();
void attend(table);
