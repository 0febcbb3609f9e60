import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.css$|(?<!\.test)\.tsx$/.test(file));
const STYLES = FILES.filter((file) => file.endsWith('.css'));

const read = (file: string) => readFileSync(`src/${file}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

it.each(STYLES)('%s has no rule for any element that follows another', (file) => {
  // With such a rule, browsers compute the styles of the whole page again when an element of the body is added or removed.
  expect(read(file)).not.toMatch(/[+~]\s*\*/);
});

describe('rules with :has()', () => {
  // Browsers would search the whole page whenever an element is added. `useRootAttribute` marks the root instead.
  it.each(STYLES)('%s does not search the page from its root', (file) => {
    const onPaper = /(html|body):has\(> (body > )?\.print\)/g;
    expect(read(file).replaceAll(onPaper, '')).not.toMatch(/(:root|html|body)[^\s,{]*:has\(/);
  });

  it('does not look for the id of an element anywhere below another', () => {
    expect(FILES.filter((file) => /has-\[#/.test(read(file)))).toEqual([]);
  });
});
