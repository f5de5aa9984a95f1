// The last resort: where the page cannot start, a sentence says why. It must run in any browser.

(function () {
  var why = "The page could not start: load it again, or use a newer browser.";
  function tell() {
    var place = document.getElementById("waiting");
    if (place && document.querySelector("[aria-busy]")) place.textContent = why;
  }
  document.documentElement.className = "script early";
  addEventListener("load", function () { // the page itself is there
    setTimeout(function () {
      document.documentElement.className = "script";
      document.querySelectorAll("[rel=later]").forEach(function (it) { it.rel = "prefetch"; });
    });
  });
  if (!window.WebAssembly || !window.DecompressionStream || !HTMLCanvasElement.prototype.transferControlToOffscreen) {
    why = "This browser is too old for the game: Chrome, Edge, Firefox or Safari 16.4 can play it.";
    addEventListener("DOMContentLoaded", tell);
  }
  addEventListener("error", tell, true); // of a script that is not there, too
  addEventListener("unhandledrejection", tell);
})();
