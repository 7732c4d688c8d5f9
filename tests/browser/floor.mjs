// Finds what the pages' modules and styles use that the oldest browsers do not know, by MDN's data (`@mdn/browser-compat-data`).
// TypeScript's checker reads the modules, so that each name is looked up by the type to which it belongs. In: files. Out: JSON, the
// places of each newer feature, by its name in that data.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const ts = require("typescript");
const data = require("@mdn/browser-compat-data");
const HERE = dirname(fileURLToPath(import.meta.url));
/** The oldest browsers that the README names. */
const FLOOR = { safari: "15.4", safari_ios: "15.4", chrome: "92", chrome_android: "92", firefox: "100" };

const newer = {};
const number = (version) => version.replace("≤", "").split(".").map(Number);
const isAfter = (one, other) => {
  const [a, b] = [number(one), number(other)];
  return a[0] !== b[0] ? a[0] > b[0] : (a[1] ?? 0) > (b[1] ?? 0);
};

/** True if a browser of the floor does not know the feature at all, under its own name. */
const isNewer = (compat) =>
  Object.entries(FLOOR).some(([browser, floor]) => {
    const statements = [compat.support[browser] ?? []].flat();
    return !statements.some(
      (one) => !one.flags && !one.alternative_name && !one.prefix && one.version_added && one.version_added !== "preview" && !isAfter(one.version_added, floor),
    );
  });

/** Notes a feature, by the path of its data, unless the floor has it, or the data does not know it. */
function look(path, place) {
  let feature = data;
  for (const part of path) {
    if (!Object.hasOwn(feature, part)) return;
    feature = feature[part];
  }
  const compat = feature.__compat;
  if (compat?.support && isNewer(compat)) (newer[path.join(".")] ??= new Set()).add(place);
}

/** The type or global object that declares a symbol of the browser, and whether the symbol is static. */
function owner(declaration) {
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent)) return [parent.name.text.replace(/Constructor$/, ""), /\wConstructor$/.test(parent.name.text)];
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)) return [parent.parent.name.text, true];
  return [null, false];
}

function lookAtName(checker, name, place) {
  const symbol = checker.getSymbolAtLocation(name);
  for (const declaration of symbol?.declarations ?? []) {
    if (!/\/lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName)) continue;
    const [type, isStatic] = owner(declaration);
    const own = name.text;
    if (type === null) {
      look(["api", own], place);
      look(["api", own, own], place);
      look(["javascript", "builtins", own], place);
      look(["api", "Window", own], place);
      continue;
    }
    for (const root of [["api", type.replace(/^WindowOrWorkerGlobalScope$/, "Window")], ["javascript", "builtins", type]]) {
      look([...root, isStatic && root[0] === "api" ? `${own}_static` : own], place);
    }
  }
}

/** Forms of the language that are newer than the floor. */
function lookAtForm(node, place) {
  if (ts.isClassStaticBlockDeclaration(node)) look(["javascript", "classes", "static", "initialization_blocks"], place);
  if (ts.isRegularExpressionLiteral(node)) {
    if (/\(\?<[=!]/.test(node.text)) look(["javascript", "regular_expressions", "lookbehind_assertion"], place);
    if (/\/[a-z]*v[a-z]*$/.test(node.text)) look(["javascript", "builtins", "RegExp", "unicodeSets"], place);
  }
}

function lookAtModules(paths) {
  const { config } = ts.readConfigFile(resolve(HERE, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, HERE);
  const program = ts.createProgram([...paths, resolve(HERE, "node_modules/lean-qr/index.d.ts")], { ...options, lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"] });
  const checker = program.getTypeChecker();
  for (const path of paths) {
    const file = program.getSourceFile(path);
    const visit = (node) => {
      const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
      lookAtForm(node, place);
      if (ts.isIdentifier(node)) lookAtName(checker, node, place);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
}

function lookAtStyles(path) {
  const text = readFileSync(path, "utf8").replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, " "));
  const each = (pattern, take) => {
    for (const match of text.matchAll(pattern)) take(match, `${path}:${text.slice(0, match.index).split("\n").length}`);
  };
  each(/@([a-z-]+)([^{;]*)/g, ([, name, rest], place) => {
    look(["css", "at-rules", name], place);
    for (const [, feature] of rest.matchAll(/\(([a-z-]+)/g)) look(["css", "at-rules", name, feature], place);
  });
  each(/(?<!:)::?([a-z-]+)(?=[^;{}]*\{)/g, ([, name], place) => look(["css", "selectors", name], place));
  each(/^\s*&/gm, (_, place) => look(["css", "selectors", "nesting"], place));
  each(/(?<=[;{]\s*)([a-z-]+)\s*:\s*([^;{}]*)(?=[;}])/g, ([, property, value], place) => {
    look(["css", "properties", property], place);
    for (const [word, keyword, call] of value.matchAll(/(?<![\w-])([a-z-]+)(\()?/g)) {
      if (call) for (const name of Object.keys(data.css.types)) look(["css", "types", name, word.replace("(", "")], place);
      look(["css", "properties", property, keyword], place);
    }
    for (const [, unit] of value.matchAll(/(?<![\w#])[\d.]+([a-z]{2,})/g)) {
      for (const name of unitNames(unit)) look(["css", "types", "length", name], place);
    }
  });
}

/** The names under which the data has a unit, which may be that of its group. */
function unitNames(unit) {
  const group = /^(?:[sld]v(?:w|h|i|b|min|max))$/.test(unit) ? `viewport_percentage_units_${{ s: "small", l: "large", d: "dynamic" }[unit[0]]}` : null;
  return [unit, group, /^cq/.test(unit) ? "container_query_length_units" : null].filter(Boolean);
}

const paths = process.argv.slice(2);
lookAtModules(paths.filter((path) => /\.m?js$/.test(path)));
paths.filter((path) => path.endsWith(".css")).forEach(lookAtStyles);
process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(newer).map(([name, places]) => [name, [...places]]))));
