// One emulated board: an RP2040 with its flash, panel, keys and console.
import { NorFlash, attachFlash } from './flash.mjs';
import { Panel, attachPanel } from './panel.mjs';
import { attachPrograms } from './pio.mjs';
import { FastCore } from './core.mjs';
import { Heap } from './heap.mjs';
import { Breakpoints, learnRoutines, textAt } from './routines.mjs';
import { LOUD, QUIET, Refuser } from './refuser.mjs';

const FLASH = 0x10000000, RAM = 0x20000000;
const PADS_INPUT = 0x40;
const SLICE = 20000; // cycles between two checks of a condition
const DMA_TIMER_0 = 59, DMA_PERMANENT = 63;

/** rp2040js: what `import('rp2040js')` returns, with SimulationClock. flash: bytes of the whole chip.
 * board: {columns, rows, turned (see Panel), spi, select, data, keys: [GPIO, ...], code: bytes of
 * flash before the drive}. Devices that the board lacks are absent: their pins read low.
 * routines: {print, fail, allocate}, addresses of the firmware's routines that print, that give up an
 * allocation and that allocate. null: they are to be learned, on rp2040js's own core, which alone
 * reports calls.
 *
 * Events, each with its ms: lines of the console; changes of the flash; failures: [ms, bytes] of each
 * allocation given up; collections: see Heap; refusals: see Refuser. */
export class Machine {
  constructor(rp2040js, { bootrom, flash, board, routines }) {
    const clock = this.clock = new rp2040js.SimulationClock();
    const mcu = this.mcu = new rp2040js.RP2040(clock);
    mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
    mcu.loadBootrom(bootrom);
    mcu.flash.set(flash);
    correct(mcu);
    this.events = { lines: [], changes: [], failures: [], collections: [], refusals: [] };
    const chip = new NorFlash(mcu.flash, Math.log2(flash.length));
    chip.onChange = (kind, address, what) => this.events.changes.push([this.ms, kind, address,
      kind === 'erase' ? what : Buffer.from(what).toString('base64')]);
    attachFlash(mcu, chip);
    this.panel = new Panel(board.columns, board.rows, board.turned);
    this.painted = 0; // areas already reported as finished
    attachPanel(mcu, clock, this.panel, board);
    attachPrograms(mcu, clock);
    for (const pin of board.keys) mcu.gpio[pin].setInputValue(true);
    this.text = this.line = '';
    this.breakpoints = new Breakpoints(mcu);
    this.routines = routines;
    if (routines) {
      const decoder = new TextDecoder();
      this.breakpoints.at(routines.print, ([text, length]) => this.print(
        textAt(mcu, text, length, decoder)));
      this.breakpoints.at(routines.fail, ([size]) => this.events.failures.push([this.ms, size]));
      this.fast = new FastCore(mcu, clock, board.code);
    }
    mcu.core.PC = FLASH;
  }

  get ms() {
    return this.clock.nanos / 1e6;
  }

  /** The time, the panel's figures, and the events since the last call. The last area that was
   * painted may still grow, so it is reported again. */
  news() {
    const { panel, ms } = this, first = this.painted;
    this.painted = Math.max(0, panel.painted.length - 1);
    const answer = { ms, bytes: panel.bytes, last: panel.last,
      painted: [first, panel.painted.slice(first)] };
    for (const [name, list] of Object.entries(this.events)) answer[name] = list.splice(0);
    return answer;
  }

  /** Learn the routines: see learnRoutines. */
  learn(line, size) {
    return learnRoutines(this.mcu, line, size);
  }

  print(text) {
    this.text += text;
    for (const letter of text) {
      if (letter === QUIET || letter === LOUD) {
        if (this.refuser) this.refuser.quiet = letter === QUIET;
        continue;
      }
      if (!this.line) this.began = this.ms;
      if (letter === '\n') {
        this.events.lines.push([this.began ?? this.ms, this.line]);
        this.refuser?.hear(this.line);
        this.line = '';
      } else if (letter !== '\r') {
        this.line += letter;
      }
    }
  }

  /** Read the heap after each collection from now on: see Heap. */
  watchHeap(reserves) {
    this.heap = new Heap(this.mcu.sram, RAM, reserves, this.events.collections);
  }

  /** Refuse allocations from now on, see Refuser. Call it before the board runs: code that has already
   * run stops at no new breakpoint. */
  refuse(every, seed) {
    this.refuser = new Refuser(this.mcu, every, seed, this.events.refusals);
    this.breakpoints.at(this.routines.allocate, ([bytes]) => this.refuser.refuses(bytes, this.ms));
  }

  /** Press or release the key on a pin (a pressed key pulls its pin low). */
  key(pin, down) {
    this.mcu.gpio[pin].setInputValue(!down);
    if (down) this.refuser?.goesOn();
  }

  /** Ignore what was painted so far when waiting for a quiet panel. */
  mark() {
    this.panel.mark();
  }

  /** The panel as base64 of RGB 565, low byte first. */
  pixels() {
    const { pixels, width, height } = this.panel;
    return { width, height, rgb565: Buffer.from(pixels.buffer).toString('base64') };
  }

  /** A copy of the flash as it is now. */
  dump() {
    return this.breakpoints.clean(this.mcu.flash.slice());
  }

  /** Run until `until()` is true, checked once a slice, or until the time `end` (ms). */
  run(end, until = () => false) {
    const { clock } = this, target = end * 1e6;
    while (clock.nanos < target && !until()) {
      if (this.fast) this.fast.run(target, SLICE);
      else this.step(target);
      this.heap?.look(this.ms);
    }
  }

  /** Run a slice on rp2040js's own core. */
  step(target) {
    const { mcu, clock } = this, { core } = mcu, cycle = 1e9 / mcu.clkSys;
    for (let i = 0; i < SLICE && clock.nanos < target; i++) {
      if (!core.waiting) {
        clock.tick(core.executeInstruction() * cycle);
      } else if (core.pendingInterrupts & core.enabledInterrupts && core.checkForInterrupts()) {
        core.waiting = false; // a pending interrupt ends the wait at once
      } else {
        const pause = clock.nanosToNextAlarm || target - clock.nanos;
        clock.tick(Math.min(pause, target - clock.nanos));
      }
    }
  }
}

/** Correct where rp2040js 1.4.1 departs from the chip. */
function correct(mcu) {
  // BOOTSEL shares a pin with the flash. CircuitPython 10.2 samples it at the start: high is released.
  for (const pin of mcu.qspi) {
    pin.setInputValue(true);
    pin.padValue |= PADS_INPUT;
  }
  // A DMA pacing timer runs at X / Y of the clock; X is the upper half.
  mcu.dma.getTimer = (timer) => {
    const rate = timer === DMA_PERMANENT ? 0x10001
      : timer >= DMA_TIMER_0 ? mcu.dma[`timer${timer - DMA_TIMER_0}`] >>> 0 : 0;
    const x = rate >>> 16, y = rate & 0xffff;
    return x && y ? y / x * 1e6 / mcu.clkSys : 0;
  };
}
