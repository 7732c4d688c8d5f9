/** Paper that the page makes of its own data. Only the paper is printed, and nothing of the page behind it. */

import { render } from "preact";
import { printPage } from "../shared/printing.js";

/**
 * Prints this. It is gone as soon as that is done: it may have held texts that only its reader may see.
 * @param {import("preact").ComponentChild} content
 * @param {(paper: HTMLElement) => void} [more] puts what is no component on the paper
 */
export function printPaper(content, more) {
  const paper = document.createElement("div");
  paper.id = "paper";
  document.body.append(paper);
  document.body.classList.add("on-paper");
  render(content, paper);
  more?.(paper);
  printPage(() => {
    document.body.classList.remove("on-paper");
    render(null, paper);
    paper.remove();
  });
}
