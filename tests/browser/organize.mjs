// Answers for the organizer's page without a browser: a list of questions in, `[module, function, ...arguments]` (a module of the play, or one by its path), a list of answers out.
let asked = "";
for await (const part of process.stdin) asked += part;
const answers = [];
for (const [module, name, ...args] of JSON.parse(asked)) {
  const found = await import(`../../api/pages/browser/static/organize/${module.includes("/") ? module : `play/model/${module}`}.js`);
  answers.push(found[name](...args) ?? null);
}
process.stdout.write(JSON.stringify(answers));
