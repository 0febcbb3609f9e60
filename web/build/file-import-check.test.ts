// @vitest-environment node
import { build, type Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import { type BuiltScript, fileImportCheck, hasTopLevelAwait, importProblems } from './file-import-check';

const script = (fileName: string, imports: string[], code = ''): BuiltScript => ({ fileName, imports, code });

/** Returns a plugin that serves modules from memory. */
const modules = (sources: Record<string, string>): Plugin => ({
  name: 'modules',
  resolveId: (id) => (id in sources ? id : undefined),
  load: (id) => sources[id],
});

/** Builds the module `entry`, with a separate file for each module in `separate`. */
const buildOf = (sources: Record<string, string>, separate: string[]) =>
  build({
    configFile: false,
    logLevel: 'silent',
    plugins: [modules(sources), fileImportCheck()],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'entry',
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: separate.map((name) => ({ name, test: (id) => id === name })) } },
      },
    },
  });

describe('the static imports between built files', () => {
  it('may form a tree', () => {
    expect(importProblems([script('page', ['a', 'b']), script('a', ['b']), script('b', [])])).toEqual([]);
  });

  it('may not form a cycle', () => {
    expect(importProblems([script('page', ['a']), script('a', ['b']), script('b', ['a'])])).toEqual([
      'Import cycle between built files: a -> b -> a.',
    ]);
  });

  it('rejects a static import of a file with a top-level await', () => {
    const core = script('core', [], 'const module = await load(); export { module };');
    expect(importProblems([script('page', []), core]), 'a dynamic import is none of them').toEqual([]);
    expect(importProblems([script('page', ['core']), core])).toEqual([
      'page statically imports core, which has a top-level await.',
    ]);
  });
});

it.each([
  ['await load();', true],
  ['export const value = { module: await load() };', true],
  ['for await (const part of parts()) use(part);', true],
  ['if (condition) { await load(); }', true],
  ['async function run() { await load(); }', false],
  ['const run = async () => await load();', false],
  ['class Page { async run() { await load(); } }', false],
  ['const text = "await load()";', false],
])('finds the top-level await of %s', (code, has) => {
  expect(hasTopLevelAwait(code)).toBe(has);
});

describe('a build', () => {
  it('passes where the awaiting file is imported dynamically', async () => {
    const sources = { entry: 'void import("core").then((core) => console.log(core.value));', core: 'export const value = await fetch("/");' };
    await expect(buildOf(sources, [])).resolves.toBeDefined();
  });

  it('fails on a static import of a file with a top-level await', async () => {
    const sources = { entry: 'import { value } from "core"; console.log(value);', core: 'export const value = await fetch("/");' };
    await expect(buildOf(sources, ['core'])).rejects.toThrow(/statically imports .*core.* top-level await/);
  });

  it('fails on an import cycle', async () => {
    const sources = {
      entry: 'import { first } from "a"; console.log(first());',
      a: 'import { second } from "b"; export const first = () => second; console.log("a");',
      b: 'import { first } from "a"; export const second = () => first; console.log("b");',
    };
    await expect(buildOf(sources, ['a', 'b'])).rejects.toThrow(/Import cycle between built files: .*a-.* -> .*b-.*/);
  });
});
