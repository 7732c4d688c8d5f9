/**
 * A new contest: its game, its format, its entrants, its house rules and its draw. The page shows the outcome before the draw.
 */

import { useEffect, useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { textOf } from "../../shared/words.js";
import { Check, Field, RefusalNote, Select, useDecision } from "../form.js";
import { DEALS, HOUSE, PAIRS, STAGES, TEAMS } from "../later.js";
import { numbersIn } from "../numbers.js";
import { timesItself, useRulebook } from "../play/reads.js";
import { NO_STAKES, StakesFields, stakesOf } from "../stakes.js";
import { TimingFields, timingOf, UNTIMED } from "../timing.js";
import { o } from "../words.js";
import { Choices } from "./choices.js";
import { REPLACED, withoutReplaced } from "./duplicate.js";
import { after, houseOf, NO_HOUSE } from "./house.js";
import { drawBody, HowDrawn, Preview, entrantOf, UNDRAWN } from "./draw.js";
import { Participants } from "./entrants.js";
import { bodyOfTeams, NO_TEAMS, sidesOf } from "./teamwork.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("./entrants.js").Side} Side */

const FOUR = 4;
const IN_STAGES = "stages";
/** The format of a game that has none of its own. */
const USUAL = "league";
/** The format in which partners may change from round to round. */
const IN_ROUNDS = "rounds";

/** @param {{store: Store, onDone: () => void}} props */
export function NewContest({ store, onDone }) {
  const players = store.view.value?.players ?? [];
  const [ruleset, setRuleset] = useState(
    store.rulesets.value.find((one) => one.id === store.contest.value?.ruleset)?.id ?? firstOf(store),
  );
  const formats = store.formats.value.filter((one) => one.rulesets.includes(ruleset) || one.same_deals.includes(ruleset));
  const [format, setFormat] = useState("");
  const formatInfo =
    formats.find((one) => one.id === format) ??
    formats.find((one) => one.rulesets.length === 1) ??
    formats.find((one) => one.id === USUAL) ??
    formats[0];
  const [rules, setRules] = useState(/** @type {Record<string, any>} */ ({}));
  const [house, setHouse] = useState(NO_HOUSE);
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ ({}));
  const [out, setOut] = useState(/** @type {string[]} */ ([]));
  const [pairs, setPairs] = useState(/** @type {Side[] | null} */ (null));
  const [isRotating, setRotating] = useState(false);
  const [teamForm, setTeamForm] = useState(/** @type {import("./teamwork.js").TeamForm | null} */ (null));
  const [deals, setDeals] = useState(/** @type {import("./duplicate.js").DealTerms | null} */ (null));
  const [drawing, setDrawing] = useState(UNDRAWN);
  const [podium, setPodium] = useState("");
  const [stakes, setStakes] = useState(NO_STAKES);
  const [timing, setTiming] = useState(UNTIMED);
  const [ready, setReady] = useState(false);
  const book = useRulebook(store, ruleset);
  const inPairs = usePairs(store, ruleset);
  const teamwork = formatInfo?.teams ? teamForm : null;
  const canDealAlike = !teamwork && formatInfo?.same_deals.includes(ruleset);
  const duplicate = canDealAlike ? deals : null;
  const mayRotate = inPairs && !teamwork && formatInfo?.id === IN_ROUNDS;
  const decision = useDecision(store);

  const playing = players.filter((one) => !out.includes(one.id));
  const sides = teamwork ? sidesOf(teamwork) : pairs ? pairs.filter((pair) => pair.length === 2) : playing.map((one) => [one.id]);
  const draw = drawBody(drawing, sides);
  const points = numbersIn(podium);
  const body =
    formatInfo && draw && points && sides.length > 0
      ? {
          ruleset,
          format: formatInfo.id,
          ...(teamwork
            ? { params: options, ...bodyOfTeams(teamwork, ruleset, rules) }
            : { entrants: sides.map(entrantOf), params: { ...rules, ...options } }),
          ...(isRotating && mayRotate ? { partners: "rotating" } : {}),
          ...(duplicate ? { duplicate } : {}),
          ...(points.length > 0 ? { podium: points } : {}),
          ...(teamwork ? {} : { ...stakesOf(stakes), ...timingOf(timing), ...houseOf(house, ruleset, rules) }),
          ...draw,
        }
      : null;
  const path = `/v1/championships/${store.id}/contests`;
  const choose = (/** @type {string} */ id) => {
    setRuleset(id);
    setFormat("");
    setRules({});
    setHouse(NO_HOUSE);
    setOptions({});
    setPairs(null);
    setRotating(false);
    setTeamForm(teamForm && { ...teamForm, boards: NO_TEAMS.boards });
    setDrawing(UNDRAWN);
    setTiming(UNTIMED);
  };
  const agree = (/** @type {Record<string, any>} */ values) => {
    setRules(values);
    setHouse(after(house, values));
  };
  const bring = (/** @type {api.NamedHouse} */ file) => {
    if (file.ruleset !== ruleset) choose(file.ruleset);
    setRules(file.params);
    setHouse({ ...NO_HOUSE, file: file });
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const contest = body && (await decision.send("POST", path, body));
    if (!contest) return;
    store.choice.value = contest.id;
    await store.reload();
    store.notice.value = o.contests.made;
    onDone();
  };
  if (players.length < 2)
    return html`
      <p class="hint">${o.contests.needPlayers}</p>
      <p><a class="button" href="#players" data-go="players">${o.steps.players}</a></p>
    `;
  return html`<form class="form panel" onSubmit=${submit}>
    <${Select}
      label=${o.contests.game}
      input="ruleset"
      value=${ruleset}
      set=${choose}
      hint=${textOf(store.rulesets.value.find((one) => one.id === ruleset)?.about ?? { es: "", en: "" })}
      options=${store.rulesets.value.map((one) => ({ value: one.id, label: textOf(one.title) }))}
    />
    <${Chips}
      legend=${o.contests.format}
      input="format"
      value=${formatInfo?.id}
      choose=${(/** @type {string} */ id) => {
        setFormat(id);
        setOptions({});
      }}
      options=${formats.map((one) => ({ value: one.id, label: textOf(one.title) }))}
    />
    <p class="hint">${formatInfo ? store.clause(formatInfo.id) : ""}</p>
    ${formatInfo
      ? html`<${Choices}
          schema=${formatInfo.options}
          values=${options}
          set=${setOptions}
          refusal=${decision.refusal}
          isOfTeams=${teamwork !== null}
          without=${duplicate ? REPLACED : []}
        />`
      : null}
    ${canDealAlike
      ? html`<${DEALS.component}
          terms=${deals}
          set=${(/** @type {typeof deals} */ terms) => {
            setDeals(terms);
            setOptions(withoutReplaced(options));
          }}
          refusal=${decision.refusal}
        />`
      : null}
    ${formatInfo?.id === IN_STAGES
      ? html`<${STAGES.component}
          schema=${formatInfo.options}
          formats=${store.formats.value}
          values=${options}
          set=${setOptions}
          refusal=${decision.refusal}
          isOfTeams=${teamwork !== null}
        />`
      : null}
    ${formatInfo?.teams
      ? html`<${Check}
          label=${o.contests.inTeams}
          input="teams"
          value=${teamwork !== null}
          set=${(/** @type {boolean} */ on) => {
            setTeamForm(on ? NO_TEAMS : null);
            setPairs(null);
            setDrawing(UNDRAWN);
          }}
        />`
      : null}
    ${teamwork
      ? html`<${TEAMS.component}
          store=${store}
          players=${players}
          ruleset=${ruleset}
          schema=${formatInfo?.options}
          form=${teamwork}
          set=${setTeamForm}
          refusal=${decision.refusal}
        />`
      : html`<${Participants} players=${players} out=${out} set=${setOut} />`}
    ${inPairs && !teamwork
      ? html`<${Check}
          label=${o.contests.inPairs}
          input="pairs"
          value=${pairs !== null}
          set=${(/** @type {boolean} */ on) => {
            setPairs(on ? [] : null);
            setRotating(false);
          }}
        />`
      : null}
    ${mayRotate
      ? html`<${Check}
          label=${o.contests.rotating}
          input="rotating"
          value=${isRotating}
          set=${(/** @type {boolean} */ on) => {
            setRotating(on);
            setPairs(null);
          }}
        />`
      : null}
    ${pairs ? html`<${PAIRS.component} players=${playing} pairs=${pairs} set=${setPairs} />` : null}
    <details class="field" data-open="rules">
      <summary>${o.contests.rules}</summary>
      <div class="form">
        <${HOUSE.component}
          store=${store}
          book=${book}
          ruleset=${ruleset}
          rules=${rules}
          agree=${agree}
          house=${house}
          set=${setHouse}
          bring=${bring}
          isFileless=${teamwork !== null}
          refusal=${decision.refusal}
        />
      </div>
    </details>
    <details class="field" data-open="podium">
      <summary>${o.options}</summary>
      <div class="form">
        <${Field}
          label=${o.contests.podium}
          hint=${o.contests.podiumHint}
          input="podium"
          value=${podium}
          set=${setPodium}
          refusal=${decision.refusal}
          maxlength="60"
        />
        ${points ? null : html`<p class="wrong" role="alert">${o.contests.podiumWrong}</p>`}
        ${teamwork
          ? null
          : html`
              <${TimingFields} form=${timing} set=${setTiming} turns=${!timesItself(book)} refusal=${decision.refusal} />
              <${StakesFields} stakes=${stakes} set=${setStakes} refusal=${decision.refusal} />
            `}
      </div>
    </details>
    <${HowDrawn}
      drawing=${drawing}
      set=${setDrawing}
      players=${teamwork ? teamwork.teams.map(({ name }) => ({ id: name, name })) : players}
      sides=${sides}
    />
    ${pairs && sides.length === 0 ? html`<p class="hint" data-missing="pairs">${o.entrants.noPairs}</p>` : null}
    <${Preview} store=${store} path=${path} body=${body} isKnown=${drawing.way !== "service"} ready=${setReady} />
    <${RefusalNote} refusal=${decision.refusal} />
    <div class="controls">
      <button class="main" data-action="draw" disabled=${!ready || decision.busy}>
        ${drawing.way === "lots" ? o.draw.record : o.draw.make}
      </button>
    </div>
  </form>`;
}

/**
 * The first game that is new to the championship and has a format of its own; else the first game.
 * @param {Store} store
 */
function firstOf(store) {
  const games = store.contests.value.map((one) => one.ruleset);
  const own = store.formats.value.filter((one) => one.rulesets.length === 1).flatMap((one) => one.rulesets);
  const all = [...own, ...store.rulesets.value.map((one) => one.id)];
  return all.find((one) => !games.includes(one)) ?? all[0] ?? "";
}

/**
 * True if a game is played in pairs. A try with two players tells it from the service's answer.
 * @param {Store} store
 * @param {string} ruleset
 */
function usePairs(store, ruleset) {
  const [can, setCan] = useState(false);
  useEffect(() => {
    setCan(false);
    const four = (store.view.value?.players ?? []).slice(0, FOUR).map((one) => one.id);
    const title = store.rulesets.value.find((one) => one.id === ruleset);
    if (four.length < FOUR || !title?.seats.includes(FOUR)) return;
    const body = { ruleset, format: "single", entrants: [four.slice(0, 2), four.slice(2)] };
    void store.tries("POST", `/v1/championships/${store.id}/contests`, body).then(setCan);
  }, [ruleset]);
  return can;
}
