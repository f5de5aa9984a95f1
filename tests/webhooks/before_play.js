// Before play.js, for tests: the worker is told of the page's link, which it would not know out of a cache; nothing is
// cached unless the link says so.
{
  const Known = Worker;
  globalThis.Worker = class extends Known {
    constructor(name, how) {
      super(name + location.search, how);
    }
  };
  if (!location.search.includes("kept")) navigator.serviceWorker.register = () => Promise.reject();
}
