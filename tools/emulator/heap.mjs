// The VM's heap as it lies in the chip's memory, read behind each of its collections: what is free
// then is all there is, garbage told apart. Costs no emulated time and asks nothing of the firmware.
//
// An area of it (mp_state_mem_area_t of CircuitPython's py/mpstate.h) begins with words: the next area
// or 0, its allocation table, that one's bytes, two more tables, the first and the last byte of what is
// allocated. No other words fit together like that, so it is looked for. Two bits tell of 16 bytes:
// free, the first of a piece, more of it; the first and marked, which only a running collection leaves.

const RAM = 0x20000000;
const PATIENCE = 50; // looks between two searches: it grows, and begins anew with each program
const BLOCK = 16, FREE = 0, HEAD = 1, TAIL = 2; // 3: marked
/** mcu: the RP2040. held: bytes of pieces that the game gives back as soon as memory is asked for
 * (App.hold): they count as free. */
export class Heap {
  constructor(mcu, held) {
    this.sram = mcu.sram;
    this.words = new Uint32Array(mcu.sram.buffer, mcu.sram.byteOffset, mcu.sram.length >> 2);
    this.held = new Set(held.map((bytes) => bytes / BLOCK));
    this.collecting = false;
    this.found = []; // of each collection: [ms, bytes free, of the largest piece, of all areas]
    this.areas = [];
    this.looks = 0;
    this.first = -1; // of the memory's words, that the first area begins with
  }

  /** Look at it, often: at the end of a collection its figures are noted. */
  look(ms) {
    if (this.looks++ % PATIENCE === 0) this.areas = this.find();
    const runs = this.areas.some(({ table, size }) => {
      for (let i = table >> 2; i < table + size >> 2; i++) { // a word tells of 16 blocks
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

  /** [{table: place in the memory, size: bytes, blocks}] of all areas; none before the VM runs. */
  find() {
    // Each VM has it in the same place; what an earlier one has left elsewhere may look like it.
    if (this.first < 0) this.first = this.words.findIndex((_, i) => this.area(i));
    const areas = [];
    for (let i = this.first; this.area(i); i = this.words[i] ? this.words[i] - RAM >> 2 : -1) {
      areas.push(this.area(i));
    }
    return areas;
  }

  /** The area whose words begin at the i-th, or null. */
  area(i) {
    if (i < 0) return null;
    const [, table, size, ...more] = this.words.subarray(i, i + 7);
    const blocks = (more[3] - more[2]) / BLOCK; // first and last byte of what is allocated
    const own = table - RAM;
    if (own < 0 || own >= this.sram.length || blocks < 64 || size !== Math.ceil(blocks / 4)) return null;
    if (more[0] < table + size || more[1] < more[0] || more[2] < more[1]) return null;
    return { table: own, size, blocks: Math.floor(blocks) };
  }

  /** [bytes free, bytes of the largest free piece, bytes of all areas]. */
  read() {
    let free = 0, largest = 0, all = 0;
    for (const { table, blocks } of this.areas) {
      all += blocks;
      let run = 0, piece = 0, behind = 0; // free blocks, blocks of a piece, free ones before it
      const end = () => {
        if (this.held.has(piece)) {
          free += piece;
          run = behind + piece;
          largest = Math.max(largest, run);
        } else if (piece) run = 0;
        piece = 0;
      };
      for (let block = 0; block < blocks; block++) {
        const kind = this.sram[table + (block >> 2)] >> 2 * (block & 3) & 3;
        if (kind !== TAIL) end();
        if (kind === FREE) {
          free++;
          run++;
          largest = Math.max(largest, run);
        } else if (kind === HEAD) {
          behind = run;
          run = 0;
          piece = 1;
        } else if (kind === TAIL) piece++;
        largest = Math.max(largest, run);
      }
      end();
      largest = Math.max(largest, run);
    }
    return [free, largest, all].map((blocks) => blocks * BLOCK);
  }
}
