/* Tells readers of a browser that is too old for a page. A script of the oldest kind, which each of them can read. */

(function () {
  var knows =
    "noModule" in document.createElement("script") &&
    "at" in Array.prototype &&
    "showModal" in document.createElement("dialog") &&
    "ResizeObserver" in window &&
    "ReadableStream" in window;
  var notice = document.getElementById("too-old");
  if (!knows && notice) notice.hidden = false;
})();
