/**
 * Turns the texts in `messages/en/*.json` into typed functions: a TypeScript or Rust module per file, or both. Run it with
 * `npm run messages` after every change of a text. `build/messages.test.ts` fails while a module is out of date.
 *
 * A file is a flat object from message ids to texts in ICU MessageFormat: `{name}` is a string, `{count, number}` a
 * number, `{count, plural, one {# card} other {# cards}}` a plural, and `<link>text</link>` a part that a component
 * draws (TypeScript only). `{day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}` is an ordinal (Rust only).
 * A straight apostrophe is written `''`, and a no-break space `\u00a0`, so that it can be seen.
 */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { rustFiles } from './rust-messages.mjs';

const ROOT = new URL('../../', import.meta.url);
const CATALOG = 'messages/en/';

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
  const files = readdirSync(new URL(CATALOG, root)).toSorted();
  return new Map([
    ...files.flatMap((file) => {
      const area = file.replace(/\.json$/, '');
      if (RUST_MODULES[area] && !SHARED_FILES.includes(area)) return [];
      return [[`web/src/messages/${area}.ts`, typescriptModule(area, readMessages(root, 'en', area))]];
    }),
    ...rustFiles(RUST_MODULES, (language, area) => readMessages(root, language, area).map(([id, text]) => parseMessage(area, id, text))),
  ]);
}

/** Returns the ids and texts of a file of the catalog, or none if a language does not have it. */
function readMessages(root, language, area) {
  const file = new URL(`messages/${language}/${area}.json`, root);
  return existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** Returns a TypeScript module with a function per message. */
export function typescriptModule(area, messages) {
  const functions = messages.map(([id, text]) => {
    const { elements, parameters } = parseMessage(area, id, text);
    if (text.includes('selectordinal')) throw new Error(`${area}.${id}: ordinals are supported in Rust only.`);
    const types = { string: 'string', number: 'number', part: '(text: string) => ReactNode' };
    const names = [...parameters.keys()].join(', ');
    const fields = [...parameters].map(([name, type]) => `${name}: ${types[type]}`).join('; ');
    const body = hasTag(elements) ? richText(elements, null) : template(elements, null);
    return `export const ${camelCase(id)} = (${names && `{ ${names} }: { ${fields} }`}) => ${body};\n`;
  });
  const code = functions.join('');
  const helpers = ['formatNumber', 'plural', 'richText'].filter((name) => code.includes(`${name}(`));
  const imports = helpers.length ? `import { ${helpers.join(', ')} } from './format';\n` : '';
  const react = code.includes('ReactNode') ? "import type { ReactNode } from 'react';\n" : '';
  return `// Made from messages/en/${area}.json by \`npm run messages\`. Change the texts there.\n${react}${imports}\n${code}`;
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
