// Behind play.js, for tests: the handheld of the page, to be asked.
Object.defineProperty(window, "device", {
  get: () => device && { ...device, key: (button, down) => device.send("key", { button, down }) },
});
// Why a link within the page is refused, without a handheld that begins with it.
window.refused = async (hash) => {
  history.replaceState(null, "", hash);
  const { begin, broken } = await linked();
  return broken ?? (await device.ask("refused", { begin })).value;
};
