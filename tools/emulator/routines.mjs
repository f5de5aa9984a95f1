// Find and intercept three routines of the firmware: the one that prints, the one that allocates and
// the one that gives up an allocation. So the console costs no emulated time and needs no USB, and no
// MemoryError is missed, even one that is caught.
//
// Their addresses differ between firmwares, so they are learned: a drive is booted whose boot.py prints
// a unique line and requests a block of a unique size. Calls with that text and its length, or with
// that size, reveal the routines. From then on they have a breakpoint.

const RAM = 0x20000000, RAM_END = 0x20042000;
const FLASH = 0x10000000;
const BREAKPOINT = 0xbe42;
const isPush = (code) => (code & 0xff00) === 0xb500; // push {..., lr}: no mere stub

/** Watch calls. Returns a function that returns {print, fail, allocate}, the addresses found so far or
 * 0. */
export function learnRoutines(mcu, line, size) {
  const wanted = new TextEncoder().encode(line);
  const sized = []; // [address, stack pointer] of calls with `size`
  let print = 0;
  mcu.core.blTaken = (core) => {
    const [text, length] = core.registers;
    if (text === size) sized.push([core.PC, core.SP]);
    if (length !== wanted.length || text < RAM || text + length > RAM_END) return;
    if (!wanted.every((letter, i) => mcu.sram[text - RAM + i] === letter)) return;
    if (isPush(mcu.readUint16(core.PC))) print = core.PC; // the innermost comes last
  };
  // One routine needs the block, tries to allocate it and then gives up. So at the outermost depth of
  // the stack with two such calls, the first allocates and the last gives up. Deeper calls write the
  // message.
  const tried = () => {
    for (const depth of [...new Set(sized.map(([, sp]) => sp))].sort((a, b) => b - a)) {
      const calls = sized.filter(([, sp]) => sp === depth).map(([address]) => address);
      if (new Set(calls).size > 1) return { allocate: calls[0], fail: calls.at(-1) };
    }
    return { allocate: 0, fail: 0 };
  };
  return () => ({ print, ...tried() });
}

/** Stop at routines: `at(address, handler)` calls `handler(registers)` when one is entered. If that
 * returns true, the routine does nothing and returns 0. */
export class Breakpoints {
  constructor(mcu) {
    this.mcu = mcu;
    this.known = new Map();
    mcu.onBreak = () => this.met();
  }

  at(address, handler) {
    const { flash } = this.mcu, place = address - FLASH;
    this.known.set(address, { handler, instruction: [flash[place], flash[place + 1]] });
    this.set(flash, address, [BREAKPOINT & 0xff, BREAKPOINT >> 8]);
  }

  set(memory, address, [low, high]) {
    memory[address - FLASH] = low;
    memory[address - FLASH + 1] = high;
  }

  met() {
    const { core, flash } = this.mcu, address = core.PC - 2, point = this.known.get(address);
    if (!point) return;
    if (point.handler(core.registers) === true) {
      core.registers[0] = 0;
      core.PC = core.LR & ~1;
      return;
    }
    this.set(flash, address, point.instruction);
    core.PC = address;
    core.executeInstruction();
    this.set(flash, address, [BREAKPOINT & 0xff, BREAKPOINT >> 8]);
  }

  /** Remove all breakpoints from a copy of the flash. */
  clean(copy) {
    for (const [address, { instruction }] of this.known) this.set(copy, address, instruction);
    return copy;
  }
}

/** Read the text of `length` bytes at `address`. */
export function textAt(mcu, address, length, decoder) {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = mcu.readUint8(address + i);
  return decoder.decode(bytes, { stream: true });
}
