import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

it.each(FILES)('%s has no rule for any element that follows another', (file) => {
  // With such a rule, browsers compute the styles of the whole page again when an element of the body is added or removed.
  const rules = readFileSync(`src/${file}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  expect(rules).not.toMatch(/[+~]\s*\*/);
});
