/** The fields of a new contest of teams: its boards, the points of an encounter, and its teams, made by touch. */

import { useState } from "preact/hooks";
import { Chips, html, pieces } from "../../shared/ui.js";
import { textOf } from "../../shared/words.js";
import { NEW_BOARD } from "../contests/teamwork.js";
import { Field, RefusalNote, Select } from "../form.js";
import { o } from "../words.js";
import { t } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../contests/teamwork.js").TeamForm} TeamForm */
/** @typedef {import("../contests/teamwork.js").BoardForm} BoardForm */
/** @typedef {import("../contests/entrants.js").NamedPlayer} NamedPlayer */
/** @typedef {{form: TeamForm, set: (form: TeamForm) => void}} Forming */

const USUAL = { win: 2, level: 1, loss: 0 };
const GIVEN = /** @type {const} */ (["win", "level", "loss"]);
const MOST_BOARDS = 32;
/** How many of each team sit at a board of so many seats. */
const SIZES = /** @type {const} */ ([
  [2, 1],
  [4, 2],
]);

/**
 * @param {Forming & {
 *   store: Store,
 *   players: readonly NamedPlayer[],
 *   ruleset: string,
 *   schema: import("../contests/choices.js").OptionSchema,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props
 */
export function TeamsFields({ store, players, ruleset, schema, form, set, refusal }) {
  const shape = schema.$ref ? schema.$defs?.[schema.$ref.split("/").pop() ?? ""] : schema;
  const points = form.points ?? USUAL;
  const change = (/** @type {number} */ at, /** @type {BoardForm} */ board) =>
    set({ ...form, boards: form.boards.map((one, n) => (n === at ? board : one)) });
  return html`
    <fieldset class="field panel" data-open="boards">
      <legend class="label">${t.boards}</legend>
      <p class="hint">${t.boardsHint}</p>
      ${form.boards.map((board, n) => html`<${BoardFields}
        key=${n}
        store=${store}
        ruleset=${ruleset}
        board=${board}
        number=${n + 1}
        set=${(/** @type {BoardForm} */ own) => change(n, own)}
        drop=${form.boards.length > 1 && n > 0 ? () => set({ ...form, boards: form.boards.filter((_, at) => at !== n) }) : null}
      />`)}
      ${form.boards.length < MOST_BOARDS
        ? html`<p><button type="button" data-action="add-board" onClick=${() => set({ ...form, boards: [...form.boards, NEW_BOARD] })}>
            ${t.add}
          </button></p>`
        : null}
    </fieldset>
    ${shape?.properties?.points
      ? null
      : html`<fieldset class="field">
          <legend class="label">${t.points}</legend>
          <div class="figures-of narrow">
            ${GIVEN.map((one) => html`<${Field}
              key=${one}
              label=${t[one]}
              input=${`teams.points.${one}`}
              type="number"
              inputmode="numeric"
              min="0"
              max="1000"
              value=${points[one]}
              set=${(/** @type {string} */ text) => set({ ...form, points: { ...points, [one]: Number(text) } })}
            />`)}
          </div>
        </fieldset>`}
    <${Teams} players=${players} form=${form} set=${set} />
    <${RefusalNote} refusal=${refusal ?? null} />
  `;
}

/**
 * @param {{
 *   store: Store,
 *   ruleset: string,
 *   board: BoardForm,
 *   number: number,
 *   set: (board: BoardForm) => void,
 *   drop: (() => void) | null,
 * }} props `ruleset`: the contest's game, which the first board always has
 */
function BoardFields({ store, ruleset, board, number, set, drop }) {
  const own = board.ruleset ?? ruleset;
  const game = store.rulesets.value.find((one) => one.id === own);
  const input = `teams.boards[${number - 1}]`;
  const sizes = SIZES.filter(([seats]) => game?.seats.includes(seats)).map(([, size]) => size);
  return html`<div class="form" data-board=${number}>
    <b>${t.board(number, board.name.trim() || (game ? textOf(game.title) : own))}</b>
    ${number > 1
      ? html`<${Select}
          label=${t.game}
          input=${`${input}.ruleset`}
          value=${own}
          set=${(/** @type {string} */ id) => set({ ...board, ruleset: id, per_team: undefined })}
          options=${store.rulesets.value.map((one) => ({ value: one.id, label: textOf(one.title) }))}
        />`
      : null}
    ${sizes.length > 1
      ? html`<${Chips}
          legend=${t.players}
          input=${`${input}.per_team`}
          value=${board.per_team ?? sizes[0]}
          choose=${(/** @type {number} */ size) => set({ ...board, per_team: size })}
          options=${sizes.map((value) => ({ value, label: value === 1 ? t.one : t.pair }))}
        />`
      : null}
    <details>
      <summary data-open=${`board-${number}`}>${o.options}</summary>
      <div class="form">
        <${Field}
          label=${t.name}
          input=${`${input}.name`}
          value=${board.name}
          set=${(/** @type {string} */ name) => set({ ...board, name })}
          maxlength="60"
        />
        <${Field}
          label=${t.worth}
          input=${`${input}.weight`}
          type="number"
          inputmode="numeric"
          min="1"
          max="100"
          value=${board.weight}
          set=${(/** @type {string} */ text) => set({ ...board, weight: Number(text) })}
        />
        ${drop ? html`<div class="controls"><button type="button" data-action="drop-board" onClick=${drop}>${t.drop}</button></div>` : null}
      </div>
    </details>
  </div>`;
}

/** @param {Forming & {players: readonly NamedPlayer[]}} props */
function Teams({ players, form, set }) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  const name = text.replace(/\s+/gu, " ").trim();
  const team = form.teams.find((one) => one.name === open);
  const alone = players.filter((one) => !form.teams.some(({ members }) => members.includes(one.id)));
  const choices = team ? players.filter((one) => team.members.includes(one.id) || alone.includes(one)) : [];
  const touch = (/** @type {string} */ id) =>
    set({
      ...form,
      teams: form.teams.map((one) =>
        one !== team
          ? one
          : { ...one, members: one.members.includes(id) ? one.members.filter((member) => member !== id) : [...one.members, id] },
      ),
    });
  const add = () => {
    set({ ...form, teams: [...form.teams, { name, members: [] }] });
    setOpen(name);
    setText("");
  };
  const named = (/** @type {readonly string[]} */ ids) => ids.map((id) => players.find((one) => one.id === id)?.name ?? o.erased);
  return html`<fieldset class="field panel" data-open="teams">
    <legend class="label">${t.teams}</legend>
    <p class="hint">${form.teams.length === 0 ? t.nameFirst : t.alone(alone.length)}</p>
    <ul class="rows">
      ${form.teams.map((one) => html`<li class="row" key=${one.name} data-team=${one.name}>
        <span><b>${one.name}</b> <small>${pieces([t.members(one.members.length), named(one.members).join(", ")])}</small></span>
        <span class="controls">
          <button
            type="button"
            data-action="members"
            aria-label=${t.change(one.name)}
            aria-expanded=${String(open === one.name)}
            onClick=${() => setOpen(open === one.name ? null : one.name)}
          >${open === one.name ? t.done : "✎"}</button>
          <button
            type="button"
            data-action="drop-team"
            aria-label=${t.dropTeam(one.name)}
            onClick=${() => set({ ...form, teams: form.teams.filter((other) => other !== one) })}
          >✕</button>
        </span>
      </li>`)}
    </ul>
    ${team
      ? html`<div class="field" data-open="members">
          <span class="label">${t.free(team.name)}</span>
          <div class="chips">
            ${choices.map((one) => html`<button
              type="button"
              key=${one.id}
              data-input="member"
              data-value=${one.id}
              aria-pressed=${String(team.members.includes(one.id))}
              onClick=${() => touch(one.id)}
            >${one.name ?? o.erased}</button>`)}
          </div>
        </div>`
      : null}
    <${Field} label=${t.teamName} input="team.name" value=${text} set=${setText} maxlength="200" />
    <div class="controls">
      <button
        type="button"
        data-action="add-team"
        disabled=${name === "" || form.teams.some((one) => one.name === name)}
        onClick=${add}
      >${t.addTeam}</button>
    </div>
  </fieldset>`;
}
