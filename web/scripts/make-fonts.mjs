/**
 * Makes the fonts of the app and of the public pages from the package of Inter: only the weights that are used, and for the
 * public pages, which must be readable before the app's font could load, only the characters of their texts. Other
 * characters, such as in names, use the system's font there. Run it from `web` after an update of the package: `node
 * scripts/make-fonts.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const PACKAGE = '@fontsource-variable/inter';
const LATIN = 'inter-latin-wght-normal.woff2';
const WEIGHTS = { wght: { min: 400, max: 700, default: 400 } };

/** Features that no style of the app turns on: fractions, and digits of different widths, which the font has by default. */
const UNUSED_FEATURES = ['dnom', 'frac', 'numr', 'pnum'];

/** All printable ASCII characters, and typographic punctuation. */
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const MARKS = ' ·©–—‘’“”…';

const styles = readFileSync(`node_modules/${PACKAGE}/wght.css`, 'utf8');

/** Returns the characters of the face that uses the given file, by its `unicode-range`. */
function charactersOf(file) {
  const face = styles.split('@font-face').find((text) => text.includes(file));
  const ranges = /unicode-range: ([^;]+);/.exec(face)[1].split(',');
  return ranges
    .flatMap((range) => {
      const [first, last = first] = range.trim().slice(2).split('-').map((code) => parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    })
    .map((code) => String.fromCodePoint(code))
    .join('');
}

/**
 * Removes the substitutions of unused features from a TrueType font, so that nothing refers to their glyphs. The positions are those of
 * the tables [`GSUB`](https://learn.microsoft.com/en-us/typography/opentype/spec/gsub) and
 * [`FeatureList`](https://learn.microsoft.com/en-us/typography/opentype/spec/chapter2#featurelist-table).
 */
function emptyUnusedFeatures(font) {
  const tag = (position) => font.toString('latin1', position, position + 4);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const substitutions = font.readUInt32BE(tables.find((table) => tag(table) === 'GSUB') + 8);
  const features = substitutions + font.readUInt16BE(substitutions + 6);
  for (let index = 0; index < font.readUInt16BE(features); index += 1) {
    const record = features + 2 + index * 6;
    const lookupCount = features + font.readUInt16BE(record + 4) + 2;
    if (UNUSED_FEATURES.includes(tag(record))) font.writeUInt16BE(0, lookupCount);
  }
}

async function write(file, characters) {
  const source = readFileSync(`node_modules/${PACKAGE}/files/${LATIN}`);
  const whole = await subsetFont(source, characters, { targetFormat: 'truetype', variationAxes: WEIGHTS });
  emptyUnusedFeatures(whole);
  const font = await subsetFont(whole, characters, { targetFormat: 'woff2' });
  writeFileSync(file, font);
  console.log(`${file} written: ${font.length} bytes`);
}

await write('site/fonts/inter-site.woff2', ASCII + MARKS);
await write('src/ui/fonts/inter-latin-wght.woff2', charactersOf(LATIN));
const faces = styles
  .replaceAll('url(./files/', `url(${PACKAGE}/files/`)
  .replace(`url(${PACKAGE}/files/${LATIN})`, 'url(./inter-latin-wght.woff2)');
writeFileSync('src/ui/fonts/inter.css', `/* Made by scripts/make-fonts.mjs: the faces of ${PACKAGE}, with a smaller file for Latin. */\n${faces}`);
