// A faster processor for rp2040js: Thumb code that runs often becomes JavaScript.
//
// rp2040js reads and tells apart every instruction anew each time. Here a trace (straight code from
// one address on, through branches not taken and jumps whose target is known) that was met HOT times
// is written as one JavaScript function, with registers and flags in local variables. The rest
// (system instructions, code met seldom) goes to rp2040js's own core, which keeps the state between
// traces; both give the same registers and flags, and count the same cycles.

const RAM = 0x20000000, RAM_BYTES = 264 * 1024;
const FLASH = 0x10000000;
const ROM_BYTES = 16 * 1024;
const HOT = 8, NEVER = 255;
const LONGEST = 64; // instructions in a trace
const TIMER_NOW = 0x40054028; // what code that waits reads again and again
const SIO = 0xd; // the upper four bits of its addresses
// Cycles that the peripherals' bus takes more than memory.
const READ_MORE = 2, WRITE_MORE = 3;

const CONDITIONS = ['z===0', 'z!==0', 'c', '!c', 'n<0', 'n>=0', 'v<0', 'v>=0', 'c&&z!==0',
  '!c||z===0', '(n^v)>=0', '(n^v)<0', 'z!==0&&(n^v)>=0', 'z===0||(n^v)<0'];

/** Runs `mcu` (an rp2040js RP2040 on `clock`). code: bytes of flash that hold firmware; what lies
 * behind it, the drive, changes. */
export class FastCore {
  constructor(mcu, clock, code = 1 << 20) {
    this.mcu = mcu;
    this.clock = clock;
    this.code = code;
    this.core = mcu.core;
    this.registers = new Int32Array(mcu.core.registers.buffer);
    this.flags = keepFlags(mcu.core);
    this.shared = { extra: 0, limit: 0 }; // cycles not counted by traces, cycles until they stop
    this.began = 0; // nanoseconds at the slice's cycle 0
    this.cycle = 8;
    const spaces = { flash: code, ram: RAM_BYTES, rom: ROM_BYTES };
    this.traces = {};
    this.met = {};
    for (const [name, bytes] of Object.entries(spaces)) {
      this.traces[name] = new Array(bytes >> 1).fill(null);
      this.met[name] = new Uint8Array(bytes >> 1);
    }
    const { rom, flash, ram } = this.traces;
    this.tables = [rom, flash, ram, ...new Array(13).fill([])]; // by the address's upper four bits
    this.surroundings = this.memory();
    stopOn(mcu.core, 'interruptsUpdated', this.shared);
    stopOn(mcu.core, 'waiting', this.shared);
  }

  /** What every trace refers to: registers, flags, RAM, and the slow way to everything else. */
  memory() {
    const { mcu, clock, shared } = this, { sram } = mcu;
    const flash8 = mcu.flash, flash16 = new Uint16Array(flash8.buffer);
    const flash32 = new Int32Array(flash8.buffer);
    const slow = (address, cycles, more) => { // the time there is what it is for the device
      clock.nanosCounter = this.began + (cycles + shared.extra) * this.cycle;
      const extra = address >>> 28 === 4 ? more : more && address >>> 28 === SIO ? -1 : 0;
      shared.extra += extra;
      shared.limit -= extra;
    };
    const isFlash = (address) => (address - FLASH) >>> 0 < flash8.length;
    return {
      R: this.registers, F: this.flags, E: shared, core: this.core,
      stale: (pc, cycles) => {
        this.traces.ram[(pc & 0x7ffff) >>> 1] = null; // what stands there now is met anew
        this.met.ram[(pc & 0x7ffff) >>> 1] = 0;
        return cycles;
      },
      H8: sram, H16: new Uint16Array(sram.buffer), H32: new Int32Array(sram.buffer),
      rd32(at, cycles, more = READ_MORE) {
        const address = at >>> 0;
        if (isFlash(address)) return flash32[(address - FLASH) >>> 2];
        slow(address, cycles, more);
        if (address === TIMER_NOW) return clock.nanosCounter / 1000 | 0;
        return mcu.readUint32(address) | 0;
      },
      rd16(at, cycles) {
        const address = at >>> 0;
        if (isFlash(address)) return flash16[(address - FLASH) >>> 1];
        slow(address, cycles, READ_MORE);
        return mcu.readUint16(address);
      },
      rd8(at, cycles) {
        const address = at >>> 0;
        if (isFlash(address)) return flash8[address - FLASH];
        slow(address, cycles, READ_MORE);
        return mcu.readUint8(address);
      },
      wr32(at, value, cycles, more = WRITE_MORE) {
        slow(at >>> 0, cycles, more);
        mcu.writeUint32(at >>> 0, value >>> 0);
        shared.limit = 0; // an alarm may have been set: look again
      },
      wr16(at, value, cycles) {
        slow(at >>> 0, cycles, WRITE_MORE);
        mcu.writeUint16(at >>> 0, value & 0xffff);
        shared.limit = 0;
      },
      wr8(at, value, cycles) {
        slow(at >>> 0, cycles, WRITE_MORE);
        mcu.writeUint8(at >>> 0, value & 0xff);
        shared.limit = 0;
      },
    };
  }

  /** Run to `target` nanoseconds, or about `most` cycles. */
  run(target, most) {
    const { clock, core, mcu, registers, shared, tables } = this;
    let left = most;
    while (clock.nanosCounter < target && left > 0) {
      if (core.waiting) {
        left -= 100;
        if (core.pendingInterrupts & core.enabledInterrupts && core.checkForInterrupts()) {
          core.waiting = false; // an interrupt that is pending already ends the wait at once
          continue;
        }
        const pause = clock.nanosToNextAlarm || target - clock.nanosCounter;
        clock.tick(Math.min(pause, target - clock.nanosCounter));
        continue;
      }
      if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
      this.began = clock.nanosCounter;
      this.cycle = 1e9 / mcu.clkSys;
      const next = clock.nextAlarm;
      const end = next && next.nanos < target ? next.nanos : target;
      shared.limit = Math.min(Math.max(1, Math.ceil((end - this.began) / this.cycle)), left);
      shared.extra = 0;
      let cycles = 0;
      do {
        const pc = registers[15] & ~1; // vectors are odd
        const trace = tables[pc >>> 28][(pc & 0xffffff) >>> 1];
        cycles = trace ? trace(cycles) : this.meet(pc, cycles);
      } while (cycles < shared.limit);
      cycles += shared.extra;
      left -= cycles;
      clock.nanosCounter = this.began;
      clock.tick(cycles * this.cycle);
    }
  }

  /** Code that is no trace yet: one instruction the slow way, or make a trace of it. */
  meet(pc, cycles) {
    const space = ['rom', 'flash', 'ram'][pc >>> 28], met = this.met[space];
    const at = (space === 'flash' ? pc & 0xffffff : pc & 0x7ffff) >>> 1;
    if (met && at < met.length && met[at] < NEVER && ++met[at] === HOT) {
      const trace = this.compile(pc, space);
      if (trace) {
        this.traces[space][at] = trace;
        return trace(cycles);
      }
      met[at] = NEVER; // a system instruction stands here
    }
    this.clock.nanosCounter = this.began + (cycles + this.shared.extra) * this.cycle;
    this.shared.limit = 0;
    return cycles + this.core.executeInstruction();
  }

  /** The text of the maker of a trace of `longest` instructions at most, or null. */
  writeTrace(pc, space, longest) {
    return new Writer(this.mcu, pc, space, this.code).write(longest);
  }

  /** The function of the trace that begins at `pc`, or null when its first instruction is none for
   * it. It takes the cycles so far and returns them, with what it took added. */
  compile(pc, space) {
    const text = this.writeTrace(pc, space, LONGEST);
    return text && new Function(...Object.keys(this.surroundings), text)(
      ...Object.values(this.surroundings));
  }
}

/** While `core[name]` is set the traces stop: nothing has to look at it between them. */
function stopOn(core, name, shared) {
  let value = core[name];
  Object.defineProperty(core, name, { get: () => value, set(on) {
    value = on;
    if (on) shared.limit = 0;
  } });
}

/** Flags as four numbers: N and V in the sign, Z when 0, C as 0 or 1. rp2040js's own names read and
 * write them too. */
function keepFlags(core) {
  const flags = new Int32Array([core.N ? -1 : 0, core.Z ? 0 : 1, core.C ? 1 : 0, core.V ? -1 : 0]);
  const own = (name, get, set) => Object.defineProperty(core, name, { get, set });
  own('N', () => flags[0] < 0, (on) => { flags[0] = on ? -1 : 0; });
  own('Z', () => flags[1] === 0, (on) => { flags[1] = on ? 0 : 1; });
  own('C', () => flags[2] !== 0, (on) => { flags[2] = on ? 1 : 0; });
  own('V', () => flags[3] < 0, (on) => { flags[3] = on ? -1 : 0; });
  return flags;
}

const inRam = (bytes = 0) => `(t=a-${RAM}>>>0)<${RAM_BYTES - bytes}`;

/** Writes one trace. */
class Writer {
  constructor(mcu, pc, space, code) {
    Object.assign(this, { mcu, start: pc, space, code });
    this.lines = [];
    this.cost = 0;         // cycles of what is written so far
    this.changed = new Set(); // registers and flags a trace changes
    this.used = new Set();
  }

  half(address) {
    return this.mcu.readUint16(address);
  }

  /** The name of a register, read. */
  read(register, pc) {
    if (register === 15) return String(pc + 4 | 0);
    this.used.add(`r${register}`);
    return `r${register}`;
  }

  /** The name of a register, to be written. */
  into(register) {
    this.changed.add(`r${register}`);
    return `r${register}`;
  }

  put(line) {
    this.lines.push(line);
  }

  flags(...names) {
    for (const name of names) this.changed.add(name);
  }

  /** Result in `x`: N and Z after it. */
  sign(x) {
    this.flags('n', 'z');
    this.put(`n=z=${x};`);
  }

  add(to, a, b, carry = null) {
    this.flags('n', 'z', 'c', 'v');
    const sum = carry ? `(p>>>0)+(q>>>0)+c` : `(p>>>0)+(q>>>0)`;
    this.put(`p=${a};q=${b};s=${sum};x=s|0;c=s>4294967295?1:0;v=(p^x)&(q^x);n=z=x;`);
    if (to !== null) this.put(`${this.into(to)}=x;`);
    if (carry) this.used.add('c');
  }

  subtract(to, a, b, carry = null) {
    this.flags('n', 'z', 'c', 'v');
    if (carry) {
      this.used.add('c');
      this.put(`p=${a};q=~(${b});s=(p>>>0)+(q>>>0)+c;x=s|0;c=s>4294967295?1:0;v=(p^x)&(q^x);n=z=x;`);
    } else {
      this.put(`p=${a};q=${b};x=p-q|0;c=(p>>>0)>=(q>>>0)?1:0;v=(p^q)&(p^x);n=z=x;`);
    }
    if (to !== null) this.put(`${this.into(to)}=x;`);
  }

  load(to, address, bytes, signed = false) {
    const shift = { 4: 'H32[t>>>2]', 2: 'H16[t>>>1]', 1: 'H8[t]' }[bytes];
    const value = `${inRam()}?${shift}:rd${bytes * 8}(a,cyc+${this.cost})`;
    const places = signed ? 32 - 8 * bytes : 0;
    this.put(`a=${address}|0;${this.into(to)}=${places ? `(${value})<<${places}>>${places}` : value};`);
    this.cost += 2;
  }

  store(from, address, bytes, pc) {
    const place = { 4: 'H32[t>>>2]', 2: 'H16[t>>>1]', 1: 'H8[t]' }[bytes];
    const value = this.read(from, pc);
    this.put(`a=${address}|0;if(${inRam()})${place}=${value};`
      + `else wr${bytes * 8}(a,${value},cyc+${this.cost});`);
    this.cost += 2;
  }

  /** Several registers from or to memory at address `a`, 4 bytes each. */
  many(registers, toMemory) {
    const cost = this.cost;
    const fast = registers.map((register, i) => (toMemory
      ? `H32[(t>>>2)+${i}]=${this.read(register)};` : `${register === 15 ? 'x' : this.into(register)}=H32[(t>>>2)+${i}];`));
    const slow = registers.map((register, i) => (toMemory
      ? `wr32(a+${4 * i}|0,${this.read(register)},cyc+${cost},0);`
      : `${register === 15 ? 'x' : this.into(register)}=rd32(a+${4 * i}|0,cyc+${cost},0);`));
    this.put(`if(${inRam(4 * registers.length)}){${fast.join('')}}else{${slow.join('')}}`);
  }

  /** Leave the trace with `pc` (text) next. */
  leave(pc, cost = this.cost) {
    return `{${'STORE'}R[15]=${pc};return cyc+${cost};}`;
  }

  /** Go to a known address: round again when it is this trace's beginning. */
  go(target, cost) {
    if (target === this.start && this.space !== 'ram') {
      this.loops = true;
      return `{cyc+=${cost};if(cyc<E.limit)continue;STORER[15]=${target};return cyc;}`;
    }
    return this.leave(target | 0, cost);
  }

  /** The text of the function's maker, or null. */
  write(longest) {
    let pc = this.start, count = 0, open = true;
    const seen = new Set();
    while (open && count < longest && !seen.has(pc)) {
      const next = this.instruction(pc);
      if (next === null) break; // none for a trace: leave before it
      seen.add(pc);
      count++;
      if (next === undefined) open = false;
      else pc = next;
    }
    if (!count) return null;
    if (open) this.put(this.go(pc, this.cost));
    return this.text();
  }

  text() {
    const registers = [...this.changed, ...this.used].filter((name) => name[0] === 'r');
    const place = { n: 0, z: 1, c: 2, v: 3 };
    const source = (name) => (name in place ? `F[${place[name]}]` : `R[${name.slice(1)}]`);
    const kept = [...this.changed];
    const store = kept.map((name) => `${source(name)}=${name};`).join('');
    const names = [...new Set(['n', 'z', 'c', 'v', ...registers])];
    const body = this.lines.join('\n').replaceAll('STORE', store);
    const check = this.space === 'ram' ? this.check() : '';
    return `return function(cyc){${check}let a=0,t=0,p=0,q=0,s=0,x=0;`
      + `let ${names.map((name) => `${name}=${source(name)}`).join(',')};\n`
      + (this.loops ? `for(;;){\n${body}\n}` : body) + '}';
  }

  /** Code in RAM may be written over: a trace there begins with a look at its own words. */
  check() {
    const words = new Set();
    for (const address of this.read16) words.add(address - RAM >>> 2);
    const same = [...words].map((word) => `H32[${word}]!==${new Int32Array(this.mcu.sram.buffer)[word]}`);
    return `if(${same.join('||')}){E.limit=0;return stale(${this.start},cyc);}`;
  }

  /** Write the instruction at `pc`. Returns the next address, undefined at the trace's end, null when
   * it is none for a trace. */
  instruction(pc) {
    const code = this.half(pc), d = code & 7, m = code >> 3 & 7, k = code >> 6 & 7;
    (this.read16 ??= new Set()).add(pc);
    const R = (register) => this.read(register, pc);
    const next = pc + 2;
    const imm5 = code >> 6 & 31, imm8 = code & 255, d8 = code >> 8 & 7;
    switch (code >> 11) {
      case 0b00000: // LSLS immediate
        this.put(imm5 ? `p=${R(m)};x=p<<${imm5};c=p>>>${32 - imm5}&1;` : `x=${R(m)};`);
        if (imm5) this.flags('c');
        this.sign('x');
        this.put(`${this.into(d)}=x;`);
        break;
      case 0b00001: // LSRS immediate
        this.put(imm5 ? `p=${R(m)};x=p>>>${imm5}|0;c=p>>>${imm5 - 1}&1;` : `p=${R(m)};x=0;c=p>>>31;`);
        this.flags('c');
        this.sign('x');
        this.put(`${this.into(d)}=x;`);
        break;
      case 0b00010: // ASRS immediate
        this.put(imm5 ? `p=${R(m)};x=p>>${imm5};c=p>>>${imm5 - 1}&1;` : `p=${R(m)};x=p>>31;c=p>>>31;`);
        this.flags('c');
        this.sign('x');
        this.put(`${this.into(d)}=x;`);
        break;
      case 0b00011: {
        const other = code & 0x400 ? String(k) : R(k);
        if (code & 0x200) this.subtract(d, R(m), other);
        else this.add(d, R(m), other);
        break;
      }
      case 0b00100: // MOVS
        this.put(`${this.into(d8)}=${imm8};`);
        this.sign(String(imm8));
        break;
      case 0b00101: // CMP
        this.subtract(null, R(d8), String(imm8));
        break;
      case 0b00110:
        this.add(d8, R(d8), String(imm8));
        break;
      case 0b00111:
        this.subtract(d8, R(d8), String(imm8));
        break;
      case 0b01000:
        if (code & 0x400) return this.high(pc, code);
        return this.logic(pc, code) ? this.paid(next) : null;
      case 0b01001: { // LDR literal
        const address = (pc + 4 & ~3) + imm8 * 4;
        if (this.space === 'flash' && address < FLASH + this.code) {
          this.put(`${this.into(d8)}=${this.mcu.readUint32(address) | 0};`);
          this.cost += 2;
        } else {
          this.load(d8, String(address), 4);
        }
        return next;
      }
      case 0b01010: case 0b01011: {
        const address = `${R(m)}+${R(k)}`;
        const [stores, bytes, signed] = [[1, 4], [1, 2], [1, 1], [0, 1, true], [0, 4], [0, 2], [0, 1],
          [0, 2, true]][code >> 9 & 7];
        if (stores) this.store(d, address, bytes, pc);
        else this.load(d, address, bytes, signed);
        return next;
      }
      case 0b01100: this.store(d, `${R(m)}+${imm5 * 4}`, 4, pc); return next;
      case 0b01101: this.load(d, `${R(m)}+${imm5 * 4}`, 4); return next;
      case 0b01110: this.store(d, `${R(m)}+${imm5}`, 1, pc); return next;
      case 0b01111: this.load(d, `${R(m)}+${imm5}`, 1); return next;
      case 0b10000: this.store(d, `${R(m)}+${imm5 * 2}`, 2, pc); return next;
      case 0b10001: this.load(d, `${R(m)}+${imm5 * 2}`, 2); return next;
      case 0b10010: this.store(d8, `${R(13)}+${imm8 * 4}`, 4, pc); return next;
      case 0b10011: this.load(d8, `${R(13)}+${imm8 * 4}`, 4); return next;
      case 0b10100: this.put(`${this.into(d8)}=${(pc + 4 & ~3) + imm8 * 4 | 0};`); break;
      case 0b10101: this.put(`${this.into(d8)}=${R(13)}+${imm8 * 4}|0;`); break;
      case 0b10110: case 0b10111: return this.various(pc, code);
      case 0b11000: case 0b11001: { // STMIA, LDMIA
        const list = [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => code & 1 << i), loads = code >> 11 & 1;
        if (!list.length) return null;
        this.put(`a=${R(d8)};`);
        this.many(list, !loads);
        if (!list.includes(d8)) this.put(`${this.into(d8)}=a+${4 * list.length}|0;`);
        else if (!loads) return null; // a base that is stored too: rp2040js's own business
        this.cost += 1 + list.length;
        return next;
      }
      case 0b11010: case 0b11011: { // B with a condition
        const condition = code >> 8 & 15;
        if (condition > 13) return null;
        const target = pc + 4 + (imm8 << 24 >> 23);
        for (const flag of 'nzcv') this.used.add(flag);
        this.put(`if(${CONDITIONS[condition]})${this.go(target, this.cost + 2)}`);
        break;
      }
      case 0b11100: // B
        this.cost += 2;
        return pc + 4 + ((code & 0x7ff) << 21 >> 20);
      case 0b11110: return this.wide(pc, code);
      default: return null;
    }
    return this.paid(next);
  }

  paid(next) {
    this.cost += 1;
    return next;
  }

  /** Data processing on two low registers. */
  logic(pc, code) {
    const d = code & 7, m = code >> 3 & 7, a = this.read(d), b = this.read(m);
    const result = (text) => {
      this.put(`x=${text};`);
      this.sign('x');
      this.put(`${this.into(d)}=x;`);
    };
    const shift = (text) => { // by a register: 0 changes nothing but N and Z
      this.flags('c');
      this.used.add('c');
      this.put(`p=${a};q=${b}&255;x=p;if(q){${text}}`);
      this.sign('x');
      this.put(`${this.into(d)}=x;`);
    };
    switch (code >> 6 & 15) {
      case 0: result(`${a}&${b}`); break;
      case 1: result(`${a}^${b}`); break;
      case 2: shift('c=q<33?p>>>32-q&1:0;if(q===32)c=p&1;x=q<32?p<<q:0;'); break;
      case 3: shift('c=q<33?p>>>q-1&1:0;x=q<32?p>>>q|0:0;'); break;
      case 4: shift('if(q>31){x=p>>31;c=x&1;}else{x=p>>q;c=p>>>q-1&1;}'); break;
      case 5: this.add(d, a, b, true); break;
      case 6: this.subtract(d, a, b, true); break;
      case 7: shift('x=p>>>(q&31)|p<<(32-(q&31)&31);if(!(q&31))x=p;c=x>>>31;'); break;
      case 8: this.put(`x=${a}&${b};`); this.sign('x'); break;
      case 9: this.subtract(d, '0', b); break;
      case 10: this.subtract(null, a, b); break;
      case 11: this.add(null, a, b); break;
      case 12: result(`${a}|${b}`); break;
      case 13: result(`Math.imul(${a},${b})`); break;
      case 14: result(`${a}&~${b}`); break;
      default: result(`~${b}`);
    }
    return true;
  }

  /** ADD, CMP, MOV with high registers, BX, BLX. */
  high(pc, code) {
    const m = code >> 3 & 15, d = code & 7 | code >> 4 & 8, from = this.read(m, pc);
    switch (code >> 8 & 3) {
      case 0:
        if (d === 15) {
          this.put(this.leave(`${this.read(15, pc)}+${from}&~1`, this.cost + 2));
          return undefined;
        }
        this.put(`${this.into(d)}=${this.read(d)}+${from}${d === 13 ? '&~3' : '|0'};`);
        break;
      case 1:
        this.subtract(null, this.read(d, pc), from);
        break;
      case 2:
        if (d === 15) {
          this.put(this.leave(`${from}&~1`, this.cost + 2));
          return undefined;
        }
        this.put(`${this.into(d)}=${from}${d === 13 ? '&~3' : ''};`);
        break;
      default:
        this.put(`x=${from};`);
        if (code & 0x80) {
          this.put(`${this.into(14)}=${pc + 2 | 1};`);
          this.put(this.leave('x&~1', this.cost + 2));
        } else {
          this.put(this.jump(this.cost + 2));
        }
        return undefined;
    }
    return this.paid(pc + 2);
  }

  /** To the address in `x`; one that begins with F ends an exception. */
  jump(cost) {
    return `{STOREif(x>>>28===15)core.BXWritePC(x>>>0);else R[15]=x&~1;return cyc+${cost};}`;
  }

  /** 1011 xxxx: stack, extending, byte order, hints. */
  various(pc, code) {
    const d = code & 7, next = pc + 2, from = () => this.read(code >> 3 & 7);
    if (code >> 8 === 0xb0) {
      const bytes = (code & 127) * 4 * (code & 128 ? -1 : 1);
      this.put(`${this.into(13)}=${this.read(13)}+${bytes}|0;`);
      return this.paid(next);
    }
    const list = [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => code & 1 << i), extra = code >> 8 & 1;
    if (code >> 9 === 0b1011010) { // PUSH
      const all = extra ? [...list, 14] : list;
      this.put(`a=${this.read(13)}-${4 * all.length}|0;`);
      this.many(all, true);
      this.put(`${this.into(13)}=a;`);
      this.cost += 1 + list.length;
      return next;
    }
    if (code >> 9 === 0b1011110) { // POP
      const all = extra ? [...list, 15] : list;
      this.put(`a=${this.read(13)};`);
      this.many(all, false);
      this.put(`${this.into(13)}=a+${4 * all.length}|0;`);
      this.cost += 1 + list.length;
      if (!extra) return next;
      this.put(this.jump(this.cost + 2));
      return undefined;
    }
    const simple = { 0b1011001000: (x) => `${x}<<16>>16`, 0b1011001001: (x) => `${x}<<24>>24`,
      0b1011001010: (x) => `${x}&65535`, 0b1011001011: (x) => `${x}&255`,
      0b1011101000: (x) => `${x}<<24|(${x}&65280)<<8|${x}>>>8&65280|${x}>>>24`,
      0b1011101001: (x) => `(${x}&16711935)<<8|${x}>>>8&16711935`,
      0b1011101011: (x) => `(${x}&255)<<24>>16|${x}>>>8&255` }[code >> 6];
    if (simple) {
      this.put(`x=${from()};${this.into(d)}=${simple('x')};`);
      return this.paid(next);
    }
    if (code === 0xbf00) return this.paid(next); // NOP
    return null;
  }

  /** 32-bit instructions: BL and the data barriers. */
  wide(pc, code) {
    const second = this.half(pc + 2);
    this.read16.add(pc + 2);
    if (second >> 14 === 3 && second >> 12 & 1) {
      const sign = code >> 10 & 1, i1 = 1 - (sign ^ second >> 13 & 1), i2 = 1 - (sign ^ second >> 11 & 1);
      const offset = (sign ? -1 << 24 : 0) | i1 << 23 | i2 << 22 | (code & 1023) << 12 | (second & 2047) << 1;
      this.put(`${this.into(14)}=${pc + 4 | 1};`);
      this.cost += 3;
      return pc + 4 + offset;
    }
    if (code === 0xf3bf && (second & 0xffe0) === 0x8f40) { // DSB, DMB
      this.cost += 3;
      return pc + 4;
    }
    return null;
  }
}
