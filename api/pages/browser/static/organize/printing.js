/** Paper that the page makes of its own data. Only the paper is printed, and nothing of the page behind it. */

import { render } from "preact";

/**
 * Prints this. It is gone as soon as that is done: it may have held texts that only its reader may see.
 * @param {import("preact").ComponentChild} content
 */
export function printPaper(content) {
  const paper = document.createElement("div");
  paper.id = "paper";
  document.body.append(paper);
  const clear = () => {
    render(null, paper);
    paper.remove();
  };
  render(content, paper);
  addEventListener("afterprint", clear, { once: true });
  print();
}
