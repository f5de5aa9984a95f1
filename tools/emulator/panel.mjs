// The display: what an ST7789 (or ST7735, ILI9341) makes of the bytes it is sent.

const COLUMNS = 0x2a, ROWS = 0x2b, WRITE_PIXELS = 0x2c;
const GAP = 80; // ms without a byte that end a burst of painting

/** Decodes commands and pixels; knows when it was painted and how much.
 *
 * pixels: width * height numbers, RGB 565. bytes: data bytes so far. areas: rectangles begun so far.
 * last: time of the last data byte. burst: the first unbroken painting since `mark()`. */
export class Panel {
  constructor(width, height, left = 0, top = 0) {
    Object.assign(this, { width, height, left, top });
    this.pixels = new Uint16Array(width * height);
    this.bytes = this.areas = this.last = 0;
    this.painted = []; // [begin, end, left, top, right, bottom] of each area, in ms and pixels
    this.area = [];
    this.command = 0;
    this.given = [];
    this.columns = [0, width - 1];
    this.rows = [0, height - 1];
    this.x = this.y = 0;
    this.high = -1; // first byte of a pixel, or -1
    this.mark();
  }

  /** Forget earlier painting: the next byte begins a new burst. */
  mark() {
    this.burst = { first: 0, end: 0, bytes: 0, areas: 0 };
  }

  /** One byte at time `ms`; `isData` is the level of the D/C pin. */
  byte(value, isData, ms) {
    if (!isData) {
      this.command = value;
      this.given = [];
      this.high = -1;
      if (value === WRITE_PIXELS) {
        this.areas++;
        this.x = this.columns[0];
        this.y = this.rows[0];
        this.area = [ms, ms, this.x, this.y, this.columns[1], this.rows[1]];
        this.painted.push(this.area);
      }
      return;
    }
    const burst = this.burst;
    if (!burst.bytes) burst.first = ms;
    if (!burst.bytes || ms - burst.end <= GAP) {
      burst.end = ms;
      burst.bytes++;
    }
    this.bytes++;
    this.last = ms;
    if (this.command === WRITE_PIXELS) {
      this.area[1] = ms;
      this.pixel(value);
    } else {
      this.parameter(value);
    }
  }

  pixel(value) {
    if (this.high < 0) {
      this.high = value;
      return;
    }
    const x = this.x - this.left, y = this.y - this.top;
    if (x >= 0 && x < this.width && y >= 0 && y < this.height) {
      this.pixels[y * this.width + x] = this.high << 8 | value;
    }
    this.high = -1;
    if (++this.x > this.columns[1]) {
      this.x = this.columns[0];
      this.y++;
    }
  }

  parameter(value) {
    this.given.push(value);
    if (this.given.length !== 4) return;
    const [a, b, c, d] = this.given;
    if (this.command === COLUMNS) this.columns = [a << 8 | b, c << 8 | d];
    if (this.command === ROWS) this.rows = [a << 8 | b, c << 8 | d];
  }
}

/** Puts `panel` on a SPI port: each byte takes as long as the port's clock says. */
export function attachPanel(mcu, clock, panel, { spi, select, data }) {
  const port = mcu.spi[spi], selectPin = mcu.gpio[select], dataPin = mcu.gpio[data];
  const sent = clock.createAlarm(() => port.completeTransmit(0));
  port.onTransmit = (value) => {
    if (!selectPin.outputValue) panel.byte(value, dataPin.outputValue, clock.nanos / 1e6);
    sent.schedule(port.clockFrequency ? 8e9 / port.clockFrequency : 1000);
  };
}
