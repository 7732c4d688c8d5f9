/**
 * Keeps the page of a table on the device, so that it opens without a network: over HTTPS, or on the machine itself. One document
 * serves every table. What the API answers is never kept here, nor is any request to it touched.
 */

const PAGES = "pages";
const PAGE = "/table/";
/** Headers of the page's answer that are kept with it. */
const KEPT_HEADERS = ["Content-Type", "Content-Language", "Content-Security-Policy"];
/** Time that a network has to bring the page before the stored one is shown. */
const PATIENCE_MS = 5_000;
/** Time that the storage has to answer before a file is asked for as if it was not there. */
const STORAGE_PATIENCE_MS = 1_000;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(fetch(`${PAGE}any`).then((answer) => keep(answer, PAGE)));
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const address = new URL(event.request.url);
  if (event.request.mode === "navigate" && address.pathname.startsWith(PAGE)) event.respondWith(pageOf(event, address));
  else if (address.origin === location.origin && address.pathname.startsWith("/static/")) event.respondWith(file(event.request));
});

/**
 * The page as the service has it now, or else as it was kept last.
 * @param {any} event
 * @param {URL} address
 */
async function pageOf(event, address) {
  const language = new URLSearchParams(address.search).get("lang");
  const name = language ? `${PAGE}?lang=${language}` : PAGE;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(event.request, { signal: patience.signal });
    // A browser that keeps nothing, or is full, shows what came.
    event.waitUntil(keep(answer.clone(), name).catch(() => undefined));
    return answer;
  } catch {
    // Nothing else can be shown, so a slow storage has time for the page in the language that was chosen.
    return (await stored(name, PATIENCE_MS)) ?? (await stored(PAGE, PATIENCE_MS)) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Request} request */
async function file(request) {
  return (await stored(request)) ?? fetch(request);
}

/**
 * What is stored for a request; undefined where there is nothing, and where the storage refuses or does not answer.
 * @param {RequestInfo} request
 * @param {number} patience milliseconds
 * @returns {Promise<Response | undefined>}
 */
async function stored(request, patience = STORAGE_PATIENCE_MS) {
  try {
    const search = caches.open(PAGES).then((pages) => pages.match(request));
    search.catch(() => undefined);
    return await Promise.race([
      search,
      /** @type {Promise<undefined>} */ (new Promise((resolve) => setTimeout(resolve, patience))),
    ]);
  } catch {
    return undefined;
  }
}

/**
 * Keeps a document after all its files, and drops the files of other releases.
 * @param {Response} answer
 * @param {string} name
 */
async function keep(answer, name) {
  if (!answer.ok) return;
  const pages = await caches.open(PAGES);
  const text = await answer.text();
  const files = new Set(Array.from(text.matchAll(/"(\/static\/[^"]+\.\w+)"/g), ([, path]) => path));
  const there = (await pages.keys()).map((request) => new URL(request.url).pathname);
  await Promise.all([...files].filter((path) => !there.includes(path)).map((path) => pages.add(path)));
  const headers = KEPT_HEADERS.flatMap((header) =>
    answer.headers.has(header) ? [[header, answer.headers.get(header) ?? ""]] : [],
  );
  await pages.put(name, new Response(text, { headers: Object.fromEntries(headers) }));
  const release = [...files][0]?.split("/")[2];
  const old = there.filter((path) => path.startsWith("/static/") && path.split("/")[2] !== release);
  await Promise.all(old.map((path) => pages.delete(path)));
}
