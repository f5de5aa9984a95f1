// The pages in the reader's language: their English texts are looked up in a table of it.

const TITLE = document.title, english = new WeakMap(); // of nodes, what stood there at first
let table = {}, sentences = [];

// What the browser remembers for this folder's pages, where it does: all may be blocked. A page waits for the browser
// where it first asks for `localStorage`.
const nameOf = (key) => `${new URL("./", location).pathname} ${key}`;
export const memory = {
  get(key) { try { return localStorage.getItem(nameOf(key)); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(nameOf(key), value); } catch { /* until it is closed */ } },
};

// A text in the language that is spoken; one that is not in its table stays English. Those with {} in
// the table are sentences, of workers and of tools/device too, in which something stands there.
export function say(text) {
  if (Object.hasOwn(table, text)) return table[text];
  if (text.length > 500) return text;
  for (const [sentence, other] of sentences) {
    const found = sentence.exec(text);
    if (!found) continue;
    // what stands there may be a sentence of its own
    return other.replace(/\{\}/g, () => found.splice(1, 1)[0].replace(/^.* .*$/s, say));
  }
  return text;
}

// The language to speak: the link's, else the chosen one, else the first of the browser's that there is.
export function wanted(known) {
  const link = new URLSearchParams(location.search).get("language");
  const codes = [link, memory.get("language"), ...(navigator.languages ?? [])].filter(Boolean);
  return codes.map((it) => it.slice(0, 2)).find((it) => it in known.languages) ?? "en";
}

// Speak a language on this page from now on.
export async function speak(code) {
  table = code === "en" ? {} : await fetch(`texts-${code}.json`).then((it) => it.json()).catch(() => ({}));
  sentences = Object.entries(table).filter(([text]) => text.includes("{}")).map(([text, other]) => {
    const parts = text.split("{}").map((it) => it.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
    return [new RegExp(`^${parts.join("(.*?)")}$`, "s"), other];
  });
  document.documentElement.lang = code;
  document.title = say(TITLE);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!english.has(node)) english.set(node, node.data);
    const text = english.get(node).trim().replace(/\s+/g, " ");
    if (text) node.data = english.get(node).replace(/\S[^]*\S|\S/, () => say(text));
  }
  for (const name of ["aria-label", "alt"]) {
    for (const it of document.querySelectorAll(`[${name}]:not([${name}=""])`)) {
      if (!english.has(it)) english.set(it, it.getAttribute(name));
      it.setAttribute(name, say(english.get(it)));
    }
  }
}

// Give a link away: by the device's own list where it has one, else as a copy. tell: shows a sentence.
export async function share(text, url, tell) {
  try {
    if (navigator.share) await navigator.share({ title: "Pocket Rummy", text, url });
    else {
      await navigator.clipboard.writeText(`${text} ${url}`.trim());
      tell("The link is copied.");
    }
  } catch (problem) {
    if (problem.name !== "AbortError") tell(url);
  }
}

// Show a sentence in an element, and buttons behind it: [label, what it does] each.
export function showWith(place, text, more = []) {
  place.replaceChildren(say(text), ...more.map(([label, work]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: say(label) });
    button.addEventListener("click", () => { place.replaceChildren(); work(); });
    return button;
  }));
}

// Let the browser download a file of these bytes.
export function download(data, name) {
  const address = URL.createObjectURL(new Blob([data]));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

// Offer the languages in a list, and call `chosen` with the code of another one.
export function offer(list, known, code, chosen) {
  for (const [it, name] of Object.entries(known.languages)) list.add(new Option(name, it, false, it === code));
  list.addEventListener("change", async () => {
    memory.set("language", list.value);
    await speak(list.value);
    chosen(list.value);
  });
}
