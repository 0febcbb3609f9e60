// @vitest-environment node
import { expect, it } from 'vitest';
import { originsOf, originsOfIcons, replaceIndexImports } from './index-imports';

const INDEX = "export { TimerView } from './TimerView';\nexport { start as startTimer, type Phase } from './actions';";
const originsIn = async (path: string) => (path === '../timer' ? originsOf(INDEX) : null);

it('imports of an index become imports of the modules behind it', async () => {
  const code = "import { useState } from 'react';\nimport { startTimer, TimerView as View } from '../timer';\nexport const page = <View onClick={startTimer} />;";
  expect(await replaceIndexImports(code, originsIn)).toBe(
    "import { useState } from 'react';\nimport { start as startTimer } from './actions'; import { TimerView as View } from './TimerView';\nexport const page = <View onClick={startTimer} />;",
  );
});

it('a module without such imports stays as it is', async () => {
  const code = "import { icon } from '../weather/icons';\nconsole.log(icon);";
  expect(await replaceIndexImports(code, originsIn)).toBe(code);
});

it('a name that the index does not export is an error', async () => {
  await expect(replaceIndexImports("import { stopTimer } from '../timer';", originsIn)).rejects.toThrow('../timer does not export stopTimer');
});

it('an index contains named re-exports alone', () => {
  expect(() => originsOf("export * from './TimerView';")).toThrow('An index may only contain');
  expect(() => originsOf('export const start = 1;')).toThrow('An index may only contain');
});

it('icons are imported from their own modules, and types from none', async () => {
  const index = "import * as index from './icons/index.mjs';\nexport { index as icons };\nexport { default as X, default as XIcon } from './icons/x.mjs';\nexport { default as createLucideIcon } from './createLucideIcon.mjs';\n";
  const icons = async () => originsOfIcons(index);
  const code = "import { type LucideIcon, X } from 'lucide-react';";
  expect(await replaceIndexImports(code, icons)).toBe("import { default as X } from './icons/x.mjs';");
  expect(await replaceIndexImports("import { createLucideIcon } from 'lucide-react';", icons)).toContain("from './createLucideIcon.mjs'");
  expect(await replaceIndexImports("import type { LucideIcon } from 'lucide-react';", icons)).toContain('lucide-react');
});
