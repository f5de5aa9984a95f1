// One emulated board: an RP2040 with its flash, panel, keys and console.
import { NorFlash, attachFlash } from './flash.mjs';
import { Panel, attachPanel } from './panel.mjs';
import { attachPrograms } from './pio.mjs';
import { FastCore } from './core.mjs';
import { Heap } from './heap.mjs';
import { Breakpoints, learnRoutines, textAt } from './routines.mjs';
import { LOUD, QUIET, Refuser } from './refuser.mjs';

const FLASH = 0x10000000;
const PADS_INPUT = 0x40;
const SLICE = 20000; // cycles between two looks at what is waited for
const DMA_TIMER_0 = 59, DMA_PERMANENT = 63;

/** rp2040js: what `import('rp2040js')` gives, with SimulationClock. board: {columns, rows, turned (see
 * Panel), spi, select, data, keys: [GPIO, ...], code: bytes of flash before the drive}. What the board
 * has no chip for is not there: its pins read low. flash: bytes of the whole chip.
 * routines: {print, fail, allocate}: addresses of the routines that print, that give up an allocation
 * and that allocate, or null. plain: rp2040js's own core, which alone tells of calls. */
export class Machine {
  constructor(rp2040js, { bootrom, flash, board, routines, plain }) {
    const clock = this.clock = new rp2040js.SimulationClock();
    const mcu = this.mcu = new rp2040js.RP2040(clock);
    mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
    mcu.loadBootrom(bootrom);
    mcu.flash.set(flash);
    mend(mcu);
    this.chip = new NorFlash(mcu.flash, Math.log2(flash.length));
    attachFlash(mcu, this.chip);
    this.panel = new Panel(board.columns, board.rows, board.turned);
    attachPanel(mcu, clock, this.panel, board);
    attachPrograms(mcu, clock);
    for (const pin of board.keys) mcu.gpio[pin].setInputValue(true);
    this.text = '';
    this.lines = []; // [ms of its first character, line]
    this.line = '';
    this.failures = []; // ms and bytes of each allocation given up
    this.breakpoints = new Breakpoints(mcu);
    this.routines = routines;
    if (routines) {
      const decoder = new TextDecoder();
      this.breakpoints.at(routines.print, ([text, length]) => this.print(
        textAt(mcu, text, length, decoder)));
      this.breakpoints.at(routines.fail, ([size]) => this.failures.push([this.ms, size]));
    }
    mcu.core.PC = FLASH;
    if (!plain) this.fast = new FastCore(mcu, clock, board.code);
  }

  get ms() {
    return this.clock.nanos / 1e6;
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
        this.lines.push([this.began ?? this.ms, this.line]);
        this.refuser?.hear(this.line);
        this.line = '';
      } else if (letter !== '\r') {
        this.line += letter;
      }
    }
  }

  /** Read the heap from now on: see Heap. */
  watchHeap(held) {
    this.heap = new Heap(this.mcu, held);
  }

  /** Refuse allocations from now on, see Refuser. To be called before the board runs: code that has
   * run already stops nowhere else. */
  refuse(every, seed) {
    this.refuser = new Refuser(this.mcu, every, seed);
    this.breakpoints.at(this.routines.allocate, ([bytes]) => this.refuser.asked(bytes, this.ms));
  }

  /** Push or let go the key on a pin (keys pull their pin low). */
  key(pin, down) {
    this.mcu.gpio[pin].setInputValue(!down);
    if (down) this.refuser?.goesOn();
  }

  /** The flash as it is now. */
  dump() {
    return this.breakpoints.clean(this.mcu.flash.slice());
  }

  /** Run until `until()` is true, looked at now and then, or the time `end` (ms) has come. */
  run(end, until = () => false) {
    const { clock } = this, target = end * 1e6;
    while (clock.nanos < target && !until()) {
      if (this.fast) this.fast.run(target, SLICE);
      else this.step(target);
      this.heap?.look(this.ms);
    }
  }

  /** A slice by rp2040js's own core. */
  step(target) {
    const { mcu, clock } = this, { core } = mcu, cycle = 1e9 / mcu.clkSys;
    for (let i = 0; i < SLICE && clock.nanos < target; i++) {
      if (!core.waiting) {
        clock.tick(core.executeInstruction() * cycle);
      } else if (core.pendingInterrupts & core.enabledInterrupts && core.checkForInterrupts()) {
        core.waiting = false; // an interrupt that is pending already ends the wait at once
      } else {
        const pause = clock.nanosToNextAlarm || target - clock.nanos;
        clock.tick(Math.min(pause, target - clock.nanos));
      }
    }
  }
}

/** What rp2040js 1.4.1 has otherwise than the chip. */
function mend(mcu) {
  // BOOTSEL shares a pin of the flash; CircuitPython 10.2 samples it at start: not pressed is high.
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
