// Serve one emulated board over standard input and output: a JSON request a line, a JSON answer a
// line. `node serve.mjs PACKAGES` with the folder that holds node_modules. Each answer also has the
// events since the previous one.
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Machine } from './machine.mjs';

const library = join(process.argv[2], 'node_modules', 'rp2040js', 'dist', 'esm');
const load = (file) => import(pathToFileURL(join(library, file)));
const rp2040js = { ...await load('index.js'), ...await load('clock/simulation-clock.js') };

let machine;

const commands = {
  /** Switch on the board; see Machine. */
  start({ bootrom, flash, board, routines }) {
    const words = readFileSync(bootrom);
    machine = new Machine(rp2040js, {
      bootrom: new Uint32Array(words.buffer, words.byteOffset, words.length / 4),
      flash: readFileSync(flash), board, routines });
  },

  /** Boot until `line` is printed and a block of `size` bytes is refused. Returns the addresses of
   * the routines, 0 for each that was not found. */
  learn({ line, size, ms }) {
    const known = machine.learn(line, size), end = machine.ms + ms;
    machine.run(end, () => known().print && known().fail);
    machine.run(Math.min(end, machine.ms + 5)); // both calls return
    return known();
  },

  /** Run for `ms`; or until `text` is on the console from character `from` on; or until the panel was
   * quiet for `quiet` ms (after the first byte since the last `mark`, or for `idle` ms without any). */
  run({ ms, text, from = 0, quiet, idle = quiet }) {
    const { panel } = machine, start = machine.ms;
    const find = () => text === undefined ? -1 : machine.text.indexOf(text, from);
    const isQuiet = () => {
      const painted = panel.bytes > panel.marked;
      return machine.ms - (painted ? panel.last : start) >= (painted ? quiet : idle);
    };
    machine.run(start + ms, () => quiet === undefined ? find() >= 0 : isQuiet());
    return { found: find(), quiet: quiet !== undefined && isQuiet() };
  },

  /** Write the flash to a file. */
  dump({ file }) {
    writeFileSync(file, machine.dump());
  },

  /** Call a method of the machine. */
  call({ method, args }) {
    return { result: machine[method](...args) };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const request = JSON.parse(line);
    answer = { ...commands[request.do](request), ...machine.news() };
  } catch (problem) {
    answer = { error: String(problem.message ?? problem) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
