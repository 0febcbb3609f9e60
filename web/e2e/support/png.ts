/** Writes pictures of at most 16 colors as PNG. */
import { crc32, deflateSync } from 'node:zlib';

export type Color = readonly [red: number, green: number, blue: number];

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns a PNG of pixels, which are indexes of the palette, row by row. The width is even. */
export function png(width: number, pixels: Uint8Array, palette: readonly Color[]): Buffer {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Four bits for each pixel, which is an index.
  header.set([4, 3, 0, 0, 0], 8);
  const rowBytes = width / 2 + 1;
  const rows = Buffer.alloc(rowBytes * height);
  for (let at = 0; at < pixels.length; at += 2) {
    rows[Math.floor(at / width) * rowBytes + 1 + (at % width) / 2] = (pixels[at]! << 4) | pixels[at + 1]!;
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
