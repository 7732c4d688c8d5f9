/**
 * A whole hand of Hearts by the client that @hey-api/openapi-ts makes: opened, dealt, played, sanctioned, claimed, audited.
 *
 * A program of its own, which needs the generated client beside it: `node hearts.js URL TOKEN`.
 */

import { appendEvents, auditMatch, getLegal, getMatch, openMatch } from "./hey";
import { client } from "./hey/client.gen";
import type { AnyEvent, AnyMove, MatchView, PlayEntry, Written } from "./hey";

declare const process: { argv: string[] };

const SEATS = ["Ana", "Beto", "Carla", "Dani"];
const CARDS = 52;
const SEED = "a whole hand by a generated client";

/** Throws where something does not hold. A write answers 201; with 200 only a dry run, which this program never asks for. */
function need(holds: boolean, what: unknown): asserts holds {
  if (!holds) throw new Error(JSON.stringify(what));
}

/** One match, as the tablet beside it sees it. */
class Table {
  private constructor(readonly match: string) {}

  static async open(): Promise<Table> {
    const { data, error, response } = await openMatch({
      body: { ruleset: "hearts.castillar", seats: SEATS.map((name) => ({ name })), first_dealer: 0 },
    });
    need(response?.status === 201, error);
    const match = data as MatchView;
    need(match.ruleset === "hearts.castillar", match);
    need(match.table.trick.length === 0, match.table);
    return new Table(match.id);
  }

  /** Sends what happened. */
  async tell(event: AnyEvent): Promise<Written> {
    const { data, error, response } = await appendEvents({ path: { match_id: this.match }, body: event });
    need(response?.status === 201, error);
    return data as Written;
  }

  /** The first legal move, as it came; cards to pass are chosen from those that may be. */
  async next(): Promise<AnyEvent> {
    const { data, error } = await getLegal({ path: { match_id: this.match } });
    need(data !== undefined, error);
    for (const move of data.events) {
      const event = chosen(move);
      if (event !== null) return event;
    }
    throw new Error(JSON.stringify(data));
  }
}

function chosen(move: AnyMove): AnyEvent | null {
  switch (move.type) {
    case "pass":
      need(move.choose.cards !== null, move);
      const [first, second, third] = move.choose.cards;
      return { type: "pass", seat: move.seat, cards: [first, second, third] };
    case "play":
      return move;
    case "deal":
      return move.shuffle ? { ...move, seed: SEED } : null;
    default:
      return null;
  }
}

/** The plays of one hand, to its end. */
async function playsOf(table: Table): Promise<PlayEntry[]> {
  const plays: PlayEntry[] = [];
  for (;;) {
    const [entry] = (await table.tell(await table.next())).events;
    if (entry.type === "play") plays.push(entry);
    for (const fact of entry.facts) {
      if (fact.fact === "hand_scored") {
        need(fact.points?.length === SEATS.length, fact);
        return plays;
      }
    }
  }
}

async function main(url: string, token: string): Promise<void> {
  client.setConfig({ baseUrl: url, auth: token });
  const table = await Table.open();
  const plays = await playsOf(table);
  need(plays.length === CARDS, plays.length);
  need(new Set(plays.map((play) => play.card)).size === CARDS, plays);
  const disputed = plays[5];
  await table.tell({ type: "sanction", seat: 2, card: "yellow", reason: "late" });
  const claimed = await table.tell({
    type: "claim",
    by: (disputed.seat + 1) % SEATS.length,
    against: disputed.seat,
    kind: "revoke",
    at: disputed.version,
  });
  const [made] = claimed.events[0].facts;
  need(made.fact === "claim_made", made);
  need(made.status === "rejected", "every hand was known, and nobody broke a rule");
  const view = await getMatch({ path: { match_id: table.match } });
  need(view.data?.ruleset === "hearts.castillar", view.error);
  need(view.data.score.totals.reduce((sum, points) => sum + points) >= 26, view.data.score);
  const { data: audit, error } = await auditMatch({ path: { match_id: table.match } });
  need(audit !== undefined && typeof audit !== "string", error);
  need(audit.chain.intact, audit.chain);
  need(audit.infractions.length === 0, audit.infractions);
  const [given] = audit.sanctions;
  const [known] = audit.claims;
  console.log(`${plays.length} plays, seat ${given.seat} ${given.card}, ${known.claim} ${known.status}`);
}

main(process.argv[2], process.argv[3]);
