import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { compileEagerly } from './compile-eagerly.ts';

it('begins each file with the hint, apart from small ones and those that are left out', () => {
  const code = 'f();'.repeat(1000);
  const file = (facadeModuleId: string | null) => ({ type: 'chunk', facadeModuleId, code });
  const bundle = {
    app: file(null),
    page: file('/src/page.ts'),
    german: file('/src/languages/de.ts'),
    small: { ...file(null), code: 'f();' },
    styles: { type: 'asset', source: '' },
  };
  const { generateBundle } = compileEagerly((module) => module.includes('languages')) as Plugin;
  const { handler } = generateBundle as unknown as { handler: (options: unknown, files: typeof bundle) => void };
  handler(null, bundle);
  const hinted = `//# allFunctionsCalledOnLoad\n${code}`;
  expect([bundle.app.code, bundle.page.code]).toEqual([hinted, hinted]);
  expect([bundle.german.code, bundle.small.code]).toEqual([code, 'f();']);
});
