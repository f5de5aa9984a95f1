// The page that puts the game on a board: its choices, and what it does with a drive.
// tools/device decides, in install-worker.js.

import { write } from "./drive.js";
import { memory, NAMES, offer, say, speak, wanted } from "./texts.js";

const find = (id) => document.getElementById(id);
const known = await (await fetch("known.json")).json();
const worker = new Worker("install-worker.js", { type: "module" });
const waiting = new Map();
let asked = 0;
worker.onmessage = ({ data }) => {
  const [done, failed] = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.problem) failed(new Error(data.problem));
  else done(data.value);
};
const ask = (what, ...given) => new Promise((done, failed) => {
  waiting.set(++asked, [done, failed]);
  worker.postMessage({ id: asked, what, given });
});

// -- the choices

// A board in a few strokes: display and buttons in their places, see `picture` in
// lib/pocket/hardware/boards.py.
function drawing({ size, picture }) {
  const [display, ...keys] = (picture || "icqu").split(" "); // not described: a display alone
  const place = (letters) => [...letters].map((it, i) => (it.charCodeAt() - 97) * (i % 2 ? 2.5 : 4.8));
  const [left, top, right, bottom] = place(display), [wide, high] = size.split("x").map(Number);
  const scale = Math.min((right - left) / wide, (bottom - top) / high), w = wide * scale, h = high * scale;
  const [x, y] = [(left + right - w) / 2, (top + bottom - h) / 2];
  const buttons = keys.map((text) => {
    const button = Number(text[0]), [x, y] = place(text.slice(1, 3));
    return button < 4 ? `<rect x="${x - 1}" y="${y + 1}" width="8" height="8" rx="1.5" fill="#8494a0"/>`
      : `<circle cx="${x + 3}" cy="${y + 5}" r="4.5" fill="${["#d0505f", "#4a86d8"][button - 4] ?? "#8494a0"}"/>`;
  });
  return `<svg viewBox="0 0 128 84" aria-hidden="true"><rect x="1" y="3" width="126" height="78" rx="14" fill="#37434e"
    stroke="#5b6b78"/><g transform="translate(6 10)"><rect x="${x - 2}" y="${y - 2}" width="${w + 4}" height="${h + 4}"
    rx="3" fill="#05080a"/><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#0b4a3a"/>
    <path transform="translate(${x + w / 2} ${y + h / 2}) scale(${w / 44})" d="M-15-6h8v11h-8zm10 0h8v11h-8zm10 0h8v11h-8z"
    fill="#fff6dc"/>${buttons.join("")}</g></svg>`;
}

for (const board of known.installable) {
  const label = document.createElement("label");
  label.innerHTML = `<input type="radio" name="board" value="${board.id}">${drawing(board)}<span></span>`;
  label.querySelector("span").textContent = board.name;
  find("boards").append(label);
}
for (const code of known.languages) {
  const label = document.createElement("label");
  label.innerHTML = `<input type="checkbox" value="${code}"${code === "en" ? " checked disabled" : ""}> `;
  label.append(NAMES[code] ?? code);
  find("languages").append(label);
}

const chosen = () => known.installable.find(({ id }) => id === document.querySelector("[name=board]:checked").value);
const languages = () => [...find("languages").querySelectorAll(":checked")].map((it) => it.value);
// What a boot loader calls its drive.
const BOOT = { RP2040: "RPI-RP2", RP2350: "RP2350", pybadge: "PYBADGEBOOT", pygamer: "PYGAMERBOOT" };

function tell(id, text, kind = "") {
  find(id).className = `tell ${kind}`;
  find(id).textContent = text;
}

function show() {
  const board = chosen(), drive = !board.loader.startsWith("It has none"); // else the chip has no USB
  const file = `adafruit-circuitpython-${board.id}-en_US-${known.circuitpython}.${drive ? "uf2" : "bin"}`;
  for (const box of find("languages").querySelectorAll("input")) {
    box.checked = box.value === "en" || board.languages.includes(box.value);
  }
  find("checked").textContent = say(board.checked);
  find("firmware-link").textContent = file;
  find("firmware-link").href = `https://downloads.circuitpython.org/bin/${board.id}/en_US/${file}`;
  find("boot-drive").closest("li").hidden = !drive;
  find("boot-drive").textContent = BOOT[board.id] ?? BOOT[board.chip] ?? "…BOOT";
  for (const place of document.querySelectorAll(".loader")) place.textContent = say(board.loader);
  find("cable").hidden = board.loader.includes("cable");
  find("take-zip").href = board.zip;
  find("take-zip").download = `pocket-rummy-${board.id}.zip`;
  find("phone").hidden = !matchMedia("(pointer: coarse)").matches || !!window.showDirectoryPicker;
  find("can-write").hidden = !window.showDirectoryPicker;
  tell("firmware-told", "");
  tell("write-told", window.showDirectoryPicker ? ""
    : say("This browser cannot write to a drive: Chrome, Edge or Opera on a computer can. Download the zip here."));
  // CircuitPython comes first; then the page writes the drive where it can.
  const bare = document.querySelector("[name=there]:checked").value === "no";
  const best = drive && window.showDirectoryPicker ? "write" : "zip";
  find("first").hidden = !bare;
  for (const way of document.querySelectorAll(".way")) way.open = way.id === best;
}

const link = new URLSearchParams(location.search).get("board") ?? memory.get("board");
(document.querySelector(`[name=board][value="${CSS.escape(link ?? "")}"]`)
  ?? document.querySelector("[name=board]")).checked = true;
find("choice").addEventListener("change", ({ target }) => target.type === "radio" && show());
const code = wanted(known);
offer(find("language"), known, code, show);
await speak(code);
show();
find("main").removeAttribute("aria-busy");

// A firmware that is dropped here: what it is, and whether it is the chosen board's.
function firmware(data) {
  const view = new DataView(data.buffer), parts = [];
  for (let at = 0; at + 512 <= data.length && view.getUint32(at, true) === 0x0A324655; at += 512) {
    parts.push(data.subarray(at + 32, at + 32 + Math.min(476, view.getUint32(at + 16, true))));
  }
  const text = new TextDecoder("latin1").decode(new Uint8Array(parts.flatMap((it) => [...it])));
  const [, version, machine] = /Adafruit CircuitPython (\d+\.\d+\.\d+)[^\0;]{0,60}; ([^\0\r\n]{1,80})/.exec(text) ?? [];
  if (!version) throw new Error("This file is no CircuitPython.");
  if (!text.includes(`${chosen().id}\0`)) throw new Error(`This file is for another board: ${machine}.`);
  if (Number(version.split(".")[0]) < 9) throw new Error(`This is CircuitPython ${version}: version 9 or newer is needed.`);
  return `Right: CircuitPython ${version} for this board. Copy it as the next step says.`;
}

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (!file) return;
  document.querySelector("[name=there][value=no]").checked = true;
  show();
  await way("firmware-told", async () => firmware(new Uint8Array(await file.slice(0, 16 << 20).arrayBuffer())));
});

// -- the ways

// Do `work` and say how it went in the element `id`.
async function way(id, work) {
  tell(id, say("One moment …"));
  try {
    tell(id, (await work()).split("\n").map(say).join("\n"), "good");
  } catch (problem) {
    tell(id, say(problem.message), "bad");
  }
}

async function writeTo(folder) {
  const bar = find("progress"), board = chosen(), wanted = languages();
  bar.hidden = false;
  try {
    return await write(folder, {
      plan: (files) => ask("plan", board.id, wanted, files),
      verify: (files) => ask("verify", files),
      progress: (done, all) => { bar.max = all; bar.value = done; },
    });
  } finally {
    bar.hidden = true;
  }
}

find("choose-drive").addEventListener("click", async () => {
  let folder;
  try {
    folder = await showDirectoryPicker({ id: "circuitpy", mode: "readwrite" });
  } catch {
    return; // the player has closed the browser's question
  }
  await way("write-told", () => writeTo(folder));
});
