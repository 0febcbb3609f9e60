import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

describe.each(FILES)('%s', (file) => {
  const rules = readFileSync(`src/${file}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

  it('has no rule for any element that follows another', () => {
    // With such a rule, browsers compute the styles of the whole page again when an element of the body is added or removed.
    expect(rules).not.toMatch(/[+~]\s*\*/);
  });

  it('does not search the whole page with :has()', () => {
    // Browsers would search it whenever an element is added. `useRootAttribute` marks the root instead.
    expect(rules).not.toMatch(/(:root|html|body):has\((?!>)/);
  });
});
