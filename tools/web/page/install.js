// The page that puts the game on a board: its choices, and what it does with a drive.
// tools/device decides, in install-worker.js.

import { write } from "./drive.js";
import { download, offer, say, share, showWith, speak, wanted } from "./texts.js";

const find = (id) => document.getElementById(id);
const known = await (await fetch("known.json")).json();
const link = new URLSearchParams(location.search), touching = matchMedia("(pointer: coarse)").matches;
const writes = window.showDirectoryPicker && !touching; // the page can write to a board's drive

// -- the choices

// A board's front with the game's title on it, see `picture` and `body` in boards.toml; as on most where they do not say.
// pressed: mark the button that makes it take CircuitPython's file, on the side where it lies.
function drawing({ id, display: size, keys: wiring, front: face, picture, body, press }, pressed = false) {
  const [outside, beam, colour, arrows] = (body ?? "96x54 0 37434e keys").split(" ");
  const [wide, high] = outside.split("x").map(Number), dark = parseInt(colour[0], 16) < 8, radius = Math.min(wide, high) * 0.07;
  const [display, ...keys] = (face ?? picture ?? "iaqs 0dc 2bl 3fl 1du 5te 4xb 7ju 6pu").split(" ");
  const place = (letters) => [...letters].map((it, i) =>
    (i % 2 ? (17 + (it.charCodeAt() - 97) * 2.5) / 88 * high : (8 + (it.charCodeAt() - 97) * 5) / 136 * wide));
  const dot = ([x, y], fill, rest = "", r = radius) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${rest}/>`;
  const key = dark ? "#c3ccd3" : "#2b3138", at = Object.fromEntries(keys.map((it) => [it[0], place(it.slice(1, 3))]));
  const [, side, about, x, y, name] = /^(front|back) (~?)(\d+) (\d+) ?(.*)/.exec(press) ?? [];
  let drawn = "";
  if (!pressed || side !== "back") {
    const [left, top, right, bottom] = place(display), [columns, rows] = size.split("x").map(Number);
    const shown = Number(beam) || Math.min(right - left, (bottom - top) * columns / rows), tall = shown * rows / columns;
    const middle = [at[0]?.[0], at[2]?.[1]];
    drawn = `<svg x="${(left + right - shown) / 2}" y="${Math.max(3, (top + bottom - tall) / 2 - high * 0.03)}" width="${shown}" height="${tall}"><rect
      width="100%" height="100%" fill="#05080a"/><image href="board-${id}.png" image-rendering="pixelated" x="3%" y="3%" width="94%" height="94%"/></svg>`;
    if (wiring.includes("stick")) drawn += dot(middle, "#05080a", `stroke="${key}" stroke-width="1"`, radius * 2) + dot(middle, "#59636c", "", radius * 1.4);
    else if (arrows === "cross" && at[2]) drawn += `<path d="M${middle}m0-${radius * 2.6}v${radius * 5.2}m-${radius * 2.6}-${radius * 2.6}h${radius * 5.2}" stroke="${key}" stroke-width="${radius * 1.7}"/>`;
    else for (const it of [0, 1, 2, 3]) if (at[it]) drawn += dot(at[it], key);
    for (const it of [6, 7, 5, 4]) if (at[it]) drawn += dot(at[it], { 4: "#d0505f", 5: "#4a86d8" }[it] ?? key);
  }
  if (pressed) { // a broken ring where no source says the place
    const spot = side ? [x * wide / 100, y * high / 100] : at[press], ring = about ? high * 0.22 : radius;
    if (name && !about) drawn += dot(spot, key);
    drawn += dot(spot, "none", `stroke="#f0c43c" stroke-width="2" ${about && 'stroke-dasharray="3 2"'}`, ring);
    if (name) drawn += `<text x="${spot[0]}" y="${spot[1] + ring + 9}" text-anchor="middle" font-size="9" fill="${key}">${name}</text>`;
  }
  return `<svg viewBox="-1 -1 ${wide + 2} ${high + 4}" aria-hidden="true"><rect width="${wide}" height="${high + 2}" rx="${wide / 16}" fill="#0006"/>
    <rect width="${wide}" height="${high}" rx="${wide / 16}" fill="#${colour}" stroke="#ffffff40" stroke-width=".7"/>${drawn}</svg>`;
}

const offerIn = (place, html, name) => place.insertAdjacentHTML("beforeend", `<label>${html}<span>${name}</span></label>`);
for (const board of known.installable) {
  const place = board.first_class ? find("boards") : find("others").lastElementChild;
  offerIn(place, `<input type="radio" name="board" value="${board.id}">${drawing(board)}`, board.name);
}
for (const [code, name] of Object.entries(known.languages)) {
  offerIn(find("languages"), `<input type="checkbox" value="${code}"${code === "en" ? " checked disabled" : ""}>`, name);
}

const chosen = () => known.installable.find(({ id }) => id === document.querySelector("[name=board]:checked")?.value);
const languages = () => [...find("languages").querySelectorAll(":checked")].map((it) => it.value);
const boards = find("board-stage"), stages = [...document.querySelectorAll(".stage")];

// Show the chosen board alone, or all of them.
const fold = (on = true) => boards.classList.toggle("alone", on && !!chosen());

// Say something in the element `id`; a good end ticks off its stage and those before it.
function tell(id, text, kind = "") {
  const stage = find(id).closest(".stage"), good = kind === "good";
  find(id).className = `tell ${kind}`;
  find(id).textContent = text;
  for (const it of good ? stages.slice(0, stages.indexOf(stage)) : []) it.classList.add("done");
  stage.classList.toggle("done", good);
}

// Ask below the button that writes: a promise whether the player agrees.
const agreed = (text, yes) => new Promise((done) => {
  showWith(find("write-told"), text, [[yes, () => done(true)], ["Cancel", () => done(false)]]);
});

// Say how many languages fit where not all do: their packs are about as large as each other.
function sayRoom({ most }) {
  const many = languages().length > most;
  find("few").hidden = most >= Object.keys(known.languages).length;
  find("few").classList.toggle("bad", many);
  find("few").textContent = say(many ? `The drive of this board has room for ${most} languages: tick fewer.`
    : `The drive of this board has room for ${most} languages.`);
}

function show() {
  const board = chosen();
  find("main").classList.toggle("chosen", !!board);
  find("board-stage").classList.toggle("done", !!board);
  if (!board) return;
  const usb = board.chip !== "ESP32", cap = board.caps?.[0] ?? "START";
  find("main").classList.toggle("takes-uf2", !!board.boot_drive);
  find("main").classList.toggle("has-drive", usb);
  sayRoom(board);
  find("hold").textContent = say(cap ? `The computer holds the drive: eject it, or hold ${cap} while you switch on.`
    : "The computer holds the drive: eject it.");
  find("checked").textContent = say(board.checked);
  find("firmware").textContent = `adafruit-circuitpython-${board.id}-en_US-${known.circuitpython}.uf2`;
  find("firmware").href = `https://downloads.circuitpython.org/bin/${board.id}/en_US/${find("firmware").textContent}`;
  find("maker").href = board.maker;
  find("installer").href = `https://${find("installer").textContent = `circuitpython.org/board/${board.id}/`}`;
  find("boot-drive").textContent = board.boot_drive;
  find("loader").textContent = say(board.into_loader);
  find("where").textContent = say(board.where ?? "");
  find("press").innerHTML = board.press ? drawing(board, true) : "";
  find("shows").innerHTML = drawing(board);
  find("cable").hidden = board.into_loader.includes("cable");
  find("can-write").hidden = !writes;
  find("cannot-write").hidden = writes;
  for (const id of ["firmware-told", "write-told", "zip-told"]) tell(id, "");
  // CircuitPython comes first; then the page writes the drive where it can.
  const bare = document.querySelector("[name=there]:checked").value === "no";
  find("first").hidden = !bare;
  for (const way of document.querySelectorAll(".way")) way.open = way.id === (usb && writes ? "write" : "zip");
}

let byHand = false; // languages were ticked by the player
function tick(codes = [find("language").value, ...chosen()?.languages ?? []]) {
  for (const box of find("languages").querySelectorAll("input")) box.checked = ["en", ...codes].includes(box.value);
}

for (const name of ["board", "there"]) {
  document.querySelector(`[name=${name}][value="${CSS.escape(link.get(name))}"]`)?.setAttribute("checked", "");
}
find("steps").open = !touching;
find("others").open = !!find("others").querySelector(":checked");
find("choice").addEventListener("change", ({ target }) => {
  target.closest(".stage").classList.add("done");
  if (target.name === "board") tick();
  if (target.type === "radio") return show();
  byHand = true;
  sayRoom(chosen());
});
// A board that is pointed at stays alone; arrow keys go through all until the focus leaves them.
boards.addEventListener("click", ({ target, detail }) => setTimeout(() => {
  if (target.id !== "change") return detail && target.closest("label") && fold();
  fold(false);
  boards.querySelector(":checked").focus();
}));
boards.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !boards.contains(relatedTarget) && fold());
// Below the window the next question comes up after an answer.
find("choice").addEventListener("click", ({ target }) => touching && target.type === "radio" && setTimeout(() => {
  const next = target.closest("fieldset").nextElementSibling;
  next.scrollIntoView({ block: "nearest" });
}));
find("send").addEventListener("click", () => { // with the answers
  const there = document.querySelector("[name=there]:checked").value, language = find("language").value;
  const answers = new URLSearchParams({ language, board: chosen()?.id ?? "", there, languages: languages() });
  share("", new URL(`?${answers}`, location).href, (text) => { find("sent").textContent = say(text); });
});
const code = wanted(known);
offer(find("language"), known, code, () => { tick(); show(); });
await speak(code);
tick(link.get("languages")?.split(","));
show();
fold();
find("main").removeAttribute("aria-busy");

// A firmware that is dropped here: what it is, and whether it is the chosen board's.
function firmware(data, name) {
  const view = new DataView(data.buffer);
  let size = 0, at = 0, all = 0; // size: of what the blocks of a .uf2 hold, moved together
  for (; at + 512 <= data.length && view.getUint32(at, true) === 0x0A324655; at += 512) {
    const part = data.subarray(at + 32, at + 32 + Math.min(476, view.getUint32(at + 16, true)));
    all = Math.max(all, view.getUint32(at + 24, true));
    data.set(part, size);
    size += part.length;
  }
  if (at < 512 * all) throw new Error("This file is cut short: download it again.");
  const text = new TextDecoder("latin1").decode(data.subarray(0, size));
  const [, version, machine] = /Adafruit CircuitPython (\d+\.\d+\.\d+)[^\0;]{0,60}; ([^\0\r\n]{1,80})/.exec(text) ?? [];
  if (!version) throw new Error(`${name} is no CircuitPython: take ${find("firmware").textContent}.`);
  if (!text.includes(`${chosen().id}\0`)) throw new Error(`This file is for another board: ${machine}.`);
  if (Number(version.split(".")[0]) < 9) throw new Error(`This is CircuitPython ${version}: version 9 or newer is needed.`);
  return `Right: CircuitPython ${version} for this board. Copy it as the next step says.`;
}

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (!file || !chosen()?.boot_drive) return;
  leadToFirmware();
  await way("firmware-told", async () => firmware(new Uint8Array(await file.slice(0, 16 << 20).arrayBuffer()), file.name));
});

// -- the ways

// Show how a board gets CircuitPython.
function leadToFirmware() {
  document.querySelector("[name=there][value=no]").checked = true;
  show();
}

// Do `work` and say how it went in the element `id`; returns why it has failed.
async function way(id, work) {
  tell(id, say("One moment …"));
  try {
    tell(id, (await work()).split("\n").map(say).join("\n"), "good");
  } catch ({ message }) {
    const lacks = id === "write-told" && message.includes("CircuitPython");
    if (lacks) leadToFirmware();
    tell(id, say(message) + (lacks ? ` ${say("The step above shows how to get it.")}` : ""), "bad");
    return message;
  }
}

// Do `work(ask)`; ask(what, ...given) asks a worker of its own.
async function installing(work) {
  const program = "install-worker.js", worker = new Worker(program, { type: "module" });
  const ask = (what, ...given) => new Promise((done, failed) => {
    worker.onmessage = ({ data }) => (data.problem ? failed(new Error(data.problem)) : done(data.value));
    worker.onerror = () => failed(new Error(`Not loaded (${program}): is there a network?`));
    worker.postMessage({ what, given });
  });
  try {
    return await work(ask);
  } finally {
    worker.terminate();
  }
}

// agree(text, yes): a promise whether to go on, after what the player should know before the drive is changed.
function writeTo(folder, agree = agreed) {
  const bar = find("progress"), board = chosen();
  return installing((ask) => write(folder, {
    plan: async (files) => {
      const there = files.map(([path]) => /^assets\/words\/(\w+)\.bin$/.exec(path)?.[1]).filter(Boolean);
      if (there.length && !byHand) tick(there);
      const plan = await ask("plan", board.id, languages(), files), [old, here] = plan.versions;
      const update = old && `Pocket Rummy ${old} is on this drive. It is updated to ${here}; your saves stay.`;
      const news = [update, ...plan.told].filter(Boolean).map(say).join("\n");
      if (news && !await agree(news, say("Go on"))) throw new Error("Nothing was changed.");
      return plan;
    },
    verify: (files) => ask("verify", files),
    progress: (done, all) => {
      if (!done) tell("write-told", say("The files are written now. Leave the cable in."));
      [bar.hidden, bar.max, bar.value] = [false, all, done];
    },
  })).finally(() => { bar.hidden = true; });
}

find("take-zip").addEventListener("click", () => way("zip-told", async () => {
  const { id } = chosen();
  download(await installing((ask) => ask("zip", id, languages())), `pocket-rummy-${id}.zip`);
  return "";
}));

// Write to the drive; the board it belongs to is offered where another one is chosen.
async function writeHere(folder) {
  const why = await way("write-told", () => writeTo(folder));
  const other = known.installable.find(({ name }) => why?.endsWith(`belongs to ${name}.`));
  if (!other || !await agreed(why, say("Take that board"))) return;
  document.querySelector(`[name=board][value=${other.id}]`).checked = true;
  show();
  await writeHere(folder);
}

find("choose-drive").addEventListener("click", async () => {
  let folder;
  try {
    folder = await showDirectoryPicker({ id: "circuitpy", mode: "readwrite" });
  } catch {
    return tell("write-told", say("No drive is chosen."));
  }
  await writeHere(folder);
});
