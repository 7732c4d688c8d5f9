/** The encounters of the team of a player, which wait for a line-up or show it, by the key of that player. */

import { lineupState } from "./seats.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../types.js").Fixture} Fixture */
/** @typedef {import("../types.js").Somebody} Somebody */
/** @typedef {{fixture: Fixture, team: Somebody, rival: Somebody}} Encounter */

/**
 * The encounters that have not begun, of the teams that a player is in. Throws Problem and Unreachable.
 * @param {import("../api.js").Api} api
 * @param {openapi.OwnToken} own
 * @returns {Promise<Encounter[]>}
 */
export async function ownEncounters(api, own) {
  const { player } = own.scope;
  if (own.role !== "player" || !player || !own.championship) return [];
  /** @type {openapi.ChampionshipView} */
  const championship = await api.get(`/v1/championships/${own.championship.id}`);
  const going = championship.contests.filter((one) => one.phase !== "finished");
  const contests = await Promise.all(
    going.map((one) => /** @type {Promise<import("../types.js").Contest>} */ (api.get(`/v1/contests/${one.id}`))),
  );
  return contests.filter((one) => one.teams).flatMap((one) => one.fixtures.flatMap((fixture) => encounterOf(fixture, player)));
}

/**
 * The encounter of a player, before it begins; none in any other match.
 * @param {Fixture} fixture
 * @param {string} player
 * @returns {Encounter[]}
 */
function encounterOf(fixture, player) {
  const team = fixture.entrants.find((one) => one.players?.some((member) => member.id === player));
  const rival = fixture.entrants.find((one) => one !== team);
  if (!team || !rival || fixture.state !== "pending") return [];
  return fixture.boards?.every((one) => one.state === "pending") ? [{ fixture, team, rival }] : [];
}

/** True if a line-up is to be given, or may be given again. @param {Encounter} one */
export const isAwaited = ({ fixture, team }) => lineupState(fixture, team.id) !== "shown";
