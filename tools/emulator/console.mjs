// The console without USB and without cost in emulated time.
//
// All that CircuitPython prints goes through one routine, write(text, length). Its address differs
// from firmware to firmware, so it is learnt: a drive is booted that prints one line nobody else
// prints, and of all calls with that text in r0 and its length in r1 the innermost is taken. From
// then on a breakpoint stands there, which hands the text over and does what the routine's first
// instruction did.

const RAM = 0x20000000, RAM_END = 0x20042000;
const FLASH = 0x10000000;
const BREAKPOINT = 0xbe42;
const isPush = (code) => (code & 0xff00) === 0xb500; // push {..., lr}

/** Calls `found(address)` for each routine that is called with `line` and its length. */
export function learnConsole(mcu, line, found) {
  const wanted = new TextEncoder().encode(line);
  mcu.core.blTaken = (core) => {
    const [text, length] = core.registers;
    if (length !== wanted.length || text < RAM || text + length > RAM_END) return;
    for (let i = 0; i < length; i++) if (mcu.sram[text - RAM + i] !== wanted[i]) return;
    if (isPush(mcu.readUint16(core.PC))) found(core.PC);
  };
}

/** From now on `onText(string)` gets what the routine at `address` is given. Returns a function that
 * takes the breakpoint out of a copy of the flash. */
export function tapConsole(mcu, address, onText) {
  const place = address - FLASH;
  const push = mcu.flash[place] | mcu.flash[place + 1] << 8;
  if (!isPush(push)) throw new Error('the console is not where this firmware should have it');
  const put = (memory, value) => {
    memory[place] = value & 0xff;
    memory[place + 1] = value >> 8;
  };
  put(mcu.flash, BREAKPOINT);
  const decoder = new TextDecoder();
  mcu.onBreak = () => {
    const { core } = mcu, [text, length] = core.registers, bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = mcu.readUint8(text + i);
    onText(decoder.decode(bytes, { stream: true }));
    const saved = [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => push & 1 << i);
    core.SP -= 4 * (saved.length + 1);
    saved.forEach((register, i) => mcu.writeUint32(core.SP + 4 * i, core.registers[register]));
    mcu.writeUint32(core.SP + 4 * saved.length, core.LR);
  };
  return (copy) => put(copy, push);
}
