// Paints the layers that displayio.py wrote into the VM's memory, and does bitmaptools' work there.
// Whole pixels: a layer is a row of 16 numbers, see TileGrid.layer and Rectangle.layer.

const FIELDS = 16;

// module: the VM's, whose views of its memory change when that grows. shown(picture): a new picture,
// an ImageData.
export function painter(module, width, height, shown) {
  const picture = new ImageData(width, height);
  const frame = new Uint32Array(picture.data.buffer);

  function rectangle(words, at) {
    const scale = words[at + 3];
    const left = Math.max(0, words[at + 1]), top = Math.max(0, words[at + 2]);
    const right = Math.min(width, words[at + 1] + words[at + 4] * scale);
    const bottom = Math.min(height, words[at + 2] + words[at + 5] * scale);
    const colour = module.HEAPU32[words[at + 6] >>> 2];
    if (colour >>> 24 === 0 || left >= right) return;
    for (let y = top; y < bottom; y++) frame.fill(colour, y * width + left, y * width + right);
  }

  function grid(words, at) {
    const bytes = module.HEAPU8, colours = module.HEAPU32;
    const flags = words[at], scale = words[at + 3];
    const flipX = flags & 2, flipY = flags & 4, turned = flags & 8;
    const across = words[at + 4], down = words[at + 5], wide = words[at + 6], high = words[at + 7];
    const pixels = words[at + 8], stride = words[at + 9], cells = words[at + 10];
    const palette = words[at + 11] >>> 2, perRow = Math.floor(stride / wide);
    const fullWide = across * wide, fullHigh = down * high;
    const x0 = words[at + 1], y0 = words[at + 2];
    const right = Math.min(width, x0 + (turned ? fullHigh : fullWide) * scale);
    const bottom = Math.min(height, y0 + (turned ? fullWide : fullHigh) * scale);
    for (let y = Math.max(0, y0); y < bottom; y++) {
      for (let x = Math.max(0, x0); x < right; x++) {
        let column = Math.floor((x - x0) / scale), row = Math.floor((y - y0) / scale);
        if (turned) [column, row] = [row, column];
        if (flipX) column = fullWide - 1 - column;
        if (flipY) row = fullHigh - 1 - row;
        const tileX = Math.floor(column / wide), tileY = Math.floor(row / high);
        const cell = bytes[cells + tileY * across + tileX];
        const from = pixels + (Math.floor(cell / perRow) * high + row - tileY * high) * stride
          + cell % perRow * wide + column - tileX * wide;
        const colour = colours[palette + bytes[from]];
        if (colour >>> 24) frame[y * width + x] = colour;
      }
    }
  }

  // The usual grid: as large as life, not turned. A cell after the other, a row of it after the other.
  function plain(words, at) {
    const bytes = module.HEAPU8, colours = module.HEAPU32;
    const across = words[at + 4], down = words[at + 5], wide = words[at + 6], high = words[at + 7];
    const pixels = words[at + 8], stride = words[at + 9], cells = words[at + 10];
    const palette = words[at + 11] >>> 2, perRow = Math.floor(stride / wide);
    for (let tileY = 0; tileY < down; tileY++) {
      const y0 = words[at + 2] + tileY * high;
      const top = Math.max(0, y0), bottom = Math.min(height, y0 + high);
      if (top >= bottom) continue;
      for (let tileX = 0; tileX < across; tileX++) {
        const x0 = words[at + 1] + tileX * wide;
        const left = Math.max(0, x0), right = Math.min(width, x0 + wide);
        if (left >= right) continue;
        const cell = bytes[cells + tileY * across + tileX];
        const start = pixels + Math.floor(cell / perRow) * high * stride + cell % perRow * wide;
        for (let y = top; y < bottom; y++) {
          let from = start + (y - y0) * stride + left - x0;
          let to = y * width + left;
          for (let x = left; x < right; x++, to++) {
            const colour = colours[palette + bytes[from++]];
            if (colour >>> 24) frame[to] = colour;
          }
        }
      }
    }
  }

  return {
    paint(address, layers) {
      frame.fill(0xff000000);
      const words = module.HEAP32.slice(address >>> 2, (address >>> 2) + layers * FIELDS);
      for (let at = 0; at < words.length; at += FIELDS) {
        if (words[at] & 1) rectangle(words, at);
        else if (words[at] === 0 && words[at + 3] === 1) plain(words, at);
        else grid(words, at);
      }
      shown(picture);
    },

    fill(address, stride, x1, y1, x2, y2, value) {
      const bytes = module.HEAPU8;
      for (let y = y1; y < y2; y++) {
        bytes.fill(value, address + y * stride + x1, address + y * stride + x2);
      }
    },

    // One bitmap's part into another, or into itself: then from the far edge, as displayio does it.
    blit(to, toWide, toHigh, from, fromWide, x, y, x1, y1, x2, y2, skipFrom, skipTo) {
      const bytes = module.HEAPU8;
      const wide = x2 - x1, high = y2 - y1;
      for (let i = 0; i < high; i++) {
        const row = y > y1 ? high - 1 - i : i;
        if (y + row < 0 || y + row >= toHigh) continue;
        for (let j = 0; j < wide; j++) {
          const column = x > x1 ? wide - 1 - j : j;
          if (x + column < 0 || x + column >= toWide) continue;
          const value = bytes[from + (y1 + row) * fromWide + x1 + column];
          const place = to + (y + row) * toWide + x + column;
          if (value !== skipFrom && (skipTo < 0 || bytes[place] !== skipTo)) bytes[place] = value;
        }
      }
    },

    // Rows of `bits` bits a pixel, the left one in the high bits, into a byte a pixel.
    unpack(to, wide, rows, from, stride, bits) {
      const bytes = module.HEAPU8;
      const each = 8 / bits, mask = (1 << bits) - 1;
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < wide; x++) {
          const packed = bytes[from + y * stride + Math.floor(x / each)];
          bytes[to + y * wide + x] = packed >> (each - 1 - x % each) * bits & mask;
        }
      }
    },
  };
}
