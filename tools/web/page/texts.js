// The pages in the reader's language: their English texts are looked up in a table of it.

let table = {}, sentences = [];

// A text in the language that is spoken; one that is not in its table stays English. Those with {} in
// the table are sentences, of workers and of tools/device too, in which something stands there.
export function say(text) {
  if (text in table) return table[text];
  for (const [english, other] of sentences) {
    const found = english.exec(text);
    if (!found) continue;
    // what stands there may be a sentence of its own
    return other.replace(/\{\}/g, () => found.splice(1, 1)[0].replace(/^.* .*$/s, say));
  }
  return text;
}

// The language to speak: the link's, else the first of the browser's that there is; "" is none.
export function wanted(known) {
  const link = new URLSearchParams(location.search).get("language");
  const codes = [link, ...(navigator.languages ?? [])].filter(Boolean).map((it) => it.slice(0, 2));
  return codes.find((it) => known.languages.includes(it)) ?? "";
}

// Speak a language on this page from now on.
export async function speak(code) {
  if (!code || code === "en") return;
  table = await fetch(`texts-${code}.json`).then((it) => it.json()).catch(() => ({}));
  sentences = Object.entries(table).filter(([text]) => text.includes("{}")).map(([text, other]) => {
    const parts = text.split("{}").map((it) => it.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
    return [new RegExp(`^${parts.join("(.*?)")}$`, "s"), other];
  });
  document.documentElement.lang = code;
  document.title = say(document.title);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, text = node.data.trim().replace(/\s+/g, " ");
    if (text) node.data = node.data.replace(/\S[^]*\S|\S/, () => say(text));
  }
  for (const it of document.querySelectorAll("[aria-label]")) {
    it.setAttribute("aria-label", say(it.getAttribute("aria-label")));
  }
}
