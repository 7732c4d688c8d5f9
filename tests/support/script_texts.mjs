// Prints, as JSON, the texts of scripts: {file: [text, ...]}. In a template, `…` stands for what fills it in; texts within that
// stand by themselves. Names of modules and keys are no texts.
// Run as `node script_texts.mjs TYPESCRIPT FILE...`; TYPESCRIPT is the path of the compiler's module.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [compiler, ...files] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);

function textsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const texts = [];
  const visit = (node) => {
    const isKey = ts.isPropertyAssignment(node.parent ?? node) && node.parent.name === node;
    if (ts.isStringLiteralLike(node) && !isKey) texts.push(node.text);
    if (ts.isTemplateExpression(node)) texts.push([node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => part.text).join("…"));
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

console.log(JSON.stringify(Object.fromEntries(files.map((file) => [file, textsOf(file)]))));
