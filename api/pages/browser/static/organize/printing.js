/** Paper that the page makes of its own data. Only the paper is printed, and nothing of the page behind it. */

import { render } from "preact";
import { printPage } from "../shared/printing.js";

/**
 * Prints this. It is gone as soon as that is done: it may have held texts that only its reader may see.
 * @param {import("preact").ComponentChild} content
 */
export function printPaper(content) {
  const paper = document.createElement("div");
  paper.id = "paper";
  document.body.append(paper);
  document.body.classList.add("on-paper");
  render(content, paper);
  printPage(() => {
    document.body.classList.remove("on-paper");
    render(null, paper);
    paper.remove();
  });
}
