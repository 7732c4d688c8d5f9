// Answers for a device without a service: a line in, a line out. `{"view", "pack"}` shows it a match as the service has it;
// `{"event"}` tells it an event, and `{"view"}` what the service shows afterwards, which then stands.
import { createInterface } from "node:readline";
import { deviceOf, following } from "../../api/pages/browser/static/games/device/index.js";
import { firstState, withView } from "../../api/pages/browser/static/games/device/state.js";

let state = null;
let pack = [];
let past = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  let next = state;
  if (message.pack) {
    pack = message.pack;
    past = new Map();
    next = firstState(message.view);
  } else if (message.event) {
    next = following(past, state, message.event);
  } else {
    next = withView(state, message.view);
  }
  if (message.view) past.set(message.view.version, next);
  state = next ?? state;
  const device = deviceOf(state.view.ruleset);
  const answer = next && { view: next.view, gone: next.gone, sure: next.sure, next: device.next(next, pack), free: device.hasUnlistedPlays === true };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
