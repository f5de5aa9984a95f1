// Behind play.js, for tests: the handheld of the page, to be asked.
Object.defineProperty(window, "device", {
  get: () => device && { ...device, key: (button, down) => device.send("key", { button, down }) },
});
