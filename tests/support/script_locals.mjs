// Prints, as JSON, the names that the functions of scripts bind, and the names that modules and classes declare:
// {file: {locals: [[name, line, isProperty], ...], declarations: [[name, line], ...]}}.
// Run as `node script_locals.mjs TYPESCRIPT FILE...`; TYPESCRIPT is the path of the compiler's module.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [compiler, ...files] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);

/** Collects the names that a binding pattern binds. `isProperty`: the name is that of the property it takes. */
function bind(name, scope) {
  if (ts.isIdentifier(name)) scope.set(name.text, [name, false]);
  else
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      if (ts.isObjectBindingPattern(name) && !element.propertyName && ts.isIdentifier(element.name))
        scope.set(element.name.text, [element.name, true]);
      else bind(element.name, scope);
    }
}

function namesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const names = [];
  const declarations = [];
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (node, scope) => {
    const inner = ts.isFunctionLike(node) ? new Map() : scope;
    const isBinding = ts.isParameter(node) || ts.isVariableDeclaration(node);
    if (isBinding && inner) bind(node.name, inner);
    const isDeclaration = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || (isBinding && !inner);
    if (isDeclaration && node.name && ts.isIdentifier(node.name)) declarations.push([node.name.text, lineOf(node.name)]);
    ts.forEachChild(node, (child) => visit(child, inner));
    if (inner !== scope)
      for (const [name, [at, isProperty]] of inner)
        names.push([name, lineOf(at), isProperty]);
  };
  visit(source, null);
  return { locals: names, declarations };
}

console.log(JSON.stringify(Object.fromEntries(files.map((file) => [file, namesOf(file)]))));
