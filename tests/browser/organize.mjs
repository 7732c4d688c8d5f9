// Calls functions of the organizer's page without a browser: a list of calls in, `[module, function, ...arguments]` (a module of
// the play, or one by its path), a list of results out.
let text = "";
for await (const part of process.stdin) text += part;
const results = [];
for (const [module, name, ...args] of JSON.parse(text)) {
  const exports = await import(`../../api/pages/browser/static/organize/${module.includes("/") ? module : `play/model/${module}`}.js`);
  results.push(exports[name](...args) ?? null);
}
process.stdout.write(JSON.stringify(results));
