// Model the board's flash: an SPI NOR chip, and the two hardware blocks that drive it.
//
// rp2040js reads flash as memory but has no chip behind it: there, erase and program do nothing.

const SECTOR = 4096;
const BLOCK = 65536;
const PAGE = 256;

const WRITE_ENABLE = 0x06, WRITE_DISABLE = 0x04, WRITE_STATUS = 0x01;
const READ_STATUS = 0x05, READ_STATUS_2 = 0x35, READ_ID = 0x9f, READ = 0x03;
const PAGE_PROGRAM = 0x02, SECTOR_ERASE = 0x20, BLOCK_ERASE = 0xd8;

/** The chip, with its bytes in `memory`. It calls `onChange(kind, address, data)` before each change:
 * "erase" with the size, "program" with the page's bytes. */
export class NorFlash {
  constructor(memory, sizeCode = 0x18) {
    this.memory = memory;
    this.id = [0xef, 0x40, sizeCode]; // JEDEC: 2 ** sizeCode bytes
    this.onChange = () => {};
    this.writable = false;
    this.command = [];
  }

  /** Begin a command: chip select falls. */
  select() {
    this.command = [];
  }

  /** Receive one byte; returns the byte sent out at the same time. */
  exchange(byte) {
    const place = this.command.push(byte) - 1;
    switch (this.command[0]) {
      case WRITE_ENABLE:
        this.writable = true;
        return 0xff;
      case WRITE_DISABLE:
        this.writable = false;
        return 0xff;
      case READ_STATUS: // bit 0, busy, is never set: erasing takes no time here
        return place && this.writable ? 2 : 0;
      case READ_STATUS_2: // quad reading is on
        return place ? 2 : 0;
      case READ_ID:
        return place ? this.id[place - 1] ?? 0 : 0;
      case READ:
        return place < 4 ? 0xff : this.memory[this.address() + place - 4] ?? 0xff;
      default:
        return 0xff;
    }
  }

  /** End a command: chip select rises, and an erase or program that was sent is done. */
  release() {
    const [code] = this.command;
    const writes = code === SECTOR_ERASE || code === BLOCK_ERASE || code === PAGE_PROGRAM;
    if (writes && this.writable && this.command.length >= 4) {
      if (code === PAGE_PROGRAM) {
        this.program(this.address(), Uint8Array.from(this.command.slice(4, 4 + PAGE)));
      } else {
        const size = code === SECTOR_ERASE ? SECTOR : BLOCK;
        this.erase(this.address() & ~(size - 1), size);
      }
      this.writable = false;
    } else if (code === WRITE_STATUS) {
      this.writable = false;
    }
    this.command = [];
  }

  address() {
    return this.command[1] << 16 | this.command[2] << 8 | this.command[3];
  }

  /** Set all bits of a sector. */
  erase(address, size = SECTOR) {
    this.onChange('erase', address, size);
    this.memory.fill(0xff, address, address + size);
  }

  /** Clear bits of a page; past its end, programming continues at its start. */
  program(address, bytes) {
    this.onChange('program', address, bytes);
    const page = address & ~(PAGE - 1);
    for (let i = 0; i < bytes.length; i++) {
      this.memory[page | (address + i) & (PAGE - 1)] &= bytes[i];
    }
  }
}

const SSI = 0x18000, IO_QSPI = 0x40018; // keys of rp2040js's table of peripherals
const DATA = 0x60, RECEIVED = 0x24, STATUS = 0x28;
const NOT_FULL = 2, EMPTY = 4, HAS_RECEIVED = 8;
const SELECT_CONTROL = 0x0c, FORCE_LOW = 2;

/** Connect `chip` to the serial port (SSI) with which the firmware writes flash. The boot ROM's
 * routines set chip select by the override bits of its pin, which frames each command. */
export function attachFlash(mcu, chip) {
  const ssi = mcu.peripherals[SSI];
  const plainRead = ssi.readUint32.bind(ssi), plainWrite = ssi.writeUint32.bind(ssi);
  let selected = false, received = [];
  ssi.readUint32 = (offset) => {
    if (offset === DATA) return received.length ? received.shift() : 0;
    if (offset === RECEIVED) return received.length;
    if (offset === STATUS) return EMPTY | NOT_FULL | (received.length ? HAS_RECEIVED : 0);
    return plainRead(offset);
  };
  ssi.writeUint32 = (offset, value) => {
    if (offset !== DATA) plainWrite(offset, value);
    else if (ssi.ssienr) received.push(selected ? chip.exchange(value & 0xff) : 0);
  };
  const pins = mcu.peripherals[IO_QSPI], kept = {};
  pins.readUint32 = (offset) => kept[offset] ?? 0;
  pins.writeUint32 = (offset, value) => {
    kept[offset] = value;
    if (offset !== SELECT_CONTROL) return;
    const low = (value >>> 8 & 3) === FORCE_LOW;
    if (low && !selected) {
      received = [];
      chip.select();
    } else if (!low && selected) {
      chip.release();
    }
    selected = low;
  };
}
