// Moves the clocks of a page without a browser and without a service: a list of steps in, the standing of each clock out.
// `{"at"}` sets the device's clock; `{"date", "asked"}` is the date of an answer, and the time of its request; `{"clock", "waiting"}`
// asks for the standing of a clock after the events that wait.
import { ServiceTime } from "../../api/pages/browser/static/shared/servicetime.js";
import { digits, isShort, standingOf, withWaiting } from "../../api/pages/browser/static/shared/turnclock.js";

let text = "";
for await (const part of process.stdin) text += part;
let at = 0;
const time = new ServiceTime(() => at);
const answers = [];
for (const step of JSON.parse(text)) {
  if (step.at !== undefined) at = step.at;
  if (step.date !== undefined) time.observe(step.date, step.asked);
  if (!step.clock) continue;
  const standing = standingOf(withWaiting(step.clock, step.waiting ?? [], time.now()), time.now());
  answers.push({ ...standing, reads: standing.left === null ? null : digits(standing.left), short: isShort(standing) });
}
process.stdout.write(JSON.stringify(answers));
