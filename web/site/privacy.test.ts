// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');

const read = (path: string): string => readFileSync(join(WEB, path), 'utf8');

/** The scripts in a folder of `web`, without tests and test support. */
function scriptsIn(folder: string): string[] {
  const paths = readdirSync(join(WEB, folder), { encoding: 'utf8', recursive: true });
  return paths.filter((path) => /(?<!\.test)\.(ts|tsx|js)$/.test(path) && !path.startsWith('testing/')).map((path) => read(`${folder}/${path}`));
}

/** The keys and prefixes that the core uses. */
function keysOfCore(): string[] {
  const [, module = ''] = /pub mod local_key \{(.*?)\n\}/s.exec(read('../core-wasm/src/protocol/stored.rs')) ?? [];
  return [...module.matchAll(/pub const \w+: &str = "([^"]+)";/g)].map(([, key = '']) => key);
}

/** The keys and prefixes that a script itself uses: literals in calls, stored flags, and constants called KEY or PREFIX. */
function keysOf(script: string): string[] {
  if (!/localStorage\.|storedFlag\(/.test(script)) return [];
  const keys = script.matchAll(/(?:localStorage\.\w+Item|storedFlag)\('([^']+)'|const (?:\w+_)?(?:KEY|PREFIX) = '([^']+)'/g);
  return [...keys].map(([, inCall, constant]) => inCall ?? constant ?? '');
}

/** The keys that the page names, the prefixes without the `…` at their end. */
function keysOnPage(): string[] {
  const [, section = ''] = /<dt>Local storage<\/dt>\s*<dd>(.*?)<\/dd>/s.exec(read('site/privacy.html')) ?? [];
  return [...section.matchAll(/<code>([^<]+)<\/code>/g)].map(([, key = '']) => key.replace(/…$/, ''));
}

it('the privacy page names every key of the local storage', () => {
  const used = new Set([...keysOfCore(), ...[...scriptsIn('src'), ...scriptsIn('site')].flatMap(keysOf)]);
  expect(used.size).toBeGreaterThan(15);
  expect(keysOnPage().toSorted()).toEqual([...used].toSorted());
});
