// The page to play on: the handheld's body, its buttons, keys, touch, gamepad, sound, saves.

import { handheld } from "./handheld.js";
import { say, speak, wanted } from "./texts.js";

const KEYS = {
  ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT", KeyX: "A", Space: "A",
  KeyZ: "B", Backspace: "B", Enter: "START", NumpadEnter: "START", KeyS: "SELECT",
};
const PAD = { 0: "A", 1: "B", 8: "SELECT", 9: "START", 12: "UP", 13: "DOWN", 14: "LEFT", 15: "RIGHT" };
// What a board's case looks like and says on its buttons where that is not the button's own name.
const CASES = {
  pybadge: ["", {}],
  tinycircuits_thumby_color: ["thumby", { START: "MENU", SELECT: "L / R" }],
  pimoroni_picosystem: ["cross", { START: "Y", SELECT: "X" }],
  pajenicko_picopad: ["cross", { START: "Y", SELECT: "X" }],
};
const find = (id) => document.getElementById(id);
const body = find("handheld");
const link = new URLSearchParams(location.search);

let known, device = null, sound = null;
const held = new Map(); // button -> what holds it: keys, fingers, pads

// -- pressing

function press(button, by) {
  if (!held.has(button)) held.set(button, new Set());
  const holders = held.get(button);
  if (!holders.size) {
    device?.key(button, true);
    for (const key of body.querySelectorAll(`[data-button=${button}]`)) key.classList.add("held");
  }
  holders.add(by);
  wakeSound();
}

function release(button, by) {
  const holders = held.get(button);
  if (!holders?.delete(by) || holders.size) return;
  device?.key(button, false);
  for (const key of body.querySelectorAll(`[data-button=${button}]`)) key.classList.remove("held");
}

function releaseAll() {
  for (const [button, holders] of held) for (const by of [...holders]) release(button, by);
}

for (const key of body.querySelectorAll(".key")) {
  const { button } = key.dataset;
  key.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    key.setPointerCapture(event.pointerId);
    press(button, event.pointerId);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    key.addEventListener(end, (event) => release(button, event.pointerId));
  }
  key.addEventListener("contextmenu", (event) => event.preventDefault());
}

// A button that has the focus is pressed by Enter and Space, whatever these mean elsewhere.
function meant(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const own = event.target.closest?.("[data-button]");
  if (own && (event.code === "Enter" || event.code === "Space")) return own.dataset.button;
  if (!own && event.target.closest?.("a, button, input, select, textarea, summary")) return null;
  return KEYS[event.code] ?? null;
}

addEventListener("keydown", (event) => {
  const button = meant(event);
  if (!button) return;
  event.preventDefault();
  if (!event.repeat) press(button, event.code);
});
addEventListener("keyup", (event) => {
  for (const button of held.keys()) release(button, event.code);
});
addEventListener("blur", releaseAll);

function readPads() {
  const pads = [...navigator.getGamepads()].filter(Boolean);
  for (const pad of pads) {
    const down = new Set();
    for (const [number, button] of Object.entries(PAD)) if (pad.buttons[number]?.pressed) down.add(button);
    const [x, y] = pad.axes;
    if (x < -0.5) down.add("LEFT");
    if (x > 0.5) down.add("RIGHT");
    if (y < -0.5) down.add("UP");
    if (y > 0.5) down.add("DOWN");
    for (const button of Object.values(PAD)) {
      (down.has(button) ? press : release)(button, `pad${pad.index}`);
    }
  }
  if (pads.length) requestAnimationFrame(readPads);
}
addEventListener("gamepadconnected", () => requestAnimationFrame(readPads));

function tapped(event) {
  event.preventDefault();
  wakeSound();
  const { canvas } = device;
  const box = canvas.getBoundingClientRect();
  device.tap(Math.floor((event.clientX - box.left) / box.width * canvas.width),
    Math.floor((event.clientY - box.top) / box.height * canvas.height));
}

// -- sound

// Made ahead, at rest: it takes a tenth of a second. Browsers let it sound from the first key on.
function makeSound() {
  if (sound) return;
  const context = new AudioContext();
  const tone = context.createOscillator(), volume = context.createGain();
  tone.type = "square";
  volume.gain.value = 0;
  tone.connect(volume).connect(context.destination);
  tone.start();
  sound = { context, tone, volume };
}

function wakeSound() {
  if (sound?.context.state === "suspended") sound.context.resume();
}

function hear({ hertz, level }) {
  if (!sound) return;
  if (hertz) sound.tone.frequency.setValueAtTime(hertz, sound.context.currentTime);
  sound.volume.gain.setValueAtTime(hertz ? level * 0.2 : 0, sound.context.currentTime);
}

// -- the handheld's size: whole pixels of the screen for each of its own

let around = 0;
function fit() {
  if (!device) return;
  const { canvas } = device;
  const tall = matchMedia("(orientation: portrait)").matches;
  if (!document.querySelector("details[open]")) { // what is unfolded below takes nothing from the handheld
    around = [...document.querySelectorAll("header, footer")].reduce((sum, it) => sum + it.offsetHeight, 0);
  }
  const sides = [...body.querySelectorAll(".side")];
  const wide = tall ? innerWidth - 16 : innerWidth - sides.reduce((sum, it) => sum + it.offsetWidth, 0) - 110;
  const high = tall ? innerHeight * 0.62 : innerHeight - around - (innerHeight < 560 ? 30 : 70);
  const ratio = devicePixelRatio || 1;
  const scale = Math.max(1, Math.floor(Math.min(wide / canvas.width, high / canvas.height) * ratio));
  canvas.style.width = `${canvas.width * scale / ratio}px`;
  canvas.style.height = `${canvas.height * scale / ratio}px`;
}
addEventListener("resize", fit);

// -- what it says

// Signs among the letters, see `said` in tools/web/device/page.py, in the language of the page.
const SIGNS = {
  "\x01": () => say("black"), "\x02": () => say("red"), "\x03": () => say("blue"), "\x04": () => say("orange"),
  "\x05": () => say("joker"), "\x06": () => say("Left"), "\x07": () => say("Right"), "\b": () => say("Up"),
  "\v": () => say("Down"), "\f": () => say("Pool"), "\x0e": () => "A:", "\x0f": () => "B:", "\x10": () => "START:",
  "\x11": () => "SELECT:", "\x12": () => say("right"), "\x13": () => say("not right yet"), "\x1d": () => say("square"),
  "\x1e": () => say("circle"), "\x1f": () => say("reverse"), "\x7f": () => say("triangle"),
};

// Parts of a screen follow each other as sentences: one end is enough, the part's own or a full stop.
const spoken = (text) => text.replace(/([^\s\x01-\x1f\x7f])(?=[\x01-\x1f\x7f])/g, "$1 ")
  .replace(/[\x01-\x1f\x7f]/g, (sign) => (SIGNS[sign] ? `${SIGNS[sign]()} ` : " "))
  .replace(/([?!…])? *[.:]? *\.(?= |$)/g, (_all, end) => end ?? ".").trim();

// -- which handheld

function trouble(text) {
  find("trouble").textContent = say(text);
}

function switchOn(record = "") {
  device?.close();
  releaseAll();
  trouble("");
  find("said").textContent = "";
  find("round").hidden = true;
  find("back").hidden = !record;
  find("waiting").textContent = say("Switching on …");
  body.setAttribute("aria-busy", "true");
  const board = known.boards.find((it) => it.id === find("board").value);
  const [look, names] = CASES[board.id];
  body.className = `handheld ${look}`;
  for (const key of body.querySelectorAll(".letters .key")) {
    key.textContent = names[key.dataset.button] ?? key.dataset.button;
  }
  device = handheld(find("display"), {
    ready() {
      find("waiting").textContent = "";
      body.removeAttribute("aria-busy");
      performance.mark("first picture");
      setTimeout(makeSound, 100);
      keepForLater();
    },
    said: ({ text }) => spoke.then(() => { find("said").textContent = spoken(text); }),
    record: ({ text }) => {
      find("round").href = `#record=${encodeURIComponent(text)}`;
      find("round").hidden = !text || !!record; // one that is looked at is in the link already
    },
    sound: hear,
    light: ({ level }) => { device.canvas.style.filter = level < 0.7 ? `brightness(${0.4 + 0.6 * level})` : ""; },
    elsewhere: () => {
      trouble("The game is open in another tab of this browser: what you play here is not kept.");
    },
    reset: () => switchOn(),
    failed: ({ text }) => { find("waiting").textContent = ""; trouble(text); },
  }, {
    board, language, seed: link.get("seed"), simulated: link.has("simulated"), keeps: !record, record,
  });
  device.canvas.setAttribute("aria-label", say("The display. What it says is read out below it."));
  device.canvas.addEventListener("pointerdown", tapped);
  fit();
  window.device = device; // for tests
}

document.addEventListener("visibilitychange", () => device?.hidden(document.hidden));

// -- saved games

find("download").addEventListener("click", async () => {
  const { data } = await device.ask("saves");
  if (!data) return trouble("Nothing has been saved yet.");
  const address = URL.createObjectURL(new Blob([data]));
  Object.assign(document.createElement("a"), { href: address, download: "rummy.sav" }).click();
  URL.revokeObjectURL(address);
});

async function takeUp(file) {
  try {
    await device.ask("take", { data: new Uint8Array(await file.arrayBuffer()) });
    switchOn();
  } catch (problem) {
    trouble(problem.message);
  }
}
find("upload").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  target.value = "";
  if (file) takeUp(file);
});

// -- a round to look at

function look(record) {
  const hash = `#record=${encodeURIComponent(record)}`;
  if (record && location.hash === hash) switchOn(record); // once more
  else if (record) location.hash = hash;
}
find("look").addEventListener("submit", (event) => {
  event.preventDefault();
  look(find("record").value.trim());
});

// A file dropped anywhere on the page: saved games, or the record of a round.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return; // a text into the field
  event.preventDefault();
  if (file.name.endsWith(".sav")) takeUp(file);
  else if (file.size > 1 << 16) trouble("This is no record of a round.");
  else look((await file.text()).trim());
});

function fromLink() {
  const [name, text] = location.hash.slice(1).split(/=(.*)/s);
  return name === "record" ? decodeURIComponent(text) : "";
}
addEventListener("hashchange", () => switchOn(fromLink()));

// -- without a network, from the next visit on

function keepForLater() {
  if ("serviceWorker" in navigator && !link.has("simulated")) navigator.serviceWorker.register("service.js");
}

known = await (await fetch("known.json")).json();
const language = wanted(known);
const spoke = speak(language).then(fit);
const remembered = link.get("board") ?? localStorage.getItem("board");
for (const { id, name } of known.boards) find("board").add(new Option(name, id, false, id === remembered));
find("board").addEventListener("change", ({ target }) => {
  localStorage.setItem("board", target.value);
  switchOn();
});
switchOn(fromLink());
