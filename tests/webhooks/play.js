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
// Switch the handheld off; whether another test may begin on this page.
window.leave = () => {
  device?.close();
  device = null;
  return !Object.hasOwn(document, "hidden");
};
const [intro] = document.querySelector("header p").childNodes; // a link to a deal replaces it
// Begin as a first visit by this link would, or one that finds this file of saves, but without loading the page.
window.anew = async (address, saved) => {
  leave();
  clearTimeout(resized);
  if (document.fullscreenElement) await document.exitFullscreen();
  fill(false);
  document.activeElement.blur();
  for (const it of document.querySelectorAll("details")) it.open = false;
  document.body.classList.remove("folded");
  document.querySelector("header p").replaceChildren(intro);
  scrollTo(0, 0);
  localStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; });
  }
  history.replaceState(null, "", address);
  if (saved) {
    const opening = indexedDB.open(`pocket-rummy ${new URL("./", location).pathname}`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    await new Promise((done) => { opening.onsuccess = done; });
    const writing = opening.result.transaction("files", "readwrite");
    writing.objectStore("files").put({ data: Uint8Array.from(saved, (it) => it.charCodeAt()), resumed: false }, "now");
    await new Promise((done) => { writing.oncomplete = done; });
    opening.result.close();
  }
  for (const name of [...link.keys()]) link.delete(name);
  for (const [name, value] of new URLSearchParams(location.search)) link.set(name, value);
  find("language").value = wanted(known);
  await speak(find("language").value);
  listed = list.value = link.get("board");
  keyed = false;
  switchOn();
  return true;
};
