import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WALLPAPER_FORMATS, WALLPAPER_WIDTHS, wallpaperName, wallpaperPath, wallpapers } from './wallpapers';

const WALLPAPERS = wallpapers();

const PUBLIC = join(import.meta.dirname, '../../../public');

/** The size limits of one file and of all files together, in bytes. */
const MOST = 200 * 1024;
const MOST_OF_ALL = 5 * 1024 * 1024;

/**
 * Returns the dimensions from the first frame of a lossy WebP file (RFC 9649, section 2.5, and RFC 6386, section 9.1).
 */
function sizeOfWebp(file: Buffer): [number, number] {
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8 ');
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.toString('hex', 23, 26)).toBe('9d012a');
  return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
}

/**
 * Returns the dimensions and the bit depth from the boxes `ispe` and `pixi` of an AVIF file (ISO/IEC 23008-12, section
 * 6.5).
 */
function sizeOfAvif(file: Buffer): [number, number] {
  expect(file.toString('latin1', 4, 12)).toBe('ftypavif');
  const size = file.indexOf('ispe');
  const bits = file.indexOf('pixi');
  expect(size).toBeGreaterThan(0);
  expect([...file.subarray(bits + 8, bits + 12)]).toEqual([3, 10, 10, 10]);
  return [file.readUInt32BE(size + 8), file.readUInt32BE(size + 12)];
}

/** Returns the relative luminance of a color such as `#336699` (WCAG 2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const files = WALLPAPERS.flatMap(({ id }) =>
  WALLPAPER_WIDTHS.flatMap((width) =>
    WALLPAPER_FORMATS.map((format) => ({ width, format, path: wallpaperPath(id, width, format) })),
  ),
);

describe('the bundled wallpapers', () => {
  it('are sixteen, each with its own id and name', () => {
    expect(WALLPAPERS).toHaveLength(16);
    expect(new Set(WALLPAPERS.map(({ id }) => id)).size).toBe(16);
    expect(new Set(WALLPAPERS.map(({ id }) => wallpaperName(id))).size).toBe(16);
    for (const { id } of WALLPAPERS) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(wallpaperName(id)).toMatch(/^[A-Z][A-Za-z ]+$/);
    }
  });

  it.each(files)('have a file of the right size at $path', ({ width, format, path }) => {
    const file = readFileSync(join(PUBLIC, path));
    expect(format === 'webp' ? sizeOfWebp(file) : sizeOfAvif(file)).toEqual([width, (width * 5) / 8]);
    expect(file.length).toBeLessThan(MOST);
  });

  it('have no other files, and weigh little together', () => {
    const found = readdirSync(join(PUBLIC, 'wallpapers'));
    expect(found.map((name) => `/wallpapers/${name}`).toSorted()).toEqual(files.map(({ path }) => path).toSorted());
    const weight = found.reduce((sum, name) => sum + readFileSync(join(PUBLIC, 'wallpapers', name)).length, 0);
    expect(weight).toBeLessThan(MOST_OF_ALL);
  });

  it('have placeholder colors', () => {
    for (const { color, luminance: mean, placeholder } of WALLPAPERS) {
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      // The mean color is computed in linear light, so that it is as bright as the picture.
      expect(luminance(color)).toBeCloseTo(mean, 2);
      const tiny = Buffer.from(placeholder.replace('data:image/webp;base64,', ''), 'base64');
      expect(sizeOfWebp(tiny)).toEqual([16, 10]);
      expect(placeholder.length).toBeLessThan(400);
    }
  });

  it('are dark enough for a white clock or light enough for a dark one: 3:1 for large text under the theme\'s overlay', () => {
    for (const { id, brightest_middle: brightest, luminance: mean } of WALLPAPERS) {
      // The overlay is black and blended in sRGB: 10 % in the light theme.
      const darkText = (mean * 0.9 ** 2.2 + 0.05) / (luminance('#0f161d') + 0.05);
      const whiteText = 1.05 / (brightest * 0.9 ** 2.2 + 0.05);
      expect(mean >= 0.4 ? darkText : whiteText, id).toBeGreaterThan(3);
    }
  });

  it('are light enough for the light theme in four cases', () => {
    expect(WALLPAPERS.filter(({ luminance: mean }) => mean >= 0.4)).toHaveLength(4);
    // No medium luminance: such a picture would look gray in the light theme.
    expect(WALLPAPERS.filter(({ luminance: mean }) => mean > 0.2 && mean < 0.4)).toEqual([]);
  });
});
