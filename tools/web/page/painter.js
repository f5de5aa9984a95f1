// Paints the layers that displayio.py wrote into the VM's memory, and does bitmaptools' work there.
// A layer is a row of 16 numbers, see TileGrid.layer and Rectangle.layer.

const FIELDS = 16;

// module: the VM's, whose views of its memory change when that grows. shown(picture): a new picture,
// an ImageData.
export function painter(module, width, height, shown) {
  const picture = new ImageData(width, height);
  const frame = new Uint32Array(picture.data.buffer);

  // Fill the part of an area that lies on the display.
  function area(x, y, wide, high, colour) {
    const left = Math.max(0, x), right = Math.min(width, x + wide), bottom = Math.min(height, y + high);
    if (colour >>> 24 === 0 || left >= right) return;
    for (let row = Math.max(0, y); row < bottom; row++) frame.fill(colour, row * width + left, row * width + right);
  }

  function grid(words, at) {
    const bytes = module.HEAPU8, colours = module.HEAPU32;
    const [, x0, y0, scale, across, down, wide, high, pixels, stride, cells, palette] = words.subarray(at, at + 12);
    const perRow = Math.floor(stride / wide), rows = down * high;
    for (let row = 0; row < rows; row++) {
      const y = y0 + row * scale;
      if (y + scale <= 0 || y >= height) continue;
      const inside = row % high, line = cells + Math.floor(row / high) * across;
      for (let tile = 0; tile < across; tile++) {
        const cell = bytes[line + tile];
        let from = pixels + (Math.floor(cell / perRow) * high + inside) * stride + cell % perRow * wide;
        for (let column = tile * wide; column < (tile + 1) * wide; column++) {
          const colour = colours[(palette >>> 2) + bytes[from++]];
          const x = x0 + column * scale;
          if (scale > 1) area(x, y, scale, scale, colour);
          else if (colour >>> 24 && x >= 0 && x < width) frame[y * width + x] = colour;
        }
      }
    }
  }

  return {
    paint(address, layers) {
      frame.fill(0xff000000);
      const words = module.HEAP32.slice(address >>> 2, (address >>> 2) + layers * FIELDS);
      for (let at = 0; at < words.length; at += FIELDS) {
        if (words[at] & 1) {
          const [, x, y, scale, wide, high, colour] = words.subarray(at, at + 7);
          area(x, y, wide * scale, high * scale, module.HEAPU32[colour >>> 2]);
        } else grid(words, at);
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
