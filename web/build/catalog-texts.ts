/**
 * Finds texts for people that are written in components instead of the message catalog (`messages/en`), messages that no
 * file uses, and messages that are written before the texts of the page's language are loaded.
 */
import { parseAst } from 'vite';

/** The folders whose files have no texts of their own. */
const FOLDERS = /^(features|routes|shell|ui)\//;
const TESTS = /(^|\/)testing(\/|\.tsx?$)|\.test\.tsx?$/;
const MESSAGES = /^messages\/(?!format\.ts)/;

/** Attributes and fields whose values are always shown or read aloud. */
const TEXT_FIELDS = new Set(
  ['title', 'label', 'hint', 'placeholder', 'alt', 'empty', 'caption', 'unit', 'errorText', 'offlineText', 'sectionName'].concat(
    ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
  ),
);
/** Attributes and fields whose values are shown, or codes in lower case. */
const TEXT_OR_CODE_FIELDS = new Set(['name', 'error', 'action', 'text', 'message', 'description']);
/** Functions whose arguments are shown or read aloud. */
const TEXT_FUNCTIONS = new Set(['announce', 'showToast', 'showActionToast', 'setError', 'useDocumentTitle']);
/** A text of several words, wherever it is. */
const SENTENCE = /^\p{Lu}[\p{L}’]*,? .*\p{L}/u;

/** A node of a syntax tree (ESTree). */
interface SyntaxNode {
  type: string;
  start: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;
const hasLetter = (text: unknown): boolean => typeof text === 'string' && /\p{L}/u.test(text);

/** Returns a message for each text in `sources`, the files of `src` by path, that belongs in the catalog. */
export function textProblems(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].filter(([path]) => FOLDERS.test(path) && !TESTS.test(path)).flatMap(([path, text]) => textsOf(path, text));
}

function textsOf(path: string, source: string): string[] {
  const found = new Map<number, string>();
  const add = (node: SyntaxNode, text: string) =>
    found.set(node.start, `${path}:${source.slice(0, node.start).split('\n').length}: "${text.trim().replaceAll(/\s+/g, ' ')}" belongs in messages/en.`);
  /** Adds the texts that a value may have. `isCode` leaves out single words in lower case. */
  const addTexts = (node: SyntaxNode, isCode: boolean): void => {
    const isText = (text: unknown): text is string => hasLetter(text) && !(isCode && /^[^\p{Lu} ][^ ]*$/u.test(String(text)));
    if (node.type === 'Literal' && isText(node.value)) add(node, node.value);
    if (node.type === 'TemplateLiteral' && isText(templateText(node))) add(node, templateText(node));
    for (const part of partsOf(node)) addTexts(part, isCode);
  };
  const addField = (name: string, value: unknown): void => {
    const isCode = TEXT_OR_CODE_FIELDS.has(name);
    if (isNode(value) && (isCode || TEXT_FIELDS.has(name))) addTexts(value, isCode);
  };
  const visit = (node: SyntaxNode): void => {
    // Errors that are thrown are for developers.
    if (node.type === 'NewExpression' && (node.callee as { name?: string }).name === 'Error') return;
    // Names of settings and the like are the same in every language.
    if (node.type === 'JSXElement' && (node.openingElement as { name: { name?: string } }).name.name === 'code') return;
    if (node.type === 'Literal' && SENTENCE.test(String(node.value))) add(node, String(node.value));
    if (node.type === 'TemplateLiteral' && SENTENCE.test(templateText(node))) add(node, templateText(node));
    if (node.type === 'JSXText' && hasLetter(node.value)) add(node, String(node.value));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node.children as SyntaxNode[]) if (child.type === 'JSXExpressionContainer') addTexts(child, false);
    }
    if (node.type === 'JSXAttribute') {
      const { name } = node.name as { name: string };
      addField(name, node.value);
    }
    if (node.type === 'Property') {
      const { name, value } = node.key as { name?: string; value?: string };
      addField(name ?? value ?? '', node.value);
    }
    if (node.type === 'CallExpression' && TEXT_FUNCTIONS.has((node.callee as { name?: string }).name ?? '')) {
      for (const argument of node.arguments as SyntaxNode[]) addTexts(argument, true);
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parse(path, source));
  return [...found.values()];
}

/** Returns a message for each function of the catalog's modules that no other file of `sources` uses. */
export function unusedMessages(sources: ReadonlyMap<string, string>): string[] {
  const code = [...sources].filter(([path]) => !TESTS.test(path) && !path.startsWith('messages/'));
  const used = new Set(code.flatMap(([path, source]) => [...messagesUsedBy(path, source)]));
  return [...sources]
    .filter(([path]) => MESSAGES.test(path))
    .flatMap(([path, source]) => Array.from(source.matchAll(/^export const (\w+)/gm), ([, name]) => `${areaOf(path)}.${name}`))
    .filter((message) => !used.has(message))
    .map((message) => `No file uses the message ${message}.`);
}

/** Returns a message for each use of a text while a module is loaded. Referring to its function is allowed. */
export function earlyTexts(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].filter(([path]) => !TESTS.test(path) && !path.startsWith('messages/')).flatMap(([path, source]) => earlyTextsOf(path, source));
}

function earlyTextsOf(path: string, source: string): string[] {
  const imported = new Set<string>();
  const found: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'ImportDeclaration') {
      const { value: from } = node.source as { value: string };
      if (!/(^|\/)messages\/\w+(\.ts)?$/.test(from)) return;
      for (const { local } of node.specifiers as { local: { name: string } }[]) imported.add(local.name);
      return;
    }
    // A function runs later. Formatters that are made at the first call are made by `lazy`, whose argument is a function.
    if (/Function/.test(node.type) || node.type.startsWith('TSType')) return;
    const callee = (node.callee ?? {}) as SyntaxNode;
    const { name } = (callee.type === 'MemberExpression' ? callee.object : callee) as { name?: string };
    const isCall = node.type === 'CallExpression' && imported.has(name ?? '') && name !== 'lazy';
    const isLocale = node.type === 'Identifier' && node.name === 'LOCALE' && imported.has('LOCALE');
    if (isCall || isLocale) {
      const line = source.slice(0, node.start).split('\n').length;
      found.push(`${path}:${line}: ${source.slice(node.start, node.end as number)} is read before the texts of the page’s language are loaded.`);
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parse(path, source));
  return found;
}

const areaOf = (path: string): string => /messages\/(\w+)/.exec(path)?.[1] ?? '';

/** Returns the text of a template, with an ellipsis for each expression. */
function templateText(node: SyntaxNode): string {
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

/** Returns the expressions whose values can become part of a value. The conditions that choose among them are omitted. */
function partsOf(node: SyntaxNode): SyntaxNode[] {
  const fields: Record<string, readonly string[]> = {
    JSXExpressionContainer: ['expression'],
    ArrowFunctionExpression: ['body'],
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: node.operator === '&&' ? ['right'] : ['left', 'right'],
    BinaryExpression: node.operator === '+' ? ['left', 'right'] : [],
    TemplateLiteral: ['expressions'],
  };
  return (fields[node.type] ?? []).flatMap((field) => node[field]).filter(isNode);
}

/** Returns the messages that a file uses, as `area.name`. */
function messagesUsedBy(path: string, source: string): Set<string> {
  const areas = new Map<string, string>();
  const used = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'ImportDeclaration') {
      const { value: from } = node.source as { value: string };
      for (const { type, local, imported } of node.specifiers as { type: string; local: { name: string }; imported?: { name: string } }[]) {
        if (!/(^|\/)messages\/\w+(\.ts)?$/.test(from)) continue;
        if (type === 'ImportNamespaceSpecifier') areas.set(local.name, areaOf(from));
        else if (imported) used.add(`${areaOf(from)}.${imported.name}`);
      }
    }
    if (node.type === 'MemberExpression') {
      const area = areas.get((node.object as { name?: string }).name ?? '');
      if (area) used.add(`${area}.${(node.property as { name: string }).name}`);
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parse(path, source));
  return used;
}

const parse = (path: string, source: string): SyntaxNode =>
  parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }) as unknown as SyntaxNode;
