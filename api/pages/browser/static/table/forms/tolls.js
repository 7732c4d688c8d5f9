/** @import * as api from "openapi" */

/** The cards that a defence of Por la Corona moves, as the list of what may come counts them. */

/**
 * The number of cards that the pack of the defender loses, and the most that the attackers may draw.
 * @param {{tolls?: readonly api.Toll[], lost_at_most?: number, draw_at_most?: number}} choose
 * @param {(attacker: string) => boolean} isBlocked
 */
export function tollsOf({ tolls = [], lost_at_most = 0, draw_at_most = 0 }, isBlocked) {
  let cost = 0;
  let draws = 0;
  for (const toll of tolls) {
    cost += isBlocked(toll.attacker) ? toll.blocked : toll.unblocked;
    if (!isBlocked(toll.attacker)) draws += cost > lost_at_most ? toll.draws : (toll.draws_if_paid ?? toll.draws);
  }
  return { due: Math.min(cost, lost_at_most), most: Math.min(draws, draw_at_most) };
}
