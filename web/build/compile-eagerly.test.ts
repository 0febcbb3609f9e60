import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { compileEagerly } from './compile-eagerly.ts';

it('begins each file with the hint, but not those that are left out', () => {
  const file = (facadeModuleId: string | null) => ({ type: 'chunk', facadeModuleId, code: 'f();' });
  const bundle = { app: file(null), page: file('/src/page.ts'), german: file('/src/languages/de.ts'), styles: { type: 'asset', source: '' } };
  const { generateBundle } = compileEagerly((module) => module.includes('languages')) as Plugin;
  const { handler } = generateBundle as unknown as { handler: (options: unknown, files: typeof bundle) => void };
  handler(null, bundle);
  const hinted = '//# allFunctionsCalledOnLoad\nf();';
  expect([bundle.app, bundle.page, bundle.german].map(({ code }) => code)).toEqual([hinted, hinted, 'f();']);
});
