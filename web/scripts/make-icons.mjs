/**
 * Generates the logo, a ring of 24 ticks with one of them lit: the two logos, the favicon, the touch icon and the
 * manifest's icons. Run it from `web`: `node scripts/make-icons.mjs`.
 */
import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

const TICKS = 24;
/** The index of the lit tick, clockwise from the top. */
const LIT = 3;
/** In a square of 64 units: the distance from the center to a tick's ends, and its half width. */
const TICK = { inner: 20, outer: 28, half: 1.6 };
const LIT_TICK = { inner: 16, outer: 30, half: 2.9 };

const ticks = Array.from({ length: TICKS }, (_, index) => {
  const angle = (index / TICKS) * 2 * Math.PI - Math.PI / 2;
  const { inner, outer, half } = index === LIT ? LIT_TICK : TICK;
  const at = (radius) => [32 + radius * Math.cos(angle), 32 + radius * Math.sin(angle)];
  return { from: at(inner), to: at(outer), half, isLit: index === LIT };
});

function svg({ tick, lit, tile }) {
  const lines = ticks.map(({ from, to, half, isLit }) => {
    const [x1, y1, x2, y2] = [...from, ...to].map((value) => Number(value.toFixed(2)));
    return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${isLit ? lit : tick}" stroke-width="${half * 2}"/>`;
  });
  const ground = tile ? `<rect width="64" height="64" rx="14" fill="${tile}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="none" stroke-linecap="round">${ground}${lines.join('')}</svg>\n`;
}

/** Returns the distance of a point from a tick's center line. */
function distance([px, py], [ax, ay], [bx, by]) {
  const along = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay));
}

/** Returns a PNG of the logo on a full square, because phones crop touch icons themselves. */
function png(size, { tick, lit, tile }) {
  const bytes = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const [tickColor, litColor, tileColor] = [tick, lit, tile].map(bytes);
  const scale = 64 / (size * 0.78);
  const margin = size * 0.11;
  const rows = Buffer.alloc((size * 3 + 1) * size);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let pixel = tileColor;
      const point = [(x + 0.5 - margin) * scale, (y + 0.5 - margin) * scale];
      for (const { from, to, half, isLit } of ticks) {
        const cover = Math.min(1, Math.max(0, (half - distance(point, from, to)) / scale + 0.5));
        const ink = isLit ? litColor : tickColor;
        pixel = pixel.map((value, channel) => value + (ink[channel] - value) * cover);
      }
      pixel.forEach((value, channel) => (rows[y * (size * 3 + 1) + 1 + x * 3 + channel] = Math.round(value)));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const TILE = { tick: '#9aa7b4', lit: '#5cc261', tile: '#0b0f14' };
writeFileSync('public/logo-dark.svg', svg({ tick: '#c3ccd5', lit: '#5cc261' }));
writeFileSync('public/logo-light.svg', svg({ tick: '#4a545f', lit: '#2e7d32' }));
writeFileSync('public/favicon.svg', svg(TILE));
writeFileSync('public/apple-touch-icon.png', png(180, TILE));
// For the manifest. The logo is centered, so that a phone may crop the larger icon to any shape.
for (const size of [192, 512]) writeFileSync(`public/icon-${size}.png`, png(size, TILE));
