// Runs the worker of a table's page without a browser, on a storage that "refuses", "never answers", is "full", "empty" or "whole".
// Out: the answers to the page and to one of its files with a network, and to the same without one; null for an error.
const [, , storage] = process.argv;
const FILE = "/static/1/table.es.js";
const PAGE = `<script src="${FILE}"></script>`;
const HOST = "https://hall";
const path = (request) => new URL(request.url ?? request, HOST).pathname;
const never = new Promise(() => {});
const contents = new Map(storage === "whole" || storage === "never answers" ? [["/table/", PAGE], [FILE, "stored"]] : []);
const none = () => Promise.reject(new Error(storage));
const full = {
  match: async (request) => (contents.has(path(request)) ? new Response(contents.get(path(request))) : undefined),
  keys: async () => [...contents.keys()].map((one) => new Request(HOST + one)),
  add: storage === "full" ? none : async (request) => void contents.set(path(request), "stored"),
  put: storage === "full" ? none : async (request, answer) => void contents.set(path(request), await answer.text()),
  delete: async (request) => contents.delete(path(request)),
};
const opens = { refuses: none, "never answers": () => never };
globalThis.caches = { open: opens[storage] ?? (async () => full) };
globalThis.location = new URL(HOST);
const listeners = {};
globalThis.self = { addEventListener: (kind, listener) => (listeners[kind] = listener), skipWaiting() {}, clients: { async claim() {} } };
let online = true;
globalThis.fetch = async (request) => {
  if (!online) throw new TypeError("no network");
  return new Response(path(request) === FILE ? "sent" : PAGE);
};
await import("../../api/pages/browser/static/worker.js");

async function ask(request) {
  let answer = never;
  const waits = [];
  listeners.fetch({ request, respondWith: (one) => (answer = one), waitUntil: (one) => waits.push(one) });
  const body = await (await answer).text();
  if (storage !== "never answers") await Promise.all(waits);
  return body || null;
}
const navigate = { url: `${HOST}/table/1`, mode: "navigate" };
const file = { url: HOST + FILE, mode: "no-cors" };
const answers = [];
for (online of [true, false])
  for (const request of [navigate, file]) answers.push(await ask(request).catch(() => null));
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
