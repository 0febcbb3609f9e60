/**
 * Generates the Open Graph picture that other sites show beside a link: the logo and the slogan, typeset by a browser
 * in the app's font. Run it from `web`: `node scripts/make-open-graph.mjs`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const FILE = 'public/og.png';
const SIZE = { width: 1200, height: 630 };

const data = (file, type) => `data:${type};base64,${readFileSync(file).toString('base64')}`;

const PAGE = `<!doctype html>
<style>
  @font-face { font-family: Inter; src: url(${data('site/fonts/inter-site.woff2', 'font/woff2')}); font-weight: 400 700 }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #0b0f14; color: #e8edf2; font: 600 84px/1.06 Inter; letter-spacing: -0.04em }
  img { position: absolute; left: 730px; top: 115px; width: 400px; opacity: 0.85 }
  h1 { position: absolute; left: 80px; top: 230px; margin: 0; width: 600px; text-wrap: balance; font: inherit }
  p { position: absolute; left: 80px; top: 80px; margin: 0; font-size: 40px; letter-spacing: -0.02em }
</style>
<img src="${data('public/logo-dark.svg', 'image/svg+xml')}">
<p>Twentyfour</p>
<h1>Get the most out of every 24 hours</h1>`;

const executablePath = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: SIZE });
await page.setContent(PAGE);
await page.evaluate(() => document.fonts.ready);
const picture = await page.screenshot();
writeFileSync(FILE, picture);
console.log(`${FILE} written: ${picture.length} bytes`);
await browser.close();
