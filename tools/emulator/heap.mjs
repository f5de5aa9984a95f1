// Read the VM's heap in the chip's memory after each of its collections: what is free then is all
// there is, garbage excluded. It costs no emulated time and asks nothing of the firmware.
//
// An area of the heap (mp_state_mem_area_t of CircuitPython's py/mpstate.h) begins with words: the
// next area or 0, its allocation table, the table's bytes, two more tables, the first and the last
// byte of what is allocated. No other words fit together like that, so the area is found by search.
// Two bits describe 16 bytes: free, head of a piece, tail of a piece, marked head. Only a running
// collection leaves marked heads.

const PATIENCE = 50; // checks between two searches: the heap grows, and begins anew with each program
const BLOCK = 16, FREE = 0, HEAD = 1, TAIL = 2; // 3: marked

/** memory: bytes of the chip's RAM, which begins at address `base`. reserves: sizes in bytes of the
 * pieces that the game frees as soon as memory is short: they count as free. found: receives, for each
 * collection, [ms, bytes free, bytes of the largest piece, bytes of all areas]. */
export class Heap {
  constructor(memory, base, reserves, found = []) {
    this.memory = memory;
    this.base = base;
    this.words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
    this.reserves = new Set(reserves.map((bytes) => bytes / BLOCK));
    this.found = found;
    this.collecting = false;
    this.areas = [];
    this.looks = 0;
    this.first = -1; // index of the word with which the first area begins
  }

  /** Check the heap, often: the end of a collection is noted with its figures. */
  look(ms) {
    if (this.looks++ % PATIENCE === 0) this.areas = this.find();
    const runs = this.areas.some(({ table, size }) => {
      for (let i = table >> 2; i < table + size >> 2; i++) { // a word describes 16 blocks
        if (this.words[i] & this.words[i] >> 1 & 0x55555555) return true;
      }
      return false;
    });
    if (this.collecting && !runs) {
      this.areas = this.find();
      this.found.push([ms, ...this.read()]);
    }
    this.collecting = runs;
  }

  /** [{table: offset in the memory, size: bytes, blocks}] of all areas; empty before the VM runs. */
  find() {
    // Each VM puts its first area in the same place; remains of an earlier VM may look like one.
    if (this.first < 0) this.first = this.words.findIndex((_, i) => this.area(i));
    const areas = [];
    for (let i = this.first; this.area(i); i = this.words[i] ? this.words[i] - this.base >> 2 : -1) {
      areas.push(this.area(i));
    }
    return areas;
  }

  /** The area whose words begin at the i-th, or null. */
  area(i) {
    if (i < 0) return null;
    const [, table, size, ...more] = this.words.subarray(i, i + 7);
    const blocks = (more[3] - more[2]) / BLOCK; // first and last byte of what is allocated
    const own = table - this.base;
    if (own < 0 || own >= this.memory.length || blocks < 64 || size !== Math.ceil(blocks / 4)) return null;
    if (more[0] < table + size || more[1] < more[0] || more[2] < more[1]) return null;
    return { table: own, size, blocks: Math.floor(blocks) };
  }

  /** [bytes free, bytes of the largest free piece, bytes of all areas]. */
  read() {
    let free = 0, largest = 0, all = 0;
    for (const { table, blocks } of this.areas) {
      all += blocks;
      let run = 0, piece = 0, before = 0; // free blocks, blocks of a piece, free blocks before it
      const end = () => {
        if (this.reserves.has(piece)) {
          free += piece;
          run = before + piece;
        } else if (piece) run = 0;
        piece = 0;
      };
      for (let block = 0; block < blocks; block++) {
        const kind = this.memory[table + (block >> 2)] >> 2 * (block & 3) & 3;
        if (kind !== TAIL) end();
        if (kind === FREE) {
          free++;
          run++;
        } else if (kind === HEAD) {
          before = run;
          run = 0;
          piece = 1;
        } else if (kind === TAIL) piece++;
        largest = Math.max(largest, run, before);
      }
      end();
      largest = Math.max(largest, run);
    }
    return [free, largest, all].map((blocks) => blocks * BLOCK);
  }
}
