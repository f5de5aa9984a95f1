// The page that puts the game on a board: its choices, and what it does with a drive.
// tools/device decides, in install-worker.js.

import { write } from "./drive.js";
import { download, offer, say, share, speak, wanted } from "./texts.js";

const find = (id) => document.getElementById(id);
const known = await (await fetch("known.json")).json();
const link = new URLSearchParams(location.search), touching = matchMedia("(pointer: coarse)").matches;
const writes = window.showDirectoryPicker && !touching; // the page can write to a board's drive

// -- the choices

// A board in a few strokes: display and buttons in their places, see boards.toml; as on most where it does not say.
// pressed: mark the button that makes it take CircuitPython's file, on the board's back if it lies there.
function drawing({ size, picture, press, loader }, pressed = false) {
  const [display, ...keys] = (picture || "iaqs 0dc 2bl 3fl 1du 5te 4xb 7ju 6pu").split(" ");
  const place = (letters) => [...letters].map((it, i) => (it.charCodeAt() - 97) * (i % 2 ? 2.5 : 4.8));
  const dot = ([x, y], colour = "#8494a0", rest = "") =>
    `<circle cx="${x + 3}" cy="${y + 5}" r="4.5" fill="${colour}" ${rest}/>`;
  const [button, spot] = press.split(" "), marked = 'stroke="#f0c43c" stroke-width="3"';
  let side = "";
  if (pressed && spot) {
    const [x, y] = place(spot), name = /BOOTSEL|BOOT|reset/.exec(loader)?.[0].toUpperCase() ?? "";
    side = dot([x, y], undefined, marked) + `<text x="${x + 12}" y="${y + 9}" font-size="11" fill="#cdd6dc">${name}</text>`
      + '<path d="M4 2h0M112 2h0M4 62h0M112 62h0" stroke="#232b33" stroke-width="6" stroke-linecap="round"/>'; // screws
  }
  else {
    const [left, top, right, bottom] = place(display), [wide, high] = size.split("x").map(Number);
    const scale = Math.min((right - left) / wide, (bottom - top) / high), w = wide * scale, h = high * scale;
    const [x, y] = [(left + right - w) / 2, (top + bottom - h) / 2], ours = `x="${x}" y="${y}" width="${w}" height="${h}"`;
    side = `<rect ${ours} fill="#0b4a3a" stroke="#05080a" stroke-width="3"/><path transform="translate(${x + w / 2} ${y + h / 2}) scale(${w / 44})" d="M-15-6h8v11h-8zm10 0h8v11h-8zm10 0h8v11h-8z" fill="#fff6dc"/>`;
    const at = Object.fromEntries(keys.map((it) => [it[0], place(it.slice(1, 3))]));
    if (at[2] && at[3][0] - at[2][0] < 40) side += `<path d="M${at[0][0] + 3} ${at[2][1] + 5}m0-13v26m-13-13h26" stroke="#8494a0" stroke-width="9"/>`;
    else for (const key of [0, 1, 2, 3]) if (at[key]) side += dot(at[key]);
    for (const key of [6, 7, 5, 4]) if (at[key]) side += dot(at[key], { 4: "#d0505f", 5: "#4a86d8" }[key]);
    if (pressed) side += dot(at[button], "none", marked);
  }
  return `<svg viewBox="-5 -3 138 90" aria-hidden="true"><rect x="-4" y="-2" width="136" height="88" rx="14" fill="#37434e"
    stroke="#5b6b78"/><g transform="translate(6 10)">${side}</g></svg>`;
}

for (const board of known.installable) {
  const label = document.createElement("label");
  label.innerHTML = `<input type="radio" name="board" value="${board.id}">${drawing(board)}<span></span>`;
  label.querySelector("span").textContent = board.name;
  (board.common ? find("boards") : find("others").lastElementChild).append(label);
}
for (const [code, name] of Object.entries(known.languages)) {
  const label = document.createElement("label");
  label.innerHTML = `<input type="checkbox" value="${code}"${code === "en" ? " checked disabled" : ""}> `;
  label.append(name);
  find("languages").append(label);
}

const chosen = () => known.installable.find(({ id }) => id === document.querySelector("[name=board]:checked")?.value);
const languages = () => [...find("languages").querySelectorAll(":checked")].map((it) => it.value);
const hasUsb = ({ chip }) => chip !== "ESP32"; // else it shows no drive, and takes a .bin for a .uf2
const BOOT_DRIVES = { RP2040: "RPI-RP2", RP2350: "RP2350", pybadge: "PYBADGEBOOT", pygamer: "PYGAMERBOOT" };

function tell(id, text, kind = "") {
  find(id).className = `tell ${kind}`;
  find(id).textContent = text;
}

function show() {
  const board = chosen();
  find("main").classList.toggle("chosen", !!board);
  find("phone").hidden = !touching;
  if (!board) return;
  const drive = hasUsb(board);
  const file = `adafruit-circuitpython-${board.id}-en_US-${known.circuitpython}.${drive ? "uf2" : "bin"}`;
  find("few").hidden = board.languages.length === Object.keys(known.languages).length;
  find("checked").textContent = say(board.checked);
  find("firmware-link").textContent = file;
  find("firmware-link").href = `https://downloads.circuitpython.org/bin/${board.id}/en_US/${file}`;
  for (const step of document.querySelectorAll(".drive")) step.hidden = !drive;
  find("no-drive").hidden = drive;
  find("boot-drive").textContent = BOOT_DRIVES[board.id] ?? BOOT_DRIVES[board.chip] ?? "…BOOT";
  for (const place of document.querySelectorAll(".loader")) place.textContent = say(board.loader);
  find("where").textContent = say(board.where);
  find("press").innerHTML = board.press && drawing(board, true);
  const [wide, high] = board.size.split("x").map((it) => it * (board.size < "2" ? 2 : 1));
  Object.assign(find("shows"), { src: `board-${board.id}.png`, width: wide });
  find("shows").style.height = `${high * 0.45}px`; // the title alone, which all languages share
  find("cable").hidden = board.loader.includes("cable");
  find("can-write").hidden = !writes;
  for (const id of ["firmware-told", "zip-told"]) tell(id, "");
  tell("write-told", writes ? ""
    : say("This browser cannot write to a drive: Chrome, Edge or Opera on a computer can. Download the zip here."));
  // CircuitPython comes first; then the page writes the drive where it can.
  const bare = document.querySelector("[name=there]:checked").value === "no";
  find("first").hidden = !bare;
  for (const way of document.querySelectorAll(".way")) way.open = way.id === (drive && writes ? "write" : "zip");
}

function tick(codes = [find("language").value, ...chosen()?.languages ?? []]) {
  for (const box of find("languages").querySelectorAll("input")) box.checked = ["en", ...codes].includes(box.value);
}

for (const name of ["board", "there"]) {
  document.querySelector(`[name=${name}][value="${CSS.escape(link.get(name))}"]`)?.setAttribute("checked", "");
}
find("others").open = !!find("others").querySelector(":checked");
find("choice").addEventListener("change", ({ target }) => {
  if (target.name === "board") tick();
  if (target.type === "radio") show();
});
// Below the window the next question comes up after an answer, after the one that was there, too.
find("choice").addEventListener("click", ({ target }) => touching && target.type === "radio" && setTimeout(() => {
  const next = target.closest("fieldset").nextElementSibling;
  if (next.getBoundingClientRect().bottom > innerHeight) (next.previousElementSibling.querySelector(".then") ?? next).scrollIntoView();
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
find("main").removeAttribute("aria-busy");

// A firmware that is dropped here: what it is, and whether it is the chosen board's.
function firmware(data, name) {
  const view = new DataView(data.buffer), board = chosen();
  let size = 0, at = 0, all = 0; // size: of what the blocks of a .uf2 hold, moved together
  for (; at + 512 <= data.length && view.getUint32(at, true) === 0x0A324655; at += 512) {
    const part = data.subarray(at + 32, at + 32 + Math.min(476, view.getUint32(at + 16, true)));
    all = Math.max(all, view.getUint32(at + 24, true));
    data.set(part, size);
    size += part.length;
  }
  if (at < 512 * all) throw new Error("This file is cut short: download it again.");
  const text = new TextDecoder("latin1").decode(size ? data.subarray(0, size) : data);
  const [, version, machine] = /Adafruit CircuitPython (\d+\.\d+\.\d+)[^\0;]{0,60}; ([^\0\r\n]{1,80})/.exec(text) ?? [];
  if (!version) throw new Error(`${name} is no CircuitPython: take ${find("firmware-link").textContent}.`);
  if (!text.includes(`${board.id}\0`)) throw new Error(`This file is for another board: ${machine}.`);
  if (Number(version.split(".")[0]) < 9) throw new Error(`This is CircuitPython ${version}: version 9 or newer is needed.`);
  if (size) return `Right: CircuitPython ${version} for this board. Copy it as the next step says.`;
  if (hasUsb(board)) throw new Error(`This is the .bin of CircuitPython ${version}: this board takes the .uf2 that is named here.`);
  return `Right: CircuitPython ${version} for this board. Write it to the board with esptool, at address 0x0.`;
}

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (!file || !chosen()) return;
  document.querySelector("[name=there][value=no]").checked = true;
  show();
  await way("firmware-told", async () => firmware(new Uint8Array(await file.slice(0, 16 << 20).arrayBuffer()), file.name));
});

// -- the ways

// Do `work` and say how it went in the element `id`.
async function way(id, work) {
  tell(id, say("One moment …"));
  try {
    tell(id, (await work()).split("\n").map(say).join("\n"), "good");
  } catch (problem) {
    const more = id === "write-told" && problem.message.includes("CircuitPython");
    tell(id, say(problem.message) + (more ? ` ${say("The answer No to question 2 shows how to get it.")}` : ""), "bad");
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

function writeTo(folder) {
  const bar = find("progress"), board = chosen(), wanted = languages();
  bar.hidden = false;
  return installing((ask) => write(folder, {
    plan: (files) => ask("plan", board.id, wanted, files),
    verify: (files) => ask("verify", files),
    progress: (done, all) => { bar.max = all; bar.value = done; },
  })).finally(() => { bar.hidden = true; });
}

find("take-zip").addEventListener("click", () => way("zip-told", async () => {
  const { id } = chosen();
  download(await installing((ask) => ask("zip", id, languages())), `pocket-rummy-${id}.zip`);
  return "";
}));

find("choose-drive").addEventListener("click", async () => {
  let folder;
  try {
    folder = await showDirectoryPicker({ id: "circuitpy", mode: "readwrite" });
  } catch {
    return; // the player has closed the browser's question
  }
  await way("write-told", () => writeTo(folder));
});
