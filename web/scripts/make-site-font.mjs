/**
 * Subsets Inter to the characters and weights of the public pages, which must be readable before the app's whole font
 * could load. Other characters, such as in names, use the system's font. Run it from `web`: `node
 * scripts/make-site-font.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const SOURCE = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const FONT = 'site/fonts/inter-site.woff2';

/** All printable ASCII characters, and typographic punctuation. */
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const MARKS = ' ·©–—‘’“”…';

const font = await subsetFont(readFileSync(SOURCE), ASCII + MARKS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
});
writeFileSync(FONT, font);
console.log(`${FONT} written: ${font.length} bytes`);
