/**
 * Compares the imports in `src` with the layers in `ARCHITECTURE.md`. The page names the folders from top to bottom, and
 * in a table which features may import which others. Tests and test support may import everything.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseAst } from 'vite';

const HEADING = '### `web/src`, top to bottom';
const CORE_PACKAGE = '@twentyfour/core';
const TEST_SUPPORT = /(^|\/)testing(\/|\.tsx?$)|\.test\.tsx?$/;
/** The file of a feature that other features may import. `index-imports.ts` keeps it from making the first screen larger. */
const INDEX = 'index.ts';

/** The layers of the page. */
export interface Layers {
  /** The folders of each layer, the top layer first. `features/*` stands for every feature. */
  folders: readonly (readonly string[])[];
  /** The features that each feature may import. */
  allowed: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Import {
  /** What is imported: a file's path in `src`, or a package. */
  target: string;
  isDynamic: boolean;
  isTypeOnly: boolean;
}

/** A node of a syntax tree (ESTree). */
interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

const namesInBackticks = (text = ''): string[] => Array.from(text.matchAll(/`([^`]+)`/g), ([, name = '']) => name);

/** Reads the layers from the text of `ARCHITECTURE.md`. */
export function parseLayers(page: string): Layers {
  const section = page.split(HEADING)[1]?.split('\n#')[0];
  const order = section?.split('\n').find((line) => line.includes('→'));
  if (!section || !order) throw new Error(`ARCHITECTURE.md has no layers below the heading ${HEADING}.`);
  const rows = Array.from(section.matchAll(/^\s*\|([^|]+)\|([^|]+)\|$/gm), ([, from, to]) => [namesInBackticks(from), namesInBackticks(to)] as const);
  return {
    folders: order.split('→').map(namesInBackticks),
    allowed: new Map(rows.flatMap(([from, to]) => from.map((feature) => [feature, new Set(to)] as const))),
  };
}

/** Returns the TypeScript files of a folder and their texts, by path. */
export function readSources(folder: URL): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')).toSorted();
  return new Map(sources.map((path) => [path, readFileSync(new URL(path, folder), 'utf8')]));
}

/** Returns a message for each import that the layers do not allow, and for each cycle of files or folders. */
export function layerProblems(layers: Layers, sources: ReadonlyMap<string, string>): string[] {
  const code = [...sources].filter(([path]) => !TEST_SUPPORT.test(path));
  const imports = new Map(code.map(([path, text]) => [path, importsOf(path, text, sources)]));
  const problems: string[] = [];
  for (const [path, found] of imports) {
    for (const one of found) {
      const problem = problemOf(layers, path, one, sources);
      if (problem) problems.push(`${path} imports ${one.target}: ${problem}.`);
    }
  }
  const files = new Map(
    [...imports].map(([path, found]) => [path, found.filter(({ isDynamic }) => !isDynamic).map(({ target }) => target)]),
  );
  const folders = new Map<string, string[]>();
  for (const [path, found] of imports) {
    const folder = folderOf(path);
    const others = found.filter(({ target }) => sources.has(target)).map(({ target }) => folderOf(target));
    folders.set(folder, [...(folders.get(folder) ?? []), ...others.filter((other) => other !== folder)]);
  }
  return [...new Set([...problems, ...[files, folders].flatMap(findCycles).map((cycle) => `Import cycle: ${cycle.join(' -> ')}.`)])];
}

/** Returns why a file may not import something, or null. */
function problemOf({ folders, allowed }: Layers, path: string, { target, isTypeOnly }: Import, sources: ReadonlyMap<string, string>): string | null {
  const from = folderOf(path);
  if (!sources.has(target)) {
    if (!target.startsWith(CORE_PACKAGE)) return null;
    return isTypeOnly || from === 'core' ? null : 'only core imports the package at run time';
  }
  if (TEST_SUPPORT.test(target)) return 'only tests import test support';
  const to = folderOf(target);
  if (from === to) return null;
  const layerOf = (folder: string) =>
    folders.findIndex((names) => names.includes(folder) || (folder.startsWith('features/') && names.includes('features/*')));
  // The entry, at the root of `src`, is above all layers.
  const [upper, lower] = [from === '' ? -1 : layerOf(from), layerOf(to)];
  if (lower < 0 || (upper < 0 && from !== '')) return `${lower < 0 ? to || 'the entry' : from} is in no layer`;
  if (lower < upper) return `${to} is a layer above ${from}`;
  if (lower > upper) return null;
  const [feature, other] = [from, to].map((folder) => folder.replace('features/', ''));
  if (!allowed.get(feature ?? '')?.has(other ?? '')) return `ARCHITECTURE.md does not list that ${feature} imports ${other}`;
  return posix.basename(target) === INDEX ? null : `features import each other through ${INDEX}`;
}

/** Returns the folder of a layer that a file is in; for features, the feature's; '' for the entry. */
function folderOf(path: string): string {
  const parts = path.split('/');
  return parts.slice(0, Math.min(parts.length - 1, parts[0] === 'features' ? 2 : 1)).join('/');
}

/** Returns the imports and re-exports of a file. */
function importsOf(path: string, text: string, sources: ReadonlyMap<string, string>): Import[] {
  const found: Import[] = [];
  const visit = (node: SyntaxNode): void => {
    const source = node.source as { value?: unknown } | null | undefined;
    if (/^(Import|Export)/.test(node.type) && typeof source?.value === 'string') {
      const specifiers = (node.specifiers ?? []) as { importKind?: string }[];
      found.push({
        target: resolveImport(path, source.value, sources),
        isDynamic: node.type === 'ImportExpression',
        isTypeOnly: [node.importKind, node.exportKind].includes('type') || (specifiers.length > 0 && specifiers.every(({ importKind }) => importKind === 'type')),
      });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }) as unknown as SyntaxNode);
  return found;
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;

/** Returns the path of an imported file, or the import itself if it is not a TypeScript file of `src`. */
function resolveImport(path: string, specifier: string, sources: ReadonlyMap<string, string>): string {
  if (!specifier.startsWith('.')) return specifier;
  const base = posix.join(posix.dirname(path), specifier.replace(/\?.*/, ''));
  return ['', '.ts', '.tsx', '/index.ts'].map((end) => base + end).find((candidate) => sources.has(candidate)) ?? specifier;
}

/** Returns import cycles, each from one file or folder back to itself; at least one if there are any. */
function findCycles(importsOfEach: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name);
    if (start >= 0) cycles.push([...path.slice(start), name]);
    if (start >= 0 || finished.has(name)) return;
    for (const imported of importsOfEach.get(name) ?? []) visit(imported, [...path, name]);
    finished.add(name);
  };
  for (const name of importsOfEach.keys()) visit(name, []);
  return cycles;
}
