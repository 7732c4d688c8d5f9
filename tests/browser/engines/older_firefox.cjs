// Playwright 1.65 opens no page in a Firefox that does not know the command for colours, which the tests here do not need: it may fail.
const Module = require("node:module");
const compile = Module.prototype._compile;
Module.prototype._compile = function (source, name, ...rest) {
  const needed = '.send("emulation.setMediaFeaturesOverride"';
  const text = name.endsWith("coreBundle.js") ? source.replaceAll(needed, needed.replace("send", "sendMayFail")) : source;
  return compile.call(this, text, name, ...rest);
};
