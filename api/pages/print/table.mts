// Opens a match and records a deal and two tricks: `node table.mts $url "$auth"`.
import createClient from "openapi-fetch";
import type { paths } from "./openapi.d.ts";

declare const process: { argv: string[] };
const [, , baseUrl, auth] = process.argv;
const [name, token] = auth.split(": ");
const api = createClient<paths>({ baseUrl, headers: { [name]: token } });

const opened = await api.POST("/v1/matches", {
  body: { ruleset: "hearts.castillar", seats: [{ name: "Ana" }, { name: "Beto" }], first_dealer: 0 },
});
if (!opened.data?.id) throw new Error(opened.error?.detail);
const path = { match_id: opened.data.id };

for (let entries = 0; entries < 5; entries++) {
  const legal = await api.GET("/v1/matches/{match_id}/legal", { params: { path } });
  const move = legal.data?.events.find((one) => one.type === "deal" || one.type === "play");
  if (!move) throw new Error("nothing can be dealt or played");
  // A legal move is an event. It is sent as it came.
  const { error } = await api.POST("/v1/matches/{match_id}/events", { params: { path }, body: move });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
}

const { data: view } = await api.GET("/v1/matches/{match_id}", { params: { path } });
// What a game alone has is typed once its ruleset is known.
if (view?.ruleset !== "hearts.castillar") throw new Error("another game");
const { seats, table } = view;
console.log(seats.map(({ name, seat }) => `${name}: ${table.tricks_taken[seat]}`).join(", "));
