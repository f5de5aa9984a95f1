// The handheld: the game's own program in MicroPython's VM, its display painted on a canvas.
//
// Messages in: start {canvas, board, seed, language, calm, fingers, keeps, begin, folder, pieces, words},
// key {button, down}, long {button}, touch {what, place}, speak {language}, hidden {on}, ask {port, what, ...}.
// Messages out: ready, said {parts, menu, turn, keys, record, link, language}, sound {hertz, level}, light {level},
// elsewhere, reset, failed {text}; through the port of what is asked: its answer, or {problem}.

import { fetched, files, machine } from "./vm.js";
import { painter } from "./painter.js";
import { saves } from "./saves.js";

const SLICE = 12; // milliseconds of work between two looks at the messages
const SAVES = "/rummy.sav";
const STIR = 1500; // milliseconds after a key or a move until it looks up seldom
const REST = 500, LONG_REST = 10000; // milliseconds between two looks: soon after a picture, and long after one
const MOVES = 250; // milliseconds between two pictures of something that moves

let page, vm, put, context, started, timer = null, waits = false, hiddenSince = 0, paused = 0;
let painted = 0, paintedAt = 0, stirred = 0, unkept = false, keeping = false, ended = true, kept = null, told = "";
const down = new Set();
const channel = new MessageChannel(); // sooner than a timer
channel.port1.onmessage = () => loop();

function loop() {
  waits = false;
  if (hiddenSince || ended) return;
  const begun = performance.now(), before = painted;
  let rest = 0;
  while (rest === 0 && performance.now() < begun + SLICE) rest = page.turn();
  const now = performance.now();
  if (painted !== before) {
    if (now - paintedAt < MOVES) stirred = now;
    paintedAt = now;
    tell();
  }
  if (down.size) stirred = now;
  if (rest < 0) ended = true;
  else if (unkept) keepTurn();
  if (rest > 0) {
    const seldom = Math.min(Math.max(REST, (now - paintedAt) / 4), LONG_REST);
    timer = setTimeout(loop, now - stirred < STIR ? rest : seldom);
  } else if (!ended) {
    waits = true;
    channel.port2.postMessage(0);
  }
}

// Go on at once: there is something to be done.
function wake() {
  stirred = performance.now();
  unkept = true;
  if (waits) return;
  clearTimeout(timer);
  loop();
}

// What the display says, for who cannot see it, and what of it can be shared.
function tell() {
  const text = page.news();
  if (text !== told) postMessage({ kind: "said", ...JSON.parse(text) });
  told = text;
}

// What the game has written to its drive is kept by the browser. resumed: it holds what is on show.
function keep(resumed = !!kept?.now?.resumed) {
  return kept?.write(vm.FS.readFile(SAVES), resumed).catch(() => {
    kept = null;
    postMessage({ kind: "failed", text: "This browser keeps no saves." });
  });
}

function keepTurn() {
  keeping = true; // game and turn in one write: a page that is closed may make only the first of two
  try { unkept = !!kept && !page.keep(); } finally { keeping = false; }
}

// The saves of this browser; null where it keeps none. This page has them until another one takes them.
async function taken(folder) {
  try {
    await new Promise((good) => {
      if (!navigator.locks) return good();
      const name = `rummy.sav ${folder}`;
      navigator.locks.request(name, { steal: true }, () => {
        good();
        return new Promise(() => {});
      }).catch((why) => {
        if (why.name !== "AbortError") return good(); // no page took it: cookies are blocked
        ended = true;
        kept = null;
        postMessage({ kind: "elsewhere" });
        return navigator.locks.request(name, host.reset); // once the other page is closed
      });
    });
    return await saves(folder);
  } catch {
    postMessage({ kind: "failed", text: "This browser keeps no saves." });
    return null;
  }
}

// A pack that the game waits for in the middle of its work.
function bring(name) {
  const asked = new XMLHttpRequest();
  asked.open("GET", name, false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(name);
  return new Uint8Array(asked.response);
}

// What page.py calls.
const host = {
  now: () => Math.floor(performance.now() - paused),
  light: (level) => postMessage({ kind: "light", level }),
  hear(hertz, level) {
    stirred = performance.now(); // a tone ends in time, also one that comes at rest
    postMessage({ kind: "sound", hertz, level });
  },
  sync: () => keeping || keep(),
  resume: () => keep(true),
  reset: () => postMessage({ kind: "reset" }),
};

async function start(asked) {
  const { canvas, board, seed, language, calm, fingers, pieces, words, begin: [what, text] } = asked;
  context = canvas.getContext("2d", { alpha: false });
  const [store, ...packs] = await Promise.all([asked.keeps ? taken(asked.folder) : null, ...pieces.map(fetched)]);
  kept = store;
  const made = await machine(packs.shift(), (line) => console.log(line));
  ({ vm, put } = made);
  put(packs.flatMap(files));
  const { data, resumed } = kept?.now ?? {};
  if (data) vm.FS.writeFile(SAVES, data);
  const paint = painter(made.module, canvas.width, canvas.height, (picture) => {
    painted++;
    context.putImageData(picture, 0, 0);
  });
  vm.registerJsModule("host", {
    ...host, ...paint, calm, fingers, bring: (code, path) => vm.FS.writeFile(path, bring(words[code])),
  });
  vm.runPython("import sys; sys.path[:] = ['/host', '/lib', '/']");
  page = vm.pyimport("page");
  if (!page.start(board, canvas.width, canvas.height, seed, language, !!resumed && !what)) {
    keep(false); // the next start begins at the title
    throw new Error("The game has not started.");
  }
  ended = false;
  const why = what && page[what](text); // look, deal, puzzle
  if (why) postMessage({ kind: "failed", text: why });
  page.turn(); // the first picture
  tell();
  postMessage({ kind: "ready" });
  loop();
}

const answers = {
  saves: () => ({ data: vm.FS.readFile(SAVES) }),
  // What a file of saves holds: see `contents` of page.py.
  contents: ({ data }) => {
    vm.FS.writeFile("/taken.sav", data);
    return { value: page.contents("/taken.sav") };
  },
  take: async ({ data }) => {
    ended = true;
    await kept?.write(data, false, true);
    kept = null; // this handheld writes no more
    return {};
  },
  undo: async () => {
    ended = true;
    await kept.write(kept.before?.data, kept.before?.resumed, true);
    kept = null;
    return {};
  },
  touch: ({ of, place }) => ({ value: page.touch(of, ...place) }),
  whole: ({ of }) => ({ value: page.whole(of) }),
};

const doing = {
  start: (asked) => started = start(asked),
  key({ button, down: pressed }) {
    (pressed ? down.add(button) : down.delete(button));
    page.key(button, pressed);
    wake();
  },
  long: ({ button }) => { page.long(button); wake(); },
  touch: ({ what, place }) => { page.touch(what, ...place); wake(); },
  speak: ({ language }) => { page.set_language(language); wake(); },
  hidden({ on }) {
    if (on && !hiddenSince) hiddenSince = performance.now();
    else if (!on && hiddenSince) {
      paused += performance.now() - hiddenSince; // no clock of the game ran
      hiddenSince = 0;
      wake();
    }
  },
};

onmessage = async ({ data }) => {
  try {
    if (data.kind === "ask") {
      await started;
      const { value, ...more } = await answers[data.what](data);
      data.port.postMessage({ value, ...more });
    } else if (data.kind === "start" || page) await doing[data.kind](data);
  } catch (problem) {
    const text = String(problem.message ?? problem);
    if (data.port) data.port.postMessage({ problem: text });
    else postMessage({ kind: "failed", text });
  }
};
