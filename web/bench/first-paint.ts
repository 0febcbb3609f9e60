/**
 * Measures which scripts a browser requests before the first paint of `/`, with the release binary. Prints their paths
 * and the time of the first paint as JSON.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { Server } from '../e2e/support/server';

const debianChromium = '/usr/bin/chromium';

const server = await Server.start();
const browser = await chromium.launch({
  ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  await page.goto(server.url, { waitUntil: 'networkidle' });
  const painted = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    if (!paint) throw new Error('The page has no first contentful paint.');
    const requested = performance.getEntriesByType('resource').filter((entry) => entry.startTime < paint.startTime);
    const paths = requested.map((entry) => new URL(entry.name).pathname);
    return { scripts: paths.filter((path) => /\.(js|wasm)$/.test(path)), first_paint: paint.startTime };
  });
  console.log(JSON.stringify(painted));
} finally {
  await browser.close();
  await server.dispose();
}
