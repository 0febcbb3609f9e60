import { chromium } from '@playwright/test';
import { readdirSync } from 'node:fs';
const [folder, pattern, widths='600,360', themes='light,dark', scale='1'] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const colorScheme of themes.split(',')) for (const w of widths.split(',')) {
  const c = await b.newContext({ viewport: { width: Number(w), height: 400 }, colorScheme, deviceScaleFactor: Number(scale) });
  const p = await c.newPage();
  for (const f of readdirSync(folder).filter((f) => f.endsWith('.html') && new RegExp(pattern).test(f))) {
    await p.goto('file://' + folder + '/' + f);
    await p.screenshot({ path: `${folder}/${f.replace('.html','')}-${w}-${colorScheme}.png`, fullPage: true });
  }
}
await b.close();
