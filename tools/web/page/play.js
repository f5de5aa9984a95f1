// The page to play on: the handheld's body, its buttons, keys, touch, gamepad, sound, saves.

import { download, memory, offer, say, share, showWith, speak, wanted } from "./texts.js";

// By what is printed on a key: its place is another one on other keyboards.
const KEYS = {
  arrowup: "UP", arrowdown: "DOWN", arrowleft: "LEFT", arrowright: "RIGHT", x: "A", " ": "A", z: "B",
  escape: "B", backspace: "B", enter: "START", s: "SELECT", a: "A", b: "B", e: "START",
};
const LONG = { m: "START", h: "SELECT" }; // the menu, a hint
const WHOLE = { t: "table", r: "rack" }; // keys that read all of it out
const PAD = { 0: "A", 1: "B", 8: "SELECT", 9: "START", 12: "UP", 13: "DOWN", 14: "LEFT", 15: "RIGHT" };
const OWN = "own"; // the page's own display, which fits the window
const HOLD = 450, FAR = 9; // milliseconds a finger rests to hold, CSS pixels it moves to drag
const LONGEST = 1 << 16, LARGEST = 1 << 20; // letters of a record, bytes of a file of saves
const find = (id) => document.getElementById(id);
const body = find("handheld"), link = new URLSearchParams(location.search);
const shares = document.querySelectorAll(".share"); // on the page, and beside a game that fills the window
const touching = matchMedia("(pointer: coarse)").matches;

let known, device = null, sound = null, played = false, shape = "", shareable = {}; // shareable: what can be shared
const held = new Map(); // key, finger or a pad's button -> the button that it holds down

// -- pressing

const isDown = (button) => [...held.values()].includes(button);

function push(button, down) {
  device?.send("key", { button, down });
  for (const key of body.querySelectorAll(`[data-button=${button}]`)) key.classList.toggle("held", down);
}

function press(button, by) {
  played = true; // from now on a browser lets it sound
  if (!isDown(button)) push(button, true);
  held.set(by, button);
}

function release(by) {
  const button = held.get(by);
  if (held.delete(by) && !isDown(button)) push(button, false);
}

const releaseAll = () => [...held.keys()].forEach(release);

// A finger presses the button below it: it may slide from one to the next.
function below(event) {
  return document.elementsFromPoint(event.clientX, event.clientY).find((it) => it.matches("[data-button]"));
}

function finger(event) {
  const by = event.pointerId, key = event.type.endsWith("down") || event.type.endsWith("move") ? below(event) : null;
  if (held.get(by) === key?.dataset.button) return;
  release(by);
  if (key) {
    press(key.dataset.button, by);
    if (touching) navigator.vibrate?.(8);
  }
}

for (const side of body.querySelectorAll(".side")) {
  side.addEventListener("pointerdown", (event) => {
    if (event.button || !below(event)) return;
    event.preventDefault();
    side.setPointerCapture(event.pointerId);
    finger(event);
  });
  side.addEventListener("pointermove", (event) => side.hasPointerCapture(event.pointerId) && finger(event));
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) side.addEventListener(end, finger);
  side.addEventListener("contextmenu", (event) => event.preventDefault());
}
for (const key of body.querySelectorAll("[data-long]")) {
  key.addEventListener("click", () => device?.send("long", { button: key.dataset.long }));
}

const readWhole = (of) => device?.ask("whole", { of }).then(({ value }) => readOut(spoken(value) || say("Nothing is there.")));
for (const button of document.querySelectorAll("[data-whole]")) button.addEventListener("click", () => readWhole(button.dataset.whole));

// A button that has the focus is pressed by Enter and Space, whatever these mean elsewhere.
function meant(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const name = event.key.toLowerCase(), own = event.target.closest?.("[data-button]");
  if (own && (name === "enter" || name === " ")) return own.dataset.button;
  if (!own && event.target.closest?.("a, button, input, select, summary, dialog")) return null;
  if (WHOLE[name]) readWhole(WHOLE[name]);
  if (LONG[name] && !event.repeat) device?.send("long", { button: LONG[name] });
  return name === "enter" && !shareable.menu ? "A" : KEYS[name] ?? null; // START in a game alone
}

addEventListener("keydown", (event) => {
  const button = meant(event);
  if (!button) return;
  event.preventDefault();
  if (!event.repeat) press(button, event.code);
});
addEventListener("keyup", (event) => release(event.code));
addEventListener("blur", releaseAll);

let frame = 0, listens = 0;
function readPads() {
  const pads = [...navigator.getGamepads()].filter(Boolean), down = new Map();
  for (const { index, buttons, axes: [x, y] } of pads) {
    const stick = { LEFT: x < -0.5, RIGHT: x > 0.5, UP: y < -0.5, DOWN: y > 0.5 };
    for (const [number, button] of Object.entries(PAD)) {
      if (buttons[number]?.pressed || stick[button]) down.set(`pad ${index} ${button}`, button);
    }
  }
  down.forEach(press);
  for (const by of [...held.keys()]) if (`${by}`.startsWith("pad ") && !down.has(by)) release(by);
  cancelAnimationFrame(frame);
  if (pads.length) frame = requestAnimationFrame(readPads);
  return pads.length > 0;
}

// While a page listens for gamepads Chromium asks for them 250 times a second, so the page listens for a while after
// a sign of a player, and on where there is one.
function listenForPads() {
  clearTimeout(listens);
  addEventListener("gamepadconnected", readPads);
  listens = setTimeout(() => readPads() || removeEventListener("gamepadconnected", readPads), 20000);
}
for (const kind of ["keydown", "pointermove", "pointerdown", "focus"]) addEventListener(kind, listenForPads);
listenForPads();

// -- a finger on the display: a tap, a hold, a drag

let gesture = null;

function pixel({ clientX, clientY }) {
  const { canvas } = device, box = canvas.getBoundingClientRect();
  return [Math.floor((clientX - box.left) / box.width * canvas.width),
    Math.floor((clientY - box.top) / box.height * canvas.height)];
}

function touched(event) {
  if (event.button || gesture) return;
  played = true;
  event.preventDefault();
  event.target.setPointerCapture(event.pointerId);
  const { pointerId, clientX, clientY } = event, place = pixel(event);
  const hold = setTimeout(() => {
    device.send("touch", { what: "hold", place });
    gesture.held = true;
    navigator.vibrate?.(15);
  }, HOLD);
  gesture = { pointerId, clientX, clientY, place, hold };
}

async function moved(event) {
  const it = gesture;
  if (it?.pointerId !== event.pointerId) return;
  [it.x, it.y] = [event.clientX - it.clientX, event.clientY - it.clientY];
  if (!it.moved && Math.hypot(it.x, it.y) > FAR) {
    it.moved = true;
    clearTimeout(it.hold);
    it.tile = device.ask("touch", { of: "grab", place: it.place }).then(({ value }) => value.split(" ").map(Number));
    const [left, top, wide, high] = await it.tile;
    if (high && gesture === it) carry(it, left, top, wide, high);
  }
  if (it.ghost) it.ghost.style.transform = `translate(${it.x}px, ${it.y}px)`;
}

// A copy of the tile follows the finger.
function carry(it, left, top, wide, high) {
  const { canvas } = device, scale = canvas.clientWidth / canvas.width;
  const ghost = it.ghost = document.createElement("canvas");
  Object.assign(ghost, { className: "ghost", width: wide, height: high });
  ghost.getContext("2d").drawImage(canvas, left, top, wide, high, 0, 0, wide, high);
  Object.assign(ghost.style, {
    left: `${canvas.offsetLeft + left * scale}px`, top: `${canvas.offsetTop + top * scale}px`,
    width: `${wide * scale}px`, height: `${high * scale}px`, transform: `translate(${it.x}px, ${it.y}px)`,
  });
  canvas.after(ghost);
}

async function lifted(event) {
  const it = gesture;
  if (it?.pointerId !== event.pointerId) return;
  gesture = null;
  clearTimeout(it.hold);
  const place = pixel(event), [, , , high] = await it.tile ?? [];
  it.ghost?.remove();
  if (event.type === "pointercancel") return;
  if (high) device.send("touch", { what: "drop", place: [...it.place, ...place] });
  else if (it.moved) device.send("touch", { what: "swipe", place: [Math.round(it.x), Math.round(it.y)] });
  else if (!it.held) device.send("touch", { what: "tap", place });
  if (touching && !it.held) fill();
}

// -- sound

function hear({ hertz, level }) {
  if (hertz && !sound && played) {
    const context = new AudioContext(), tone = context.createOscillator(), volume = context.createGain();
    tone.type = "square";
    tone.connect(volume).connect(context.destination);
    tone.start();
    sound = { context, tone, volume };
  }
  if (!sound) return;
  clearTimeout(sound.rest);
  if (hertz && !document.hidden) {
    if (sound.context.state !== "running") sound.context.resume();
    sound.tone.frequency.setValueAtTime(hertz, sound.context.currentTime);
    sound.volume.gain.setValueAtTime(level * 0.2, sound.context.currentTime);
  } else {
    sound.volume.gain.setValueAtTime(0, sound.context.currentTime);
    sound.rest = setTimeout(() => sound.context.suspend(), 1000); // it costs while it runs
  }
}

document.addEventListener("visibilitychange", () => {
  device?.send("hidden", { on: document.hidden });
  hear({ hertz: 0 });
});

// -- the display's size

// The page's own display for this window, where the game fills it: tiles of 20 pixels or 40, upright 12 or 6 abreast.
function ownSize() {
  const between = (low, value, most) => Math.min(Math.max(low, Math.floor(value / 8) * 8), most); // of the ground's cells
  if (upright()) return [240, between(320, (innerHeight - (isFolded() ? 90 : 190)) * 240 / innerWidth, 424)];
  const high = innerHeight < 360 ? 240 : 272;
  return [between(320, (innerWidth - 270) * high / innerHeight, 480), high];
}

const upright = () => innerWidth <= innerHeight;
const isFolded = () => document.body.classList.contains("folded");
find("fold").addEventListener("click", () => {
  memory.set("folded", document.body.classList.toggle("folded") ? 1 : "");
  switchOn();
});

function fit() {
  if (!device) return;
  const { canvas } = device, glass = find("glass");
  canvas.style.width = canvas.style.height = "0";
  const wide = glass.clientWidth, high = glass.clientHeight, ratio = devicePixelRatio || 1;
  let scale = Math.max(0.5, Math.min(wide / canvas.width, high / canvas.height));
  if (find("board").value !== OWN && scale * ratio > 2) scale = Math.floor(scale * ratio) / ratio; // whole pixels
  canvas.style.width = `${canvas.width * scale}px`;
  canvas.style.height = `${canvas.height * scale}px`;
}

let resized = 0;
addEventListener("resize", () => {
  fit();
  clearTimeout(resized);
  resized = setTimeout(() => find("board").value === OWN && upright() !== (shape === "upright") && switchOn(), 300);
});

// The game fills the window, without the rest of the page.
function fill(on = true, whole = touching) {
  if (document.body.classList.contains("full") === on) return;
  document.body.classList.toggle("full", on);
  if (on && whole) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
  fit();
}
find("play").addEventListener("click", () => {
  fill(true, true);
  if (touching && shareable.title) [true, false].forEach((down) => push("A", down));
});
find("unfill").addEventListener("click", () => fill(false));

// -- what it says

// Signs among the letters, see tools/web/device/spoken.py, in the language of the page.
const BUTTONS = { "\x0e": "A", "\x0f": "B", "\x10": "START", "\x11": "SELECT" };
const SIGNS = {
  "\x01": () => say("black"), "\x02": () => say("red"), "\x03": () => say("blue"), "\x04": () => say("orange"),
  "\x05": () => say("joker"), "\x06": () => say("Left"), "\x07": () => say("Right"), "\b": () => say("Up"),
  "\v": () => say("Down"), "\f": () => say("Pool"), "\x12": () => say("right"), "\x13": () => say("not right yet"),
  "\x1d": () => say("square"), "\x1e": () => say("circle"), "\x1f": () => say("reverse"), "\x7f": () => say("triangle"),
};

// Below the page's own display fingers know START and SELECT by what they do alone.
const named = (sign) => (touching && sign > "\x0f" && find("board").value === OWN ? "" : `${BUTTONS[sign]}: `);

// Parts of a screen follow each other as sentences: one end is enough, the part's own or a full stop.
const spoken = (text) => text.replace(/([^\s\x01-\x1f\x7f])(?=[\x01-\x1f\x7f])/g, "$1 ")
  .replace(/[\x01-\x1f\x7f]/g, (sign) => (BUTTONS[sign] ? named(sign) : `${SIGNS[sign]?.() ?? ""} `))
  .replace(/: *(?=:)/g, "").replace(/([?!…])? *[.:]? *\.(?= |$)/g, (_all, end) => end ?? ".").trim();

const readOut = (text) => { find("said").textContent = text; };

// What stands on the buttons: the board's names, and what they do now, as the game says it. line: signs of keys, each
// with its words behind it.
function caps(line = "") {
  const [START, SELECT] = known.boards.find((it) => it.id === find("board").value)?.caps ?? ["START", "SELECT"], does = {};
  for (const [, signs, words] of line.matchAll(/([\x06-\b\v\x0e-\x11 ]+)([^\x06-\b\n\v\x0e-\x11]*)/g)) {
    for (const sign of signs) does[BUTTONS[sign]] = words.replace(/^[ :]+|[ .]+$/g, "");
  }
  for (const key of body.querySelectorAll(".caps [data-button]")) {
    const { button } = key.dataset, [name, word] = key.children;
    name.textContent = { START, SELECT }[button] ?? button;
    word.textContent = (does[button] ?? "").replace(/^./u, (it) => it.toLocaleUpperCase(document.documentElement.lang));
    key.classList.toggle("idle", !does[button]);
  }
}

let parts = [];
function saying(now) {
  shareable = now;
  for (const it of shares) it.hidden = !now.record && (it !== find("share") || !now.link);
  caps(now.keys);
  body.classList.toggle("game", now.menu);
  body.classList.toggle("turn", now.turn);
  document.body.classList.toggle("goes", now.goes);
  if (now.language !== find("language").value) {
    memory.set("language", find("language").value = now.language);
    speak(now.language);
  }
  find("display-says").textContent = spoken(now.parts.join(". "));
  const news = now.parts.filter((it) => !parts.includes(it));
  if (news.length) readOut(spoken(news.join(". ")));
  parts = now.parts;
}

// -- the handheld

// Start a handheld in a worker: {canvas, send, ask, close}. told: functions by the kind of message.
function handheld(told, given) {
  const canvas = document.createElement("canvas"), worker = new Worker("worker.js", { type: "module" });
  [canvas.width, canvas.height] = given.size;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-describedby", "display-says");
  canvas.setAttribute("aria-label", say("The display. What it says is read out."));
  find("display").replaceChildren(canvas);
  worker.onmessage = ({ data }) => told[data.kind]?.(data);
  worker.onerror = (problem) => told.failed({ text: problem.message || "The game could not be loaded." });
  const send = (kind, more = {}, moved = []) => worker.postMessage({ kind, ...more }, moved);
  const surface = canvas.transferControlToOffscreen();
  send("start", { ...given, canvas: surface }, [surface]);
  for (const [kind, work] of [["down", touched], ["move", moved], ["up", lifted], ["cancel", lifted]]) {
    canvas.addEventListener(`pointer${kind}`, work);
  }
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  return {
    canvas, send, close: () => worker.terminate(),
    // Ask the worker for something: a promise of its answer.
    ask: (what, more = {}) => new Promise((done, failed) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => (data.problem ? failed(new Error(data.problem)) : done(data));
      send("ask", { ...more, what, port: port2 }, [port2]);
    }),
  };
}

const trouble = (text, more) => showWith(find("trouble"), text, more);

const round = (record) =>
  record.length > LONGEST ? { broken: "This is no record of a round." } : { begin: ["look", record.trim()] };

// What a link asks for, as page.py calls it: a round's record to look at, a game by its code, a puzzle.
async function linked() {
  const [name, text] = location.hash.slice(1).split(/=(.*)/s);
  if (text?.length > LONGEST) return round(text);
  try {
    if (name === "deal" || name === "puzzle") {
      const [code, tiles] = (text ?? "").split("&");
      if (name === "deal") document.querySelector("header p").replaceChildren(challenge(tiles));
      return { begin: [name, code] };
    }
    const record = name === "record" ? decodeURIComponent(text) : name === "r" ? await unpacked(text) : "";
    return record ? round(record) : {};
  } catch {
    return { broken: "This link is cut off: ask for it again." };
  }
}

// Switch a handheld on in place of the one there is, which has saved its turn.
function switchOn(asked = {}) {
  device?.close();
  releaseAll();
  trouble("");
  readOut("");
  parts = [];
  const begin = asked.begin ?? ["", ""], looks = begin[0] === "look";
  find("back").hidden = !looks;
  find("waiting").textContent = say("Switching on …");
  body.setAttribute("aria-busy", "true");
  const board = find("board").value, row = known.boards.find((it) => it.id === board) ?? {};
  shape = upright() ? "upright" : "wide";
  body.className = `handheld ${board}`;
  caps();
  const words = Object.fromEntries(Object.keys(known.languages).map((code) =>
    [code, known.packs[`${touching ? "touch" : "words"}-${code}`]]));
  const code = find("language").value;
  const pieces = ["vm", "program", `sheets-${row.id ?? known.own}`].map((it) => known.packs[it]);
  device = handheld({
    ready() {
      find("waiting").textContent = "";
      body.removeAttribute("aria-busy");
      performance.mark("first picture");
      keepForLater();
    },
    said: saying,
    sound: hear,
    light: ({ level }) => { device.canvas.style.filter = level < 0.7 ? `brightness(${0.4 + 0.6 * level})` : ""; },
    elsewhere: () => trouble("The game goes on in another tab of this browser.", [["Play here", () => switchOn()]]),
    reset: () => switchOn(),
    failed: ({ text }) => { find("waiting").textContent = ""; trouble(text); },
  }, {
    board: row.id ?? "", fingers: touching, size: row.display?.split("x") ?? ownSize(), seed: link.get("seed") ?? "",
    language: asked.language ?? code, calm: matchMedia("(prefers-reduced-motion: reduce)").matches, keeps: !looks,
    begin, folder: new URL("./", location).pathname,
    pieces: [...pieces, words.en, ...(code === "en" ? [] : [words[code]])], words,
  });
  fit();
  if (asked.broken) trouble(asked.broken);
}

// -- sharing

const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
const through = async (data, stream) =>
  new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer());
const packed = async (text) =>
  base64(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
const unpacked = async (text) => new TextDecoder().decode(await through(
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (it) => it.charCodeAt()),
  new DecompressionStream("deflate-raw")));

const challenge = (tiles) => (
  tiles > 0 ? say(`Beat me at this deal of Pocket Rummy: I have ${+tiles} tiles left.`) : say("Beat me at this deal of Pocket Rummy."));

async function shareIt({ currentTarget: button }) {
  const { record, link, tiles } = shareable, hash = record ? `r=${await packed(record)}` : link.replace(/^deal.*/, `$&&${tiles}`);
  const text = record ? say("Look at this round of Pocket Rummy.")
    : link.startsWith("puzzle") ? say(`Can you play all ${tiles} tiles? A puzzle of Pocket Rummy.`)
      : challenge(tiles);
  share(text, new URL(`${location.pathname}#${hash}`, location).href, (told) => {
    if (told.startsWith("http")) return trouble(told); // no copy could be made
    const { firstChild } = button;
    firstChild.data = button.matches(".more *") ? "✓" : say(told);
    readOut(say(told));
    setTimeout(() => { firstChild.data = say("Share"); }, 4000);
  });
}
for (const it of shares) it.addEventListener("click", shareIt);

// -- saved games

find("download").addEventListener("click", async () => download((await device.ask("saves")).data, "rummy.sav"));

// Ask, and say what the file holds, before it takes the place of the saves there are.
async function takeUp(file) {
  const data = file.size <= LARGEST ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
  const { value } = await device.ask("contents", { data });
  if (!value) return trouble("This is no rummy.sav of Pocket Rummy.");
  const games = value === "-" ? [] : value.split(" ").map((id) => known.games[id] ?? id);
  const holds = games.join(", ") || say("No game: settings alone.");
  trouble(`Replace all saved games and settings of this browser by those of the file? It holds: ${holds}`, [
    ["Replace them", async () => {
      await device.ask("take", { data });
      switchOn({ language: "" }); // the one of its settings
      trouble("The saved games of the file are here now.", [["Undo", async () => {
        await device.ask("undo");
        switchOn();
      }]]);
    }],
    ["Cancel", () => {}],
  ]);
}

find("upload").addEventListener("change", async ({ target }) => {
  await takeUp(target.files[0]);
  target.value = "";
});

// -- what is dropped or pasted: a file of saves, or a round's record

addEventListener("dragover", (event) => event.preventDefault());
for (const kind of ["drop", "paste"]) addEventListener(kind, async (event) => {
  event.preventDefault();
  const given = event.dataTransfer ?? event.clipboardData, [file] = given.files;
  if (file && /\.sav$/i.test(file.name)) return takeUp(file);
  const text = given.getData("text"), asked = round(file ? await file.slice(0, LONGEST + 1).text() : text);
  if (!file && !text) return; // the middle button of a mouse pastes nothing
  if (asked.broken) return trouble(asked.broken);
  document.activeElement?.blur(); // keys go to the game
  scrollTo(0, 0);
  switchOn(asked);
});

find("back").addEventListener("click", (event) => {
  event.preventDefault();
  history.pushState(null, "", location.pathname + location.search);
  switchOn();
});
addEventListener("hashchange", async () => switchOn(await linked()));

// -- the service worker: a start without a network, and news of a new version

async function keepForLater() {
  if (!("serviceWorker" in navigator)) return;
  navigator.storage?.persist?.();
  const registered = await navigator.serviceWorker.register("service.js").catch(() => null);
  if (!registered) return;
  const tell = () => registered.waiting && navigator.serviceWorker.controller && trouble("There is a new version.", [["Reload", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registered.waiting.postMessage("now");
  }]]);
  tell();
  registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", tell));
}

// -- the start

const answer = await fetch("known.json");
const remembered = memory.get("board"); // between two waits: the first read takes a browser 40 ms
known = await answer.json();
const code = wanted(known);
document.body.classList.toggle("folded", !!memory.get("folded"));
offer(find("language"), known, code, (language) => device?.send("speak", { language }));
find("board").add(new Option(say("Fits this window"), OWN));
for (const { id, name } of known.boards) find("board").add(new Option(name.split(",")[0], id, false, id === (link.get("board") ?? remembered)));
// Arrows go through the list without choosing: Enter, or leaving it, does. Then keys go to the game.
const list = find("board");
let listed = list.value, keyed = false;
function choose() {
  list.blur();
  if (listed === list.value) return;
  memory.set("board", listed = list.value);
  switchOn();
}
list.addEventListener("pointerdown", () => { keyed = false; });
for (const kind of ["keydown", "keyup"]) list.addEventListener(kind, (event) => {
  keyed = true;
  if (event.key !== "Enter") return;
  event.preventDefault(); // else it unfolds
  choose();
});
list.addEventListener("change", () => keyed || choose());
list.addEventListener("blur", choose);
if (known.source) Object.assign(find("source"), { href: `https://github.com/${known.source}`, hidden: false });
speak(code).then(fit);
switchOn(await linked());
