// Answers for the table page's defence: a line in, `{"choose", "blocks"}`, a line out.
import { createInterface } from "node:readline";
import { tollsOf } from "../../api/pages/browser/static/table/forms/tolls.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { choose, blocks } = JSON.parse(line);
  const answer = tollsOf(choose, (attacker) => blocks.some((block) => block.attacker === attacker));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
