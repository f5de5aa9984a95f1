// Every 16-bit instruction with random registers: the fast core against rp2040js's own.
// node core_check.mjs PACKAGES; prints one line for each kind of instruction that differs.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FastCore } from '../../tools/emulator/core.mjs';

const library = join(process.argv[2], 'node_modules', 'rp2040js', 'dist', 'esm');
const load = (file) => import(pathToFileURL(join(library, file)));
const { RP2040 } = await load('index.js');
const { SimulationClock } = await load('clock/simulation-clock.js');

const RAM = 0x20000000, FLASH = 0x10000000, AT = FLASH + 0x1000;
let seed = 1;
const random = () => (seed = Math.imul(seed, 1664525) + 1013904223 >>> 0);
const clock = new SimulationClock(), mcu = new RP2040(clock), { core } = mcu;
mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
const fast = new FastCore(mcu, clock);
const names = Object.keys(fast.surroundings), values = Object.values(fast.surroundings);

/** Registers that make sense as addresses now and then, and edge values. */
function value() {
  const kind = random() >>> 28;
  if (kind < 6) return RAM + (random() >>> 16 & 0xfffc);
  if (kind < 8) return random() >>> 27;
  if (kind < 10) return [0, 1, 0x7fffffff, 0x80000000, 0xffffffff][(random() >>> 8) % 5];
  return random();
}
const state = () => [...core.registers, core.N, core.Z, core.C, core.V].join();

/** rp2040js 1.4.1 is wrong here, by the ARMv6-M manual. */
function wrongThere(code, before) {
  const kind = code >> 6;
  const shift = before[code >> 3 & 7] & 255;
  if ([0b0100000010, 0b0100000011, 0b0100000100].includes(kind)) return shift === 0 || shift >= 32;
  if (kind === 0b0100000111) return shift === 0;
  return kind === 0b0100000101 || kind === 0b0100000110; // carry into a sum of 33 bits
}
// Loads and stores at an address that is not aligned fault on the chip: left out.
function unaligned(code, before) {
  const top = code >> 11, m = before[code >> 3 & 7], k = before[code >> 6 & 7];
  if (top === 0b01010 || top === 0b01011) {
    const bytes = [4, 2, 1, 1, 4, 2, 1, 2][code >> 9 & 7];
    return (m + k) % bytes !== 0 || outside(m + k);
  }
  if (top === 0b01100 || top === 0b01101) return m % 4 !== 0 || outside(m + 128);
  if (top === 0b01110 || top === 0b01111) return outside(m + 32);
  if (top === 0b10000 || top === 0b10001) return m % 2 !== 0 || outside(m + 64);
  if (top === 0b11000 || top === 0b11001) return before[code >> 8 & 7] % 4 !== 0
    || outside(before[code >> 8 & 7] + 32);
  return false;
}
const outside = (address) => !(address % 2 ** 32 >= RAM && address % 2 ** 32 < RAM + 0x20000);

const differ = new Map();
let compared = 0;
const window = [0x8000, 0x9000]; // of RAM, where stacks and many addresses point
const memory = Buffer.from([...Array(window[1] - window[0])].map(() => random() >>> 24));
const seen = () => Buffer.from(mcu.sram.subarray(...window));
for (let code = 0; code < 0xe800; code++) {
  mcu.flash[0x1000] = code & 255;
  mcu.flash[0x1001] = code >> 8;
  const before = [...Array(13)].map(value);
  before.push(RAM + 0x8000 + (random() >>> 20 & 0xffc), value() | 1, AT);
  // BX, BLX with bits that must be 0; rp2040js is wrong about BX PC and BLX LR.
  if (code >> 8 === 0x47 && (code & 7 || [0x4778, 0x47f0, 0x47f8].includes(code))) continue;
  if (wrongThere(code, before) || unaligned(code, before)) continue;
  const flags = random() >>> 20;
  const set = () => {
    core.registers.set(before);
    core.currentMode = 0; // no exception is served
    core.pendingSVCall = core.interruptsUpdated = false;
    [core.N, core.Z, core.C, core.V] = [1, 2, 4, 8].map((bit) => !!(flags & bit));
    mcu.sram.set(memory, window[0]);
  };
  set();
  const cycles = core.executeInstruction();
  const wanted = state(), ram = seen();
  const text = fast.writeTrace(AT, 'flash', 1);
  if (!text) continue;
  set();
  fast.shared.extra = 0;
  fast.shared.limit = 0;
  const took = new Function(...names, text)(...values)(0) + fast.shared.extra;
  compared++;
  if (state() !== wanted || !seen().equals(ram) || took !== cycles) {
    const kind = (code >> 6).toString(2).padStart(10, '0');
    if (!differ.has(kind)) differ.set(kind, `${kind} ${code.toString(16)}: ${took} cycles, not ${cycles}`
      + `\n  before ${before.map((x) => x.toString(16))} flags ${flags & 15}\n  ours ${state()}\n  rp2040js ${wanted}`);
  }
}
for (const line of differ.values()) console.log(line);
console.log(`${compared} compared, ${differ.size} kinds differ`);
process.exit(differ.size ? 1 : 0);
