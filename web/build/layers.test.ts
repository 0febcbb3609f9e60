// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { layerProblems, parseLayers, readSources } from './layers';

const LAYERS = parseLayers(
  `### \`web/src\`, top to bottom

\`routes\` → \`features/*\` → \`shell\` → \`ui\` and \`core\` → \`platform\`

  | Feature | May import |
  |---|---|
  | \`home\` | \`timer\`, \`weather\` |
  | \`timer\` | \`home\` |

### \`server\`

| \`core\` | \`home\` |
`,
);

const problemsOf = (sources: Record<string, string>) => layerProblems(LAYERS, new Map(Object.entries(sources)));

it('the sources keep to the layers', () => {
  const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const sources = readSources(new URL('../src/', import.meta.url));
  expect(sources.has('main.tsx')).toBe(true);
  expect(layerProblems(parseLayers(page), sources)).toEqual([]);
});

it('the page lists the layers and the imports between features', () => {
  expect(LAYERS.folders).toEqual([['routes'], ['features/*'], ['shell'], ['ui', 'core'], ['platform']]);
  expect([...LAYERS.allowed].flatMap(([from, to]) => [...to].map((other) => `${from} ${other}`))).toEqual(['home timer', 'home weather', 'timer home']);
  expect(() => parseLayers('### Another heading')).toThrow('no layers');
});

describe('the check of layers', () => {
  it('allows downward imports, listed features, and everything in tests', () => {
    expect(
      problemsOf({
        'main.tsx': "import './routes/router';",
        'routes/router.tsx': "const load = () => import('../features/home/HomePage'); export { load };",
        'features/home/HomePage.tsx': "import { Timer } from '../timer'; import '../../shell/frame'; import styles from './styles.css'; export const Page = () => <Timer />;",
        'features/home/HomePage.test.tsx': "import '../weather/icons'; import '../../testing/fake-core';",
        'features/timer/index.ts': "export { Timer } from './Timer';",
        'features/timer/Timer.tsx': "import type { TimerView } from '@twentyfour/core'; import { type Id } from '@twentyfour/core';",
        'features/weather/icons.ts': '',
        'shell/frame.ts': "import '../ui/Button'; import '../core/client';",
        'ui/Button.ts': "import '../platform/clipboard';",
        'core/client.ts': "import { Core } from '@twentyfour/core';",
        'platform/clipboard.ts': '',
        'testing/fake-core.ts': "import '../core/client';",
      }),
    ).toEqual([]);
  });

  it.each([
    ['an upward import', 'platform/clipboard.ts', "import '../core/client';", 'core is a layer above platform'],
    ['an upward dynamic import', 'shell/frame.ts', "import('../features/timer');", 'features/timer is a layer above shell'],
    ['an upward re-export', 'ui/Button.ts', "export * from '../shell/frame';", 'shell is a layer above ui'],
    ['an upward import of types', 'core/client.ts', "import type { Frame } from '../shell/frame';", 'shell is a layer above core'],
    ['an import across a layer', 'ui/Button.ts', "import '../core/client';", 'does not list that ui imports core'],
    ['an import of an unlisted feature', 'features/timer/index.ts', "import '../weather';", 'does not list that timer imports weather'],
    ['an import of a file inside another feature', 'features/home/Page.ts', "import '../timer/Timer';", 'through index.ts'],
    ['an import of test support', 'core/mirror.ts', "import '../testing/fake-core';", 'only tests import test support'],
    ['an import of the core’s package', 'shell/frame.ts', "import { Core } from '@twentyfour/core';", 'only core imports the package'],
    ['a folder in no layer', 'ui/Button.ts', "import '../helpers/dates';", 'helpers is in no layer'],
  ])('rejects %s', (_what, path, text, problem) => {
    const sources = { 'core/client.ts': '', 'shell/frame.ts': '', 'features/timer/index.ts': '', 'features/timer/Timer.ts': '', 'features/weather/index.ts': '', 'testing/fake-core.ts': '', 'helpers/dates.ts': '' };
    const problems = problemsOf({ ...sources, [path]: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('rejects a cycle of files', () => {
    expect(problemsOf({ 'ui/a.ts': "import './b';", 'ui/b.ts': "import type { C } from './c';", 'ui/c.ts': "import './a';" })).toEqual([
      'Import cycle: ui/a.ts -> ui/b.ts -> ui/c.ts -> ui/a.ts.',
    ]);
  });

  it('rejects a cycle of features whose files form none', () => {
    expect(
      problemsOf({
        'features/home/index.ts': '',
        'features/home/Page.ts': "import '../timer';",
        'features/timer/index.ts': '',
        'features/timer/Timer.ts': "import '../home';",
      }),
    ).toEqual(['Import cycle: features/home -> features/timer -> features/home.']);
  });
});
