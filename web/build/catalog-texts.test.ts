// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { earlyTexts, textProblems, unusedMessages } from './catalog-texts';
import { readSources } from './layers';

const SOURCES = readSources(new URL('../src/', import.meta.url));
const SITE_SOURCES = readSources(new URL('../site/', import.meta.url));

it('every text of a component is in the message catalog', () => {
  expect(textProblems(SOURCES)).toEqual([]);
});

it('every message is used', () => {
  expect(unusedMessages(new Map([...SITE_SOURCES, ...SOURCES]))).toEqual([]);
});

it('no text is written while a module is loaded', () => {
  expect(earlyTexts(SOURCES)).toEqual([]);
});

const problemsOf = (text: string, path = 'features/home/Page.tsx') => textProblems(new Map([[path, text]]));

describe('the check of texts', () => {
  it.each([
    ['text between tags', '<p>\n  Add card\n</p>', 'Add card'],
    ['text in braces', "<p>{isDone ? total : 'Not done'}</p>", 'Not done'],
    ['an attribute', '<Field label="Address" />', 'Address'],
    ['a template in an attribute', '<IconButton aria-label={`Delete ${name}`} />', 'Delete …'],
    ['a choice in an attribute', "<Dialog title={isNew ? messages.add() : 'Edit'} />", 'Edit'],
    ['a table', "const TOOLS = [{ icon: Bold, label: 'Bold' }];", 'Bold'],
    ['a function in a table', "const OPTIONS = { label: (count: number) => count + ' cards' };", 'cards'],
    ['a sentence of a function', "const emptyText = () => 'No cards yet';", 'No cards yet'],
    ['a toast', "showToast('error', 'Not saved', null);", 'Not saved'],
    ['an announcement', 'announce(`Moved to ${list}`);', 'Moved to …'],
  ])('finds %s', (_where, text, found) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(new RegExp(`^features/home/Page\\.tsx:\\d: "${found}" belongs in messages/en\\.$`))]);
  });

  it.each([
    ['messages', '<Field label={messages.address()} hint={isNew && messages.hint()}>{messages.text({ count })}</Field>'],
    ['data and numbers', '<p title={card.title}>{count} / {max} · {`${done}:${left}`}</p>'],
    ['other attributes', '<a href="/app" className="grid" name="card" target="_blank">{icon}</a>'],
    ['code', '<p><code>MAIL_FROM</code></p>'],
    ['comparisons', "<p>{kind === 'rejected' && <Review />}</p>"],
    ['errors for developers', "throw new Error('The board has no lists.');"],
    ['codes', "dispatch({ type: 'edit_board', name: 'favorite' }); showToast('error', rejection.message, null);"],
  ])('allows %s', (_what, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('leaves out tests, and folders without components', () => {
    expect(problemsOf('<p>Text</p>', 'features/home/Page.test.tsx')).toEqual([]);
    expect(problemsOf("const title = { title: 'Text' };", 'core/client.ts')).toEqual([]);
  });

  it('names the line', () => {
    expect(problemsOf('\n\n<p>Text</p>')[0]).toContain('Page.tsx:3: "Text"');
  });
});

describe('the check of messages', () => {
  const MESSAGES = 'export const title = () => "Title";\nexport const hint = () => "Hint";\n';

  it.each([
    ['all are used', "import * as messages from '../messages/home';\nmessages.title(); show(messages.hint);", []],
    ['one is used', "import { title } from '../messages/home';\ntitle();", ['No file uses the message home.hint.']],
    ['another area has the same name', "import * as messages from '../messages/board';\nmessages.title(); messages.hint();", ['No file uses the message home.title.', 'No file uses the message home.hint.']],
  ])('%s', (_what, page, problems) => {
    expect(unusedMessages(new Map([['messages/home.ts', MESSAGES], ['shell/Page.tsx', page]]))).toEqual(problems);
  });
});

describe('the check of early texts', () => {
  const problemsIn = (code: string) =>
    earlyTexts(new Map([['shell/page.ts', `import * as messages from '../messages/home';\nimport { formatNumber, lazy, LOCALE } from '../messages/format';\n${code}`]]));

  it.each([
    ['a message', 'const TITLE = messages.title();', 'messages.title()'],
    ['a message in a table', "const TOOLS = [{ label: messages.bold() }];", 'messages.bold()'],
    ['a number', 'const MAX = formatNumber(5);', 'formatNumber(5)'],
    ['the language', 'const NUMBERS = new Intl.NumberFormat(LOCALE);', 'LOCALE'],
  ])('finds %s', (_what, code, found) => {
    expect(problemsIn(code)).toEqual([`shell/page.ts:3: ${found} is read before the texts of the page’s language are loaded.`]);
  });

  it.each([
    ['a function in a table', 'const TOOLS = [{ label: messages.bold }];'],
    ['a message in a function', 'const title = () => messages.title();'],
    ['a formatter that is made later', 'const numbers = lazy(() => new Intl.NumberFormat(LOCALE));'],
    ['a type', 'type Title = ReturnType<typeof messages.title>;'],
  ])('allows %s', (_what, code) => {
    expect(problemsIn(code)).toEqual([]);
  });
});
