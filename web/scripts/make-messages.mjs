/**
 * Turns the texts in `messages/en/*.json` into typed functions: a TypeScript or Rust module per file, or both. The texts
 * of each other language become one TypeScript module, which is loaded on demand, and what Rust needs
 * (`rust-messages.mjs`). Run it with `npm run messages` after every change of a text. `build/messages.test.ts` fails while
 * a module is out of date.
 *
 * A file is a flat object from message ids to texts in ICU MessageFormat: `{name}` is a string, `{count, number}` a
 * number, `{count, plural, one {# card} other {# cards}}` a plural, and `<link>text</link>` a part that a component
 * draws (TypeScript only). `{day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}` is an ordinal (Rust only).
 * A straight apostrophe is written `''`, and a no-break space `\u00a0`, so that it can be seen.
 */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { rustFiles } from './rust-messages.mjs';

const ROOT = new URL('../../', import.meta.url);
const CATALOG = 'messages/';
const ENGLISH = 'en';

/** The files whose texts Rust writes, and their modules. All other files become TypeScript modules only. */
const RUST_MODULES = {
  api: 'server/http/src/routes/messages.rs',
  core: 'core-wasm/src/protocol/messages/core.rs',
  errors: 'core-wasm/src/protocol/messages/errors.rs',
  lead_times: 'core-wasm/src/protocol/messages/lead_times.rs',
  mails: 'server/jobs/src/mails/messages.rs',
};

/** The files in `RUST_MODULES` whose texts the browser writes, too. */
const SHARED_FILES = ['lead_times'];

/** Returns the text of each generated file, by its path in the repository. */
export function generateModules(root = ROOT) {
  const languages = new Map(readdirSync(new URL(CATALOG, root)).map((language) => [language, readLanguage(root, language)]));
  const english = languages.get(ENGLISH);
  const translations = [...languages].filter(([language]) => language !== ENGLISH);
  const problems = translations.flatMap(([language, translation]) => translationProblems(language, english, translation));
  if (problems.length) throw new Error(problems.join('\n'));
  const parsed = (language, area) => languages.get(language).get(area).map(([id, text]) => parseMessage(area, id, text));
  return new Map([
    ...[...english].filter(([area]) => isForBrowser(area)).map(([area, messages]) => [`web/src/messages/${area}.ts`, typescriptModule(area, messages)]),
    ...translations.map(([language, translation]) => [`web/src/messages/${language}.ts`, translationModule(language, english, translation)]),
    ...rustFiles(RUST_MODULES, parsed),
  ]);
}

const isForBrowser = (area) => !RUST_MODULES[area] || SHARED_FILES.includes(area);

/** Returns the messages of a language: pairs of ids and texts, by area. */
function readLanguage(root, language) {
  const folder = new URL(`${CATALOG}${language}/`, root);
  const files = readdirSync(folder).toSorted();
  return new Map(files.map((file) => [file.replace(/\.json$/, ''), Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))]));
}

/** Returns a message for each area, id or parameter that a translation lacks or has in addition. */
export function translationProblems(language, english, translation) {
  const problems = [...translation.keys()].filter((area) => !english.has(area)).map((area) => `${language}/${area}.json has no English file.`);
  for (const [area, messages] of english) {
    const translated = new Map(translation.get(area));
    if (!translation.has(area)) problems.push(`${language}/${area}.json is missing.`);
    else {
      for (const [id, text] of messages) {
        const name = `${language}/${area}.${id}`;
        const found = translated.get(id);
        if (found === undefined) problems.push(`${name} is missing.`);
        else {
          const expected = describeParameters(area, id, text);
          const actual = describeParameters(`${language}/${area}`, id, found);
          if (actual !== expected) problems.push(`${name} has ${actual}, but English has ${expected}.`);
          const unknown = unknownForms(language, parse(found));
          if (unknown.length) problems.push(`${name} has the plural form ${unknown.join(', ')}, which the language does not have.`);
        }
      }
      const ids = new Set(messages.map(([id]) => id));
      problems.push(...[...translated.keys()].filter((id) => !ids.has(id)).map((id) => `${language}/${area}.${id} is not in English.`));
    }
  }
  return problems;
}

/** Returns the forms of the plurals in a text that a language does not have. Exact numbers (`=0`) are forms of all languages. */
function unknownForms(language, elements) {
  return elements.flatMap(({ type, pluralType, options, children = [] }) => {
    if (type !== TYPE.plural) return unknownForms(language, children);
    const known = new Intl.PluralRules(language, { type: pluralType }).resolvedOptions().pluralCategories;
    const nested = Object.values(options).flatMap(({ value }) => unknownForms(language, value));
    return [...Object.keys(options).filter((form) => !form.startsWith('=') && !known.includes(form)), ...nested];
  });
}

/** Returns the parameters and tags of a text with their types, for comparing and for error messages. */
function describeParameters(area, id, text) {
  const { parameters } = parseMessage(area, id, text);
  return [...parameters].map(([name, type]) => (type === 'part' ? `<${name}>` : `{${name}} (${type})`)).toSorted().join(', ') || 'no parameters';
}

/** Returns a TypeScript module with a function per message. */
export function typescriptModule(area, messages) {
  const functions = messages.map(([id, text]) => `export const ${camelCase(id)} = message(${typescriptText(area, id, text)});\n`);
  const code = functions.join('');
  const source = `// Made from messages/en/${area}.json by \`npm run messages\`. Change the texts there.\n`;
  return `${source}${imports(code, "import { messagesOf } from './catalog.ts';\n")}\nconst message = messagesOf('${area}');\n${code}`;
}

/** Returns a TypeScript module with the texts of a language: a list per area, in the order of the English file. */
export function translationModule(language, english, translation) {
  const areas = [...english].filter(([area]) => isForBrowser(area)).map(([area, messages]) => {
    const translated = new Map(translation.get(area));
    const texts = messages.map(([id]) => `    ${typescriptText(area, id, translated.get(id))},\n`);
    return `  ${area}: [\n${texts.join('')}  ],\n`;
  });
  const code = areas.join('');
  const source = `// Made from messages/${language}/*.json by \`npm run messages\`. Change the texts there.\n`;
  return `${source}${imports(code, "import type { Catalog } from './catalog.ts';\n")}\nconst catalog: Catalog = {\n${code}};\n\nexport default catalog;\n`;
}

/** Returns the imports that generated TypeScript code needs, besides that of the catalog. */
function imports(code, catalog) {
  const helpers = ['formatNumber', 'plural', 'richText'].filter((name) => code.includes(`${name}(`));
  const format = helpers.length ? `import { ${helpers.join(', ')} } from './format';\n` : '';
  const react = code.includes('ReactNode') ? "import type { ReactNode } from 'react';\n" : '';
  return `${react}${catalog}${format}`;
}

/** Returns a message as a TypeScript expression: a string, or a function if it has parameters. */
function typescriptText(area, id, text) {
  const { elements, parameters } = parseMessage(area, id, text);
  if (text.includes('selectordinal')) throw new Error(`${area}.${id}: ordinals are supported in Rust only.`);
  if (parameters.size === 0) return template(elements, null);
  const types = { string: 'string', number: 'number', part: '(text: string) => ReactNode' };
  const names = [...parameters.keys()].join(', ');
  const fields = [...parameters].map(([name, type]) => `${name}: ${types[type]}`).join('; ');
  const body = hasTag(elements) ? richText(elements, null) : template(elements, null);
  return `({ ${names} }: { ${fields} }) => ${body}`;
}

export function parseMessage(area, id, text) {
  const name = `${area}.${id}`;
  if (!/^[a-z][a-z0-9_]*$/.test(id)) throw new Error(`${name}: write the id in snake_case.`);
  if (text.replaceAll("''", '').includes("'")) throw new Error(`${name}: write ’ (or '' for a straight apostrophe) instead of '.`);
  const elements = parse(text);
  const parameters = new Map();
  collectParameters(elements, parameters, name);
  return { id, text, elements, parameters };
}

function collectParameters(elements, parameters, name) {
  const add = (parameter, type) => {
    if ((parameters.get(parameter) ?? type) !== type) throw new Error(`${name}: {${parameter}} is used with two types.`);
    parameters.set(parameter, type);
  };
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, 'string');
    else if (element.type === TYPE.number) add(element.value, 'number');
    else if (element.type === TYPE.plural) {
      add(element.value, 'number');
      if (element.offset) throw new Error(`${name}: plurals with an offset are not supported.`);
      for (const option of Object.values(element.options)) collectParameters(option.value, parameters, name);
    } else if (element.type === TYPE.tag) {
      add(element.value, 'part');
      collectParameters(element.children, parameters, name);
    } else if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
      throw new Error(`${name}: only strings, numbers, plurals and tags are supported.`);
    }
  }
}

/** Returns a TypeScript expression for the elements. `counted` is the number that `#` stands for. */
function template(elements, counted) {
  if (elements.every(({ type }) => type === TYPE.literal)) return quoted(literalText(elements));
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return escapeSpaces(element.value.replaceAll(/[`\\]|\$\{/g, '\\$&'));
    if (element.type === TYPE.argument) return `\${${element.value}}`;
    if (element.type === TYPE.number) return `\${formatNumber(${element.value})}`;
    if (element.type === TYPE.pound) return `\${formatNumber(${counted})}`;
    return `\${plural(${element.value}, { ${pluralForms(element, template).join(', ')} })}`;
  });
  return `\`${parts.join('')}\``;
}

function pluralForms({ options, value }, expressionOf) {
  return Object.entries(options).map(([form, option]) => {
    const key = /^\w+$/.test(form) ? form : `'${form}'`;
    return `${key}: ${expressionOf(option.value, value)}`;
  });
}

/** Returns a TypeScript expression for elements with tags: texts and the parts that a component draws. */
function richText(elements, counted) {
  const parts = [];
  let texts = [];
  const flush = () => {
    if (texts.length) parts.push(template(texts, counted));
    texts = [];
  };
  for (const element of elements) {
    if (!hasTag([element])) texts.push(element);
    else {
      flush();
      if (element.type === TYPE.tag) parts.push(`${element.value}(${template(element.children, counted)})`);
      else parts.push(`plural(${element.value}, { ${pluralForms(element, richText).join(', ')} })`);
    }
  }
  flush();
  return `richText(${parts.join(', ')})`;
}

/** Returns whether one of the elements is a tag, or a plural with a tag. */
const hasTag = (elements) =>
  elements.some(({ type, options }) => type === TYPE.tag || (type === TYPE.plural && Object.values(options).some(({ value }) => hasTag(value))));

const literalText = (elements) => elements.map(({ value }) => value).join('');
const quoted = (text) => `'${escapeSpaces(text.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n'))}'`;
/** Makes no-break spaces visible in TypeScript. */
const escapeSpaces = (text) => text.replaceAll('\u00a0', '\\u00a0');
const camelCase = (id) => id.replaceAll(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, text] of generateModules()) writeFileSync(new URL(path, ROOT), text);
}
