// The handheld: the game's own program in MicroPython's VM, its display painted on a canvas.
//
// Messages in: start {canvas, board, seed, language, simulated, keeps, record, pieces}, key {button,
// down}, tap {x, y}, hidden {on}, ask {id, what, ...}. Messages out: ready, said {text}, sound {hertz,
// level}, light {level}, record {text}, elsewhere, reset, failed {text}, answer {id, ...}.

import { fetched, files, machine } from "./vm.js";
import { painter } from "./painter.js";
import { saves } from "./saves.js";

const SLICE = 12; // milliseconds of work between two looks at the messages
const SAVES = "/rummy.sav";

let page, vm, put, context, started, timer = null, waits = false, hiddenSince = 0, simulated = false, paused = 0;
let painted = 0, ended = true, kept = null, said = "", round = "";
const channel = new MessageChannel(); // sooner than a timer
channel.port1.onmessage = () => loop();

function loop() {
  timer = null;
  waits = false;
  if (hiddenSince || simulated || ended) return;
  const end = performance.now() + SLICE;
  const before = painted;
  let rest = 0;
  while (rest === 0 && performance.now() < end) rest = page.turn();
  if (painted !== before) tell();
  if (rest < 0) ended = true;
  else if (rest > 0) timer = setTimeout(loop, rest);
  else {
    waits = true;
    channel.port2.postMessage(0);
  }
}

// Go on at once: there is something to be done.
function wake() {
  if (waits) return;
  clearTimeout(timer);
  loop();
}

// What the display says, for who cannot see it.
function tell() {
  const text = page.said();
  if (text !== said) postMessage({ kind: "said", text: said = text });
  const record = page.record();
  if (record !== round) postMessage({ kind: "record", text: round = record });
}

// What the game has written to its drive goes to where the browser keeps it.
function keep() {
  kept?.write(vm.FS.readFile(SAVES)).catch((problem) => {
    postMessage({ kind: "failed", text: `This browser keeps no saves: ${problem}` });
  });
}

// The saves of this browser, or null where another tab has them.
async function taken() {
  for (let tries = 20; navigator.locks && !await locked(); tries--) {
    if (!tries) return null;
    await new Promise((done) => setTimeout(done, 50)); // the worker before this one may be ending just now
  }
  return saves();
}

// Whether this worker, until it ends, is the one that has the saves.
function locked() {
  return new Promise((done) => {
    navigator.locks.request("rummy.sav", { ifAvailable: true }, (lock) => {
      done(!!lock);
      return lock && new Promise(() => {});
    });
  });
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

async function start(asked) {
  const { canvas, board, seed, language, pieces, record } = asked;
  simulated = asked.simulated;
  context = canvas.getContext("2d", { alpha: false });
  const [store, wasm, ...packs] = await Promise.all(
    [asked.keeps ? taken() : undefined, ...["micropython.wasm.gz", ...pieces].map(fetched)]);
  kept = store ?? null;
  if (store === null) postMessage({ kind: "elsewhere" });
  const made = await machine(wasm, (line) => console.log(line));
  ({ vm, put } = made);
  put(packs.flatMap(files));
  if (kept?.data) vm.FS.writeFile(SAVES, kept.data);
  const paint = painter(made.module, canvas.width, canvas.height, (picture) => {
    painted++;
    context.putImageData(picture, 0, 0);
  });
  vm.registerJsModule("host", {
    ...paint,
    now: () => Math.floor(performance.now() - paused),
    light: (level) => postMessage({ kind: "light", level }),
    hear: (hertz, level) => postMessage({ kind: "sound", hertz, level }),
    sync: keep,
    reset: () => postMessage({ kind: "reset" }),
    bring: (name, path) => vm.FS.writeFile(path, bring(name)),
  });
  vm.runPython("import sys; sys.path[:] = ['/host', '/lib', '/']");
  page = vm.pyimport("page");
  if (!page.start(board, seed, language, store === null, simulated)) throw new Error("The game has not started.");
  ended = false;
  if (record) {
    const why = page.look(record);
    if (why) postMessage({ kind: "failed", text: why });
  }
  if (!simulated) page.turn(); // the first picture
  tell();
  postMessage({ kind: "ready" });
  loop();
}

const answers = {
  saves: () => ({ data: vm.FS.analyzePath(SAVES).exists ? vm.FS.readFile(SAVES) : null }),
  take: async ({ data }) => {
    vm.FS.writeFile("/taken.sav", data);
    const why = page.good("/taken.sav");
    if (why) throw new Error(why);
    if (!kept) throw new Error("The game is open in another tab of this browser: close it there first.");
    ended = true;
    await kept.write(data);
    return {};
  },
  // What tests ask.
  picture: () => {
    const { width, height } = context.canvas;
    return { painted, data: context.getImageData(0, 0, width, height).data };
  },
  painted: () => ({ painted }),
  heard: () => ({ value: page.heard() }),
  press: ({ button, ms }) => { page.press(button, ms ?? 40); tell(); return {}; },
  wait: ({ ms }) => { page.wait(ms); tell(); return {}; },
  python: ({ code }) => ({ value: vm.runPython(code) ?? null }),
};

const doing = {
  start: (asked) => started = start(asked),
  key: ({ button, down }) => { page.key(button, down); wake(); },
  tap: ({ x, y }) => { page.tap(x, y); wake(); },
  hidden: ({ on }) => {
    if (on && !hiddenSince) hiddenSince = performance.now();
    else if (!on && hiddenSince) {
      paused += performance.now() - hiddenSince; // no clock of the game ran
      hiddenSince = 0;
      wake();
    }
  },
};

onmessage = async ({ data }) => {
  if (data.kind === "ask") {
    try {
      await started;
      const { value, ...more } = await answers[data.what](data);
      postMessage({ kind: "answer", id: data.id, value, ...more });
    } catch (problem) {
      postMessage({ kind: "answer", id: data.id, problem: problem.message });
    }
  } else if (data.kind === "start" || page) {
    try {
      await doing[data.kind](data);
    } catch (problem) {
      postMessage({ kind: "failed", text: String(problem.message ?? problem) });
    }
  }
};
