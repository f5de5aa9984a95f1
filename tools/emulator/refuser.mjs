// Refuse allocations of the firmware, one at a time, as if no memory were left for them.
//
// A place is a position in the bytecode of a Python function while one screen is on show. The function
// that allocates is found on the C stack, where the VM keeps a pointer to the state of each running
// function. That state (mp_code_state_t of CircuitPython's py/bc.h) begins with the function object and
// the position; the function object (mp_obj_fun_bc_t of py/objfun.h) has its bytecode as fourth word.
// Bytecode refers to names by their index in the module's own table, so its first bytes identify a
// function, also after a restart of the VM.

const RAM = 0x20000000, FLASH = 0x10000000, FLASH_BYTES = 0x1000000;
const STACK_WORDS = 1500; // of the C stack that are searched
const LONGEST = 0x2000; // bytes of a function's bytecode
const HEAD = 12; // bytes of the bytecode that identify a function
const SEED = 2166136261;
// Lines that show progress; only after one is the next allocation refused. After the start of a game or
// of the VM, screens and turns that appear by themselves are no progress: after the VM's start a key or
// a move is, after a game's start a turn.
const PROGRESS = /^(screen|person|thinks|thought|hint|proved|coached|@) /;
const PLAYS = /^(person|thinks) /, COACHED = /^coached /;
export const QUIET = '\x02', LOUD = '\x03'; // the probe prints them around its own work

export class Refuser {
  /** every: one place in `every` is refused, drawn by `seed`, and each place once. refused: receives
   * [ms, bytes, place]. */
  constructor(mcu, every, seed, refused = []) {
    Object.assign(this, { mcu, every, seed, refused });
    this.seen = new Set(); // places
    this.ready = this.quiet = this.starts = false;
    this.awaits = PROGRESS;
    this.screen = this.move = '';
  }

  /** Read a line of the console. */
  hear(line) {
    const restarts = line.endsWith('code.py output:'); // preceded by the title sent to a terminal
    if (restarts || line.startsWith('job begin ')) {
      this.ready = false;
      this.awaits = restarts ? COACHED : PLAYS;
    } else if (this.awaits.test(line)) this.goesOn();
    if (line.startsWith('at ')) { // round, moves, tiles laid
      const move = line.split(' ').slice(1, 3).join(' ');
      if (move !== this.move) this.goesOn();
      this.move = move;
    }
    if (restarts) this.starts = true; // until its first screen
    if (line.startsWith('screen ')) {
      this.starts = false;
      this.screen = line.split(' ')[1];
    }
  }

  /** Note progress: a key was pressed, or the game has gone on by itself. */
  goesOn() {
    if (this.starts) return;
    this.ready = true;
    this.awaits = PROGRESS;
  }

  /** Decide whether to refuse the allocation of `bytes` that begins now. */
  refuses(bytes, ms) {
    if (!this.ready || this.quiet || !bytes) return false;
    const place = this.place();
    if (!place || this.seen.has(place)) return false;
    this.seen.add(place);
    if (mixed(mixed(SEED, this.seed), place) % this.every) return false;
    this.ready = false;
    this.refused.push([ms, bytes, place]);
    return true;
  }

  /** A number for the place that runs now, 0 where no Python function runs. */
  place() {
    const { mcu } = this, words = new Uint32Array(mcu.sram.buffer, mcu.sram.byteOffset);
    const inRam = (address) => address >= RAM && address < RAM + mcu.sram.length && !(address & 3);
    const word = (address) => inRam(address) ? words[address - RAM >> 2] : 0;
    const byte = (address) => inRam(address & ~3) ? mcu.sram[address - RAM] : mcu.flash[address - FLASH];
    const readable = (address) => inRam(address & ~3) || inFlash(address);
    const stack = mcu.core.registers[13];
    for (let at = stack; at < stack + 4 * STACK_WORDS; at += 4) {
      const state = word(at), running = word(state), code = word(running + 12);
      const position = word(state + 4) - code;
      if (!inRam(running) || !inFlash(word(running)) || !readable(code)) continue;
      if (position < 0 || position > LONGEST) continue;
      let place = mixed(SEED, position);
      for (let i = 0; i < HEAD; i++) place = mixed(place, byte(code + i));
      for (const letter of this.screen) place = mixed(place, letter.charCodeAt(0));
      return place;
    }
    return 0;
  }
}

const inFlash = (address) => address >= FLASH && address < FLASH + FLASH_BYTES;

/** One step of the FNV-1a hash, with the low bits mixed in, too. */
function mixed(hash, value) {
  const out = Math.imul(hash ^ value, 16777619);
  return (out ^ out >>> 15) >>> 0;
}
