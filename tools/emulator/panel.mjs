// Model a display controller: ST7789, ST7735 or ILI9341.

const COLUMNS = 0x2a, ROWS = 0x2b, WRITE_PIXELS = 0x2c, ORDER = 0x36;
// Bits of the order (MADCTL): rows from the last, columns from the last, rows for columns.
const LAST_ROW = 0x80, LAST_COLUMN = 0x40, EXCHANGE = 0x20;

/** Decode commands and pixels, and record what was painted when.
 *
 * columns, rows: of the glass. turned: degrees, clockwise, by which the glass is mounted. width, height,
 * pixels (numbers, RGB 565): as a person sees them. bytes: data bytes so far. painted: [begin, end, left,
 * top, right, bottom] of each area, in ms and pixels. last: ms of the last data byte. marked: data bytes
 * before the last `mark()`. */
export class Panel {
  constructor(columns, rows, turned = 0) {
    this.glass = { columns, rows, turned };
    const upright = turned % 180 === 0;
    this.width = upright ? columns : rows;
    this.height = upright ? rows : columns;
    this.pixels = new Uint16Array(columns * rows);
    this.bytes = this.last = 0;
    this.painted = [];
    this.area = [];
    this.command = this.order = 0;
    this.given = [];
    this.columns = [0, columns - 1];
    this.rows = [0, rows - 1];
    this.x = this.y = 0;
    this.high = -1; // first byte of a pixel, or -1
    this.mark();
  }

  /** Ignore earlier painting when waiting for quiet. */
  mark() {
    this.marked = this.bytes;
  }

  /** Receive one byte at time `ms`; `isData` is the level of the D/C pin. */
  byte(value, isData, ms) {
    if (!isData) {
      this.command = value;
      this.given = [];
      this.high = -1;
      if (value === WRITE_PIXELS) {
        this.x = this.columns[0];
        this.y = this.rows[0];
        const corners = [this.seen(this.x, this.y), this.seen(this.columns[1], this.rows[1])];
        const [[left, right], [top, bottom]] = [0, 1].map((axis) => corners.map((at) => at[axis])
          .sort((a, b) => a - b));
        this.area = [ms, ms, left, top, right, bottom];
        this.painted.push(this.area);
      }
      return;
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

  /** [x, y] at which a person sees the pixel sent for `column`, `row`. */
  seen(column, row) {
    const { columns, rows, turned } = this.glass;
    let [x, y] = this.order & EXCHANGE ? [row, column] : [column, row];
    if (this.order & LAST_COLUMN) x = columns - 1 - x;
    if (this.order & LAST_ROW) y = rows - 1 - y;
    switch (turned) {
      case 90: return [rows - 1 - y, x];
      case 180: return [columns - 1 - x, rows - 1 - y];
      case 270: return [y, columns - 1 - x];
      default: return [x, y];
    }
  }

  pixel(value) {
    if (this.high < 0) {
      this.high = value;
      return;
    }
    const [x, y] = this.seen(this.x, this.y);
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
    if (this.command === ORDER && this.given.length === 1) this.order = value;
    if (this.given.length !== 4) return;
    const [a, b, c, d] = this.given;
    if (this.command === COLUMNS) this.columns = [a << 8 | b, c << 8 | d];
    if (this.command === ROWS) this.rows = [a << 8 | b, c << 8 | d];
  }
}

/** Connect `panel` to an SPI port; each byte takes the time that the port's clock sets. */
export function attachPanel(mcu, clock, panel, { spi, select, data }) {
  const port = mcu.spi[spi], selectPin = mcu.gpio[select], dataPin = mcu.gpio[data];
  const sent = clock.createAlarm(() => port.completeTransmit(0));
  port.onTransmit = (value) => {
    if (!selectPin.outputValue) panel.byte(value, dataPin.outputValue, clock.nanos / 1e6);
    sent.schedule(port.clockFrequency ? 8e9 / port.clockFrequency : 1000);
  };
}
