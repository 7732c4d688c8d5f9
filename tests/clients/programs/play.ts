/**
 * A play of Hearts by the client that OpenAPI Generator makes for fetch: a match is opened and dealt, a card is played, the view read.
 *
 * A program of its own, which needs the generated client beside it: `node play.js URL TOKEN`.
 */

import { Configuration, EventsApi, MatchesApi } from "./index";
import type { DealEvent, OpenByRuleset, PlayEvent } from "./index";

declare const process: { argv: string[] };

async function main(basePath: string, accessToken: string): Promise<void> {
  const configuration = new Configuration({ basePath, accessToken });
  const matches = new MatchesApi(configuration);
  const events = new EventsApi(configuration);
  const openMatch: OpenByRuleset = {
    ruleset: "hearts.castillar",
    seats: [{ name: "Ana" }, { name: "Beto" }],
    firstDealer: 0,
  };
  const { id } = await matches.openMatch({ openMatch });
  const deal: DealEvent = { type: "deal" };
  const play: PlayEvent = { type: "play", seat: 0, card: "2C" };
  for (const body of [deal, play]) await events.appendEvents({ matchId: id, body });
  const view = await matches.getMatch({ matchId: id });
  if (view.ruleset !== "hearts.castillar") throw new Error(view.ruleset);
  console.log("version", view.version, "on the table", `[${view.table.trick?.join(" ")}]`, "seat", view.turn);
}

main(process.argv[2], process.argv[3]);
