// rummy.sav in the browser: a record for each of its places, written as the board writes a slot.

const STRIDE = 5632; // bytes from slot to slot, as lib/pocket/saves/slots.py has it

function opened() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("pocket-rummy", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("places");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

// The file as it is kept: {data (null: there is none), write}. write(data) keeps the places that
// differ, all or none of them: a promise.
export async function saves() {
  const base = await opened();
  const read = (store, call) => new Promise((done, failed) => {
    const asked = store[call]();
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  const store = base.transaction("places").objectStore("places");
  const [names, places] = await Promise.all([read(store, "getAllKeys"), read(store, "getAll")]);
  let kept = null;
  if (names.length) {
    const size = Math.max(...names.map((name, i) => name * STRIDE + places[i].length));
    kept = new Uint8Array(size);
    names.forEach((name, i) => kept.set(places[i], name * STRIDE));
  }
  return {
    data: kept,
    write(data) {
      const was = kept;
      kept = data;
      return new Promise((done, failed) => {
        const change = base.transaction("places", "readwrite", { durability: "strict" });
        const places = change.objectStore("places");
        if (was && was.length > data.length) places.clear();
        for (let at = 0; at < data.length; at += STRIDE) {
          const now = data.subarray(at, at + STRIDE), before = was?.subarray(at, at + STRIDE);
          const same = was && was.length <= data.length && now.length === before.length
            && now.every((value, i) => value === before[i]);
          if (!same) places.put(now.slice(), at / STRIDE);
        }
        change.oncomplete = () => done();
        change.onabort = change.onerror = () => failed(change.error);
      });
    },
  };
}
