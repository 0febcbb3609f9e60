/**
 * Cuts Inter down to what the public pages write, in the weights that they use: they have to be readable before the app's whole font could
 * be there. Letters beyond it, in somebody's name, come from the system's font. Run it from `web`: `node scripts/make-site-font.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const SOURCE = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const FONT = 'site/fonts/inter-site.woff2';

/** All that can be typed on a keyboard, and the marks of good typography. */
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const MARKS = ' ·©–—‘’“”…';

const font = await subsetFont(readFileSync(SOURCE), ASCII + MARKS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
});
writeFileSync(FONT, font);
console.log(`${FONT} written: ${font.length} bytes`);
