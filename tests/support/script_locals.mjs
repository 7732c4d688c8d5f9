// Prints, as JSON, the names that the functions of scripts bind, the names that modules and classes declare, and those of
// properties: {file: {locals: [[name, line, isProperty], ...], declarations: [[name, line], ...],
// properties: [[name, line, isOfComponentOrClass], ...]}}.
// Run as `node script_locals.mjs TYPESCRIPT FILE...`; TYPESCRIPT is the path of the compiler's module.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { attributesOf } from "./script_templates.mjs";

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

/** The name and the position of a property that a node declares in an object, in a class or in a type; null for another node. */
function propertyOf(node) {
  const isNamed =
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isJSDocPropertyTag(node) ||
    (ts.isJSDocTypedefTag(node) && node.name);
  if (isNamed && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name) || ts.isStringLiteral(node.name)))
    return [node.name.text.replace("#", ""), node.name.pos, ts.isClassElement(node) && ts.isClassLike(node.parent)];
  const isMember = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (isMember && ts.isPropertyAccessExpression(node.left) && node.left.expression.kind === ts.SyntaxKind.ThisKeyword)
    return [node.left.name.text.replace("#", ""), node.left.name.pos, true];
  return null;
}

function namesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const names = [];
  const declarations = [];
  const properties = [];
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const lineOf = (node) => lineAt(node.getStart());
  const visit = (node, scope) => {
    const inner = ts.isFunctionLike(node) ? new Map() : scope;
    const isBinding = ts.isParameter(node) || ts.isVariableDeclaration(node);
    if (isBinding && inner) bind(node.name, inner);
    const isDeclaration = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || (isBinding && !inner);
    if (isDeclaration && node.name && ts.isIdentifier(node.name)) declarations.push([node.name.text, lineOf(node.name)]);
    const property = propertyOf(node);
    if (property) properties.push([property[0], lineAt(property[1]), property[2]]);
    if (ts.isTaggedTemplateExpression(node))
      for (const [name, component] of attributesOf(ts, node.template)) properties.push([name, lineOf(component), true]);
    for (const comment of node.jsDoc ?? []) visitTypes(comment);
    ts.forEachChild(node, (child) => visit(child, inner));
    if (inner !== scope)
      for (const [name, [at, isProperty]] of inner)
        names.push([name, lineOf(at), isProperty]);
  };
  const visitTypes = (node) => {
    const property = propertyOf(node);
    if (property) properties.push([property[0], lineAt(property[1]), property[2]]);
    // The parameters of a function's type have names that its callers read.
    if (ts.isParameter(node) && ts.isIdentifier(node.name)) properties.push([node.name.text, lineAt(node.pos), false]);
    ts.forEachChild(node, visitTypes);
  };
  visit(source, null);
  return { locals: names, declarations, properties };
}

console.log(JSON.stringify(Object.fromEntries(files.map((file) => [file, namesOf(file)]))));
