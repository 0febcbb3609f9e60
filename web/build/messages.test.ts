// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateModules, parseMessage, translationModule, translationProblems, typescriptModule } from '../scripts/make-messages.mjs';
import { rustFiles, rustModule } from '../scripts/rust-messages.mjs';

it('the modules of the message catalog are up to date', () => {
  const root = new URL('../../', import.meta.url);
  const stale = [...generateModules()].filter(([path, text]) => {
    const file = new URL(path, root);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  expect(stale.map(([path]) => path), 'Run `npm run messages`.').toEqual([]);
});

const TITLE = ['page_title', 'Log in'] as const;
const CHANGES = ['changes_of', '{count, plural, one {# change} other {# changes}} of {firstName}'] as const;

describe('a TypeScript module', () => {
  it('has a typed function for each message', () => {
    expect(typescriptModule('auth', [TITLE, CHANGES])).toBe(
      [
        '// Made from messages/en/auth.json by `npm run messages`. Change the texts there.',
        "import { messagesOf } from './catalog.ts';",
        "import { formatNumber, plural } from './format';",
        '',
        "const message = messagesOf('auth');",
        "export const pageTitle = message('Log in');",
        'export const changesOf = message(({ count, firstName }: { count: number; firstName: string }) => `${plural(count, { one: `${formatNumber(count)} change`, other: `${formatNumber(count)} changes` })} of ${firstName}`);',
        '',
      ].join('\n'),
    );
  });

  it('leaves tags to the component', () => {
    expect(typescriptModule('auth', [['terms', 'Read the <link>terms</link> of {name}.']])).toContain(
      "=> richText('Read the ', link('terms'), ` of ${name}.`));",
    );
  });

  it('has tags in plurals', () => {
    const cards = ['cards', '{count, plural, one {# <unit>card</unit>} other {# <unit>cards</unit>}}'] as const;
    expect(typescriptModule('board', [cards])).toContain(
      "=> richText(plural(count, { one: richText(`${formatNumber(count)} `, unit('card')), other: richText(`${formatNumber(count)} `, unit('cards')) })));",
    );
  });

  it('escapes what TypeScript would read as code', () => {
    expect(typescriptModule('auth', [['odd', '`$ \\ {name}']])).toContain('`\\`$ \\\\ ${name}`');
    expect(typescriptModule('auth', [['apostrophe', "Don''t"]])).toContain("'Don\\'t'");
  });

  it('escapes no-break spaces', () => {
    expect(typescriptModule('dates', [['noon', '12:00\u00a0PM']])).toContain("'12:00\\u00a0PM'");
    expect(typescriptModule('dates', [['time', '{time}\u00a0PM']])).toContain('`${time}\\u00a0PM`');
  });
});

describe('a translation', () => {
  const english = new Map([['auth', [TITLE, CHANGES]], ['core', [['deleted_user', 'Deleted user'] as const]]]);
  const german = new Map([
    ['core', [['deleted_user', 'Gelöschter Benutzer'] as const]],
    ['auth', [['changes_of', '{firstName}: {count, plural, one {# Änderung} other {# Änderungen}}'] as const, ['page_title', 'Anmelden'] as const]],
  ]);

  it('is a module with the texts of the browser in the order of the English ones', () => {
    expect(translationProblems('de', english, german)).toEqual([]);
    expect(translationModule('de', english, german)).toBe(
      [
        '// Made from messages/de/*.json by `npm run messages`. Change the texts there.',
        "import type { Catalog } from './catalog.ts';",
        "import { formatNumber, plural } from './format';",
        '',
        'const catalog: Catalog = {',
        '  auth: [',
        "    'Anmelden',",
        '    ({ firstName, count }: { firstName: string; count: number }) => `${firstName}: ${plural(count, { one: `${formatNumber(count)} Änderung`, other: `${formatNumber(count)} Änderungen` })}`,',
        '  ],',
        '};',
        '',
        'export default catalog;',
        '',
      ].join('\n'),
    );
  });

  const areas = (texts: Record<string, string>) => new Map([['auth', Object.entries(texts)]]);

  it.each([
    ['a missing text', { title: 'Log in', hint: 'Hint' }, { title: 'Anmelden' }, 'de/auth.hint is missing.'],
    ['an unknown text', { title: 'Log in' }, { title: 'Anmelden', hint: 'Hinweis' }, 'de/auth.hint is not in English.'],
    ['a missing parameter', { title: 'Hi {name}' }, { title: 'Hallo' }, 'de/auth.title has no parameters, but English has {name} (string).'],
    ['another type', { title: '{count, number}' }, { title: '{count}' }, 'de/auth.title has {count} (string), but English has {count} (number).'],
    ['a plural form of another language', { title: '{n, plural, one {#} other {#}}' }, { title: '{n, plural, few {#} other {#}}' }, 'de/auth.title has the plural form few, which the language does not have.'],
    ['another tag', { title: '<link>Terms</link>' }, { title: '<a>AGB</a>' }, 'de/auth.title has <a>, but English has <link>.'],
  ])('cannot have %s', (_what, texts, translated, problem) => {
    expect(translationProblems('de', areas(texts), areas(translated))).toEqual([problem]);
  });

  it('cannot lack a file or have another one', () => {
    expect(translationProblems('de', new Map([['auth', [TITLE]]]), new Map([['home', [TITLE]]]))).toEqual([
      'de/home.json has no English file.',
      'de/auth.json is missing.',
    ]);
  });
});

const parsed = (...messages: (readonly [string, string])[]) => messages.map(([id, text]) => parseMessage('core', id, text));

describe('a Rust module', () => {
  it('has a function for each message', () => {
    const text = rustModule('core', parsed(TITLE, CHANGES));
    expect(text).toContain("pub(crate) fn page_title() -> &'static str {\n    TEXTS.text(Index::PageTitle as usize)\n}");
    expect(text).toContain('pub(crate) fn changes_of(count: u64, first_name: &str) -> String {');
    expect(text).toContain('TEXTS.format(Index::ChangesOf as usize, count, &[first_name])');
    expect(text).toContain('"{n,plural,one{# change}other{# changes}} of {0}\\0"');
  });

  it('returns indexes of texts that are in tables', () => {
    expect(rustModule('errors', parsed(TITLE))).toContain('pub(crate) fn page_title() -> Text {\n    TEXTS.at(Index::PageTitle as usize)\n}');
  });

  it('has ordinals, numbers and texts without a number', () => {
    const day = ['day', '{day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} {month}'] as const;
    expect(rustModule('core', parsed(day))).toContain('"{n,selectordinal,one{#st}two{#nd}few{#rd}other{#th}} {0}\\0"');
    const cards = ['cards', '{count, plural, one {a card of {total, number}} other {# cards}}'] as const;
    expect(() => rustModule('core', parsed(cards))).toThrow('can have one number');
    expect(rustModule('core', parsed(['cards', '{count, number} cards']))).toContain('"{n} cards\\0"');
  });

  it('has straight apostrophes, and escapes no-break spaces', () => {
    expect(rustModule('core', parsed(['apostrophe', "Don''t"]))).toContain('"Don\'t\\0"');
    expect(rustModule('core', parsed(['time', '9:00\u00a0AM']))).toContain('"9:00\\u{a0}AM\\0"');
  });
});

describe('the texts of Rust in other languages', () => {
  /** Returns the German texts of the core for messages in English and German. */
  const germanTexts = (english: (readonly [string, string])[], german: (readonly [string, string])[]) => {
    const read = (language: string, area: string) => (area === 'core' ? parsed(...(language === 'en' ? english : german)) : []);
    const files = new Map(rustFiles({ core: 'core.rs' }, read));
    return (JSON.parse(files.get('core-wasm/languages/de.json')!) as { texts: string[] }).texts;
  };

  it('are in the order of the English ones', () => {
    const german = [['changes_of', '{firstName}: {count, plural, one {# Änderung} other {# Änderungen}}'], ['page_title', 'Anmelden']] as [string, string][];
    expect(germanTexts([TITLE, CHANGES], german)).toEqual(['Anmelden', '{0}: {n,plural,one{# Änderung}other{# Änderungen}}']);
  });

  it('have the forms of their language', () => {
    const english = [['day', '{day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}']] as [string, string][];
    expect(germanTexts(english, [['day', '{day, selectordinal, other {#.}}']])).toEqual(['{n,selectordinal,other{#.}}']);
    expect(germanTexts(english, [['day', '{day, number}.']])).toEqual(['{n}.']);
    expect(() => germanTexts(english, english.map(([id, text]) => [id, `${text} `] as [string, string]))).toThrow('needs the forms other');
  });

  it('have the parameters of the English ones', () => {
    expect(() => germanTexts([CHANGES], [['changes_of', '{firstName}']])).toThrow('the parameters differ from English');
  });
});

it.each([
  ['pageTitle', 'Log in', 'write the id in snake_case'],
  ['title', "Don't", 'write ’'],
  ['title', '{a} and {a, number}', 'is used with two types'],
  ['title', '{day, date}', 'only strings, numbers, plurals and tags'],
])('refuses %s: %s', (id, text, message) => {
  expect(() => typescriptModule('auth', [[id, text]])).toThrow(message);
});

it('refuses ordinals in TypeScript', () => {
  expect(() => typescriptModule('auth', [['day', '{day, selectordinal, other {#th}}']])).toThrow('in Rust only');
});

it('refuses tags and plurals of other languages in Rust', () => {
  expect(() => rustModule('core', parsed(['terms', '<link>terms</link>']))).toThrow('cannot have <link>');
  expect(() => rustModule('core', parsed(['cards', '{count, plural, =0 {none} one {#} other {#}}']))).toThrow('one, other');
});
