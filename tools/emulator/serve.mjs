// Serves one emulated board over standard input and output: a JSON request a line, a JSON answer a
// line. `node serve.mjs PACKAGES` with the folder that holds node_modules.
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Machine } from './machine.mjs';

const library = join(process.argv[2], 'node_modules', 'rp2040js', 'dist', 'esm');
const load = (file) => import(pathToFileURL(join(library, file)));
const rp2040js = { ...await load('index.js'), ...await load('clock/simulation-clock.js') };

let machine, changes, told;

const commands = {
  /** Switch on. journal: keep every erase and program for `changes`. */
  start({ bootrom, flash, board, routines, plain, journal }) {
    const words = readFileSync(bootrom);
    machine = new Machine(rp2040js, {
      bootrom: new Uint32Array(words.buffer, words.byteOffset, words.length / 4),
      flash: readFileSync(flash), board, routines, plain: plain || !routines });
    changes = [];
    told = 0;
    machine.chip.onChange = (kind, address, what) => changes.push([machine.ms, kind, address,
      kind === 'erase' ? what : journal ? Buffer.from(what).toString('base64') : what.length]);
    return {};
  },

  /** Boot until `line` is printed and a block of `size` refused: the addresses of the routines, or 0
   * for one that is not found. */
  learn({ line, size, ms }) {
    const known = machine.learn(line, size), end = machine.ms + ms;
    machine.run(end, () => known().print && known().fail);
    machine.run(Math.min(end, machine.ms + 5)); // both calls go on
    return known();
  },

  /** Run for `ms`, or until `text` stands on the console from character `from` on, or until the
   * panel was quiet for `quiet` ms (after the first byte since the last `mark`, or after `idle` ms
   * without any). `reached` tells whether what was waited for has come. */
  run({ ms, text, from = 0, quiet, idle = quiet }) {
    const { panel } = machine, start = machine.ms;
    let reached = false;
    const until = () => {
      if (text !== undefined) reached = machine.text.indexOf(text, from) >= 0;
      else if (quiet !== undefined) {
        const painted = panel.bytes > panel.marked;
        reached = machine.ms - (painted ? panel.last : start) >= (painted ? quiet : idle);
      }
      return reached;
    };
    machine.run(start + ms, until);
    if (text !== undefined) until();
    return { reached, found: text === undefined ? -1 : machine.text.indexOf(text, from) };
  },

  key({ pin, down }) {
    machine.key(pin, down);
    return {};
  },

  /** Forget earlier painting. */
  mark() {
    machine.panel.mark();
    return {};
  },

  /** The panel as base64 of RGB 565, low byte first. */
  pixels() {
    const { pixels, width, height } = machine.panel;
    return { width, height, rgb565: Buffer.from(pixels.buffer).toString('base64') };
  },

  /** Erases and programs since the last call: [ms, kind, address, size or base64]. */
  changes() {
    return { changes: changes.splice(0) };
  },

  /** Rectangles painted since the last call: [begin, end, left, top, right, bottom]. */
  areas() {
    return { areas: machine.panel.painted.splice(0) };
  },

  /** Allocations given up since the last call: [ms, bytes]. */
  failures() {
    return { failures: machine.failures.splice(0) };
  },

  /** Read the heap behind each collection from now on: see Heap. */
  heap({ held }) {
    machine.watchHeap(held);
    return {};
  },

  /** What was read so far, as Heap.found has it. */
  collections() {
    return { collections: machine.heap?.found ?? [] };
  },

  /** Refuse allocations from now on: see Machine.refuse. */
  refuse({ every, seed }) {
    machine.refuse(every, seed);
    return {};
  },

  /** What was refused so far, as Refuser.refused has it. */
  refusals() {
    return { refusals: machine.refuser?.refused ?? [] };
  },

  /** Write the flash to a file. */
  dump({ file }) {
    writeFileSync(file, machine.dump());
    return {};
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const request = JSON.parse(line);
    answer = commands[request.do](request);
    if (machine) {
      const { panel } = machine;
      Object.assign(answer, { ms: machine.ms, bytes: panel.bytes, areas_count: panel.areas,
        last: panel.last, lines: machine.lines.slice(told) });
      told = machine.lines.length;
    }
  } catch (problem) {
    answer = { error: String(problem.message ?? problem) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
