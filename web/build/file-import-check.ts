/**
 * Fails the build if the static imports between built files could run in a different order in another browser. WebKit
 * does not wait for a top-level await in a file of an import cycle, and a static import of a file with top-level await
 * delays the page.
 */
import { parseAst, type Plugin } from 'vite';

/** A built script, with the fields that the check reads. */
export interface BuiltScript {
  fileName: string;
  /** The names of the files that it imports statically. */
  imports: readonly string[];
  code: string;
}

/** A node of a syntax tree (ESTree). */
interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

/** Returns a message for each import cycle and each static import of a file with top-level await. */
export function importProblems(scripts: readonly BuiltScript[]): string[] {
  const awaiting = new Set(scripts.filter(({ code }) => hasTopLevelAwait(code)).map(({ fileName }) => fileName));
  const waits = scripts.flatMap(({ fileName, imports }) =>
    imports
      .filter((imported) => awaiting.has(imported))
      .map((imported) => `${fileName} statically imports ${imported}, which has a top-level await.`),
  );
  return [...importCycles(scripts).map((files) => `Import cycle between built files: ${files.join(' -> ')}.`), ...waits];
}

/**
 * Returns import cycles, each as the names of its files from the first back to the first; at least one if there are
 * any.
 */
function importCycles(scripts: readonly BuiltScript[]): string[][] {
  const importsOf = new Map(scripts.map(({ fileName, imports }) => [fileName, imports]));
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file]);
    if (start >= 0 || finished.has(file)) return;
    for (const imported of importsOf.get(file) ?? []) visit(imported, [...path, file]);
    finished.add(file);
  };
  for (const { fileName } of scripts) visit(fileName, []);
  return cycles;
}

/** Returns whether a module awaits outside of every function. */
export function hasTopLevelAwait(code: string): boolean {
  // Most files contain no await at all, and need not be parsed.
  return /\bawait\b/.test(code) && awaits(parseAst(code, { lang: 'js', sourceType: 'module' }) as unknown as SyntaxNode);
}

function awaits(node: SyntaxNode): boolean {
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true)) return true;
  if (/Function/.test(node.type)) return false;
  return Object.values(node)
    .flat()
    .some((child) => isNode(child) && awaits(child));
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;

/** Returns a plugin that checks the files of a build. */
export function fileImportCheck(): Plugin {
  return {
    name: 'file-import-check',
    apply: 'build',
    generateBundle(_options, bundle) {
      const problems = importProblems(Object.values(bundle).filter((output) => output.type === 'chunk'));
      if (problems.length > 0) this.error(problems.join('\n'));
    },
  };
}
