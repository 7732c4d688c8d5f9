// Prints, as JSON, the attributes that templates give to components which do not take them: [[file, line, component, name], ...].
// Run as `node script_attributes.mjs TYPESCRIPT TSCONFIG`; TYPESCRIPT is the path of the compiler's module.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { attributesOf } from "./script_templates.mjs";

const [compiler, config] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);

/** Attributes that preact takes itself. */
const OF_PREACT = new Set(["key", "ref"]);

const { fileNames, options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, dirname(config));
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** True if a component takes an attribute of this name, as far as its first parameter tells. */
function takes(component, name) {
  const [call] = checker.getTypeAtLocation(component).getCallSignatures();
  const props = call?.parameters[0] && checker.getTypeOfSymbolAtLocation(call.parameters[0], component);
  return props !== undefined && (props.getProperty(name) !== undefined || props.getStringIndexType() !== undefined);
}

const attributes = [];
for (const source of program.getSourceFiles()) {
  if (source.isDeclarationFile || !fileNames.includes(source.fileName)) continue;
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node))
      for (const [name, component] of attributesOf(ts, node.template)) {
        if (OF_PREACT.has(name) || takes(component, name)) continue;
        const { line } = source.getLineAndCharacterOfPosition(component.getStart());
        attributes.push([source.fileName, line + 1, component.getText(), name]);
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
console.log(JSON.stringify(attributes));
