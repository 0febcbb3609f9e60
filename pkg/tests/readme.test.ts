// @vitest-environment node
/**
 * Runs every example of the package's README against the built package, and checks that the README names everything
 * that is exported.
 */
import { readFileSync } from 'node:fs';
import * as package_ from '@twentyfour/core';
import german from '@twentyfour/core/languages/de.json';
import { transformWithOxc } from 'vite';
import { describe, expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const readme = read('README.md');

interface Example {
  heading: string;
  code: string;
}

function examples(): Example[] {
  const found: Example[] = [];
  let heading = '';
  for (const part of readme.split(/^(?=## |### |```ts\n)/m)) {
    heading = /^###? (.*)/.exec(part)?.[1] ?? heading;
    const code = /^```ts\n([\s\S]*?)^```/m.exec(part)?.[1];
    if (code) found.push({ heading, code });
  }
  return found;
}

/** Turns a line such as `1 + 1; // => 2` into an assertion. */
function withChecks(code: string): string {
  return code
    .replace(/^import .*$/gm, '')
    .replace(/^(?!const |let )(.*?);? *\/\/ => (.*)$/gm, (_, expression, value) => `check(${expression}, ${value});`);
}

describe('the README of the package', () => {
  test.each(examples())('its example under "$heading" runs', async ({ code }) => {
    const { code: script } = await transformWithOxc(withChecks(code), 'example.ts');
    const expectedChecks = code.match(/\/\/ => /g)?.length ?? 0;
    let checks = 0;
    const check = (value: unknown, expected: unknown) => {
      checks += 1;
      expect(value).toEqual(expected);
    };
    const silentConsole = { log: () => {}, error: () => {} };
    new Function('Core', 'setLanguage', 'german', 'check', 'console', script)(package_.Core, package_.setLanguage, german, check, silentConsole);
    expect(checks).toBe(expectedChecks);
  });

  test('it has an example for every section that describes the API', () => {
    expect(examples().length).toBeGreaterThanOrEqual(12);
  });

  test('it names everything that the package exports', () => {
    const exported = [...read('api-report.d.ts').matchAll(/^export (?:interface|type|class) (\w+)/gm)].map((match) => match[1]!);
    expect(exported.length).toBeGreaterThan(40);
    expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(readme))).toEqual([]);
  });
});
