// rummy.sav in this browser, in a database of this page's own folder: other copies have theirs.

const done = (asked) => new Promise((good, bad) => {
  asked.onsuccess = () => good(asked.result);
  asked.onerror = () => bad(asked.error);
});

// The saves: {now, before, write}. now: {data, resumed}, or undefined where there are none; resumed:
// they hold what was on show. before: the ones that an import has replaced. write(data, resumed, imported):
// a promise; all is kept, or nothing.
export async function saves(folder) {
  const opening = indexedDB.open(`pocket-rummy ${folder}`, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("files");
  const base = await done(opening);
  const store = (mode) => base.transaction("files", mode, { durability: "strict" }).objectStore("files");
  const kept = {
    now: await done(store("readonly").get("now")),
    before: await done(store("readonly").get("before")),
    async write(data, resumed, imported = false) {
      const before = kept.now;
      kept.now = { data, resumed };
      const files = store("readwrite");
      if (imported) files.put(kept.before = before, "before");
      const asked = files.put(kept.now, "now");
      files.transaction.commit(); // else it is lost if the page is closed now
      await done(asked);
    },
  };
  return kept;
}
