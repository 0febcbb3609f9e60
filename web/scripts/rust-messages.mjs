/**
 * Makes the Rust modules of the message catalog, and the texts of the core in other languages.
 *
 * A Rust module has a function per message and the texts as data: ICU MessageFormat in which strings have numbers and the
 * number is called `n`, without spaces that ICU ignores and without quotes, such as `{n,plural,one{# card}other{# cards}} of
 * {0}`. The interpreter is `core-wasm/src/protocol/messages/template.rs`.
 */
import { TYPE } from '@formatjs/icu-messageformat-parser';

/** The plural forms of each language, by kind. Rust chooses them in `Language`’s rules, beside the interpreter. */
const FORMS = {
  en: { cardinal: ['one', 'other'], ordinal: ['one', 'two', 'few', 'other'] },
  de: { cardinal: ['one', 'other'], ordinal: ['other'] },
  es: { cardinal: ['one', 'other'], ordinal: ['other'] },
};

const TYPES = { string: '&str', number: 'u64' };

/**
 * Messages that the core chooses from large tables. Their functions return a `Text`, which is an index: a table of texts
 * would take more code.
 */
const IN_TABLES = { core: /^(day|month_short|undo|weather)_/, errors: /./ };

/** The other languages, in the order of the fields of `Texts`. */
const TRANSLATIONS = ['de', 'es'];

/** The files whose texts the browser writes, in the order that their texts have in the core. */
const CORE_AREAS = ['core', 'errors', 'lead_times'];

/**
 * Returns the Rust modules of the areas in `paths`, and the core's texts in the other languages, by path. `read` returns
 * the parsed messages of a language and an area.
 */
export function rustFiles(paths, read) {
  const translated = (language, area) => translatedTexts(area, language, read('en', area), read(language, area));
  const modules = Object.entries(paths).map(([area, path]) => {
    const texts = CORE_AREAS.includes(area) ? undefined : TRANSLATIONS.map((language) => [language, translated(language, area)]);
    return [path, rustModule(area, read('en', area), texts && Object.fromEntries(texts))];
  });
  const catalogs = TRANSLATIONS.map((language) => {
    const texts = CORE_AREAS.flatMap((area) => translated(language, area));
    return [`core-wasm/languages/${language}.json`, `${JSON.stringify({ language, texts }, null, 1)}\n`];
  });
  return [...modules, ...catalogs];
}

/**
 * Returns a Rust module with a function per message. `messages` are the parsed English ones. `translations` are the texts
 * in the other languages, by language, or undefined if the core finds the texts itself.
 */
export function rustModule(area, messages, translations) {
  const isCore = translations === undefined;
  let isTable = false;
  const functions = messages.map(({ id, text, parameters }) => {
    const fields = [...parameters].map(([name, type]) => {
      if (!TYPES[type]) throw new Error(`${area}.${id}: Rust texts cannot have <${name}>.`);
      return { name: snakeCase(name), type };
    });
    const number = fields.find(({ type }) => type === 'number')?.name ?? '0';
    const strings = fields.filter(({ type }) => type === 'string').map(({ name }) => name);
    if (fields.length - strings.length > 1) throw new Error(`${area}.${id}: Rust texts can have one number.`);
    const index = `Index::${pascalCase(id)} as usize`;
    let [result, body] = ['String', `TEXTS.format(${index}, ${number}, &[${strings.join(', ')}])`];
    if (!fields.length) {
      const isInTable = isCore && IN_TABLES[area]?.test(id);
      [result, body] = isInTable ? ['Text', `TEXTS.at(${index})`] : ["&'static str", `TEXTS.text(${index})`];
      isTable ||= isInTable;
    }
    const signature = fields.map(({ name, type }) => `${name}: ${TYPES[type]}`).join(', ');
    return `/// ${text.replaceAll(/\s+/g, ' ')}\npub(crate) fn ${snakeCase(id)}(${signature}) -> ${result} {\n    ${body}\n}\n`;
  });
  const english = messages.map((message) => numberedText(area, 'en', message, message.parameters));
  const data = isCore
    ? `pub(super) const COUNT: usize = ${messages.length};\n\n${joined(english)}`
    : `static TEXTS: Texts = Texts {\n    en: &${table(english)},\n${Object.entries(translations)
        .map(([language, texts]) => `    ${language}: &${table(texts)},\n`)
        .join('')}};\n`;
  const from = isCore ? 'super' : 'core_wasm::protocol::messages';
  const names = isCore ? [`${area.toUpperCase()} as TEXTS`, isTable && 'Text'].filter(Boolean) : ['Texts'];
  return [
    `//! Made from \`messages/en/${area}.json\` by \`npm run messages\`. Change the texts there.\n`,
    `use ${from}::${names.length > 1 ? `{${names.join(', ')}}` : names[0]};\n`,
    ...functions,
    `enum Index {\n${messages.map(({ id }) => `    ${pascalCase(id)},\n`).join('')}}\n`,
    data,
  ].join('\n');
}

/** Returns the texts of an area in another language, in the order of the English ones. */
function translatedTexts(area, language, english, translated) {
  const byId = new Map(translated.map((message) => [message.id, message]));
  return english.map((message) => numberedText(area, language, byId.get(message.id), message.parameters));
}

/** Returns a text with numbered parameters, for the interpreter in Rust. */
function numberedText(area, language, { id, elements, parameters }, english) {
  const name = `${area}.${id}`;
  const strings = [...english].filter(([, type]) => type === 'string').map(([parameter]) => parameter);
  const missing = [...english].filter(([parameter, type]) => parameters.get(parameter) !== type);
  if (missing.length || parameters.size !== english.size) throw new Error(`${name} (${language}): the parameters differ from English.`);
  if (strings.length > 10) throw new Error(`${name}: at most ten strings are supported.`);
  const write = (parts, isCounted) =>
    parts
      .map((part) => {
        if (part.type === TYPE.pound) return '#';
        if (part.type === TYPE.literal) {
          if (/[{}]/.test(part.value) || (isCounted && part.value.includes('#'))) throw new Error(`${name}: Rust texts cannot have {, } or #.`);
          return part.value;
        }
        if (part.type === TYPE.argument) return `{${strings.indexOf(part.value)}}`;
        if (part.type === TYPE.number) return '{n}';
        const forms = Object.keys(part.options);
        const known = FORMS[language][part.pluralType];
        if (!forms.includes('other') || forms.some((form) => !known.includes(form))) {
          throw new Error(`${name} (${language}): {${part.value}} needs the forms ${known.join(', ')}.`);
        }
        const kind = part.pluralType === 'ordinal' ? 'selectordinal' : 'plural';
        return `{n,${kind},${forms.map((form) => `${form}{${write(part.options[form].value, true)}}`).join('')}}`;
      })
      .join('');
  return write(elements, false);
}

/** Returns a Rust constant with the English texts, each with a NUL at its end: an array would add an address and a length for each. */
const joined = (texts) =>
  `/// The English texts in the order of \`Index\`, each with a NUL at its end.\npub(super) const ENGLISH: &str = concat!(\n${texts.map((text) => `    ${rustQuoted(`${text}\0`)},\n`).join('')});\n`;
const table = (texts) => `[\n${texts.map((text) => `    ${rustQuoted(text)},\n`).join('')}]`;
const rustQuoted = (text) => JSON.stringify(text).replaceAll('\\u0000', '\\0').replaceAll('\u00a0', '\\u{a0}');
const pascalCase = (id) => id.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const snakeCase = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
