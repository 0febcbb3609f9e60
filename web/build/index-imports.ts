/**
 * Builds imports of a feature's `index.ts`, and of the icons' package, as imports of the modules behind it. An index
 * reaches everything that it exports, and the build puts each module into the file of the first page that reaches it
 * (`vite.config.ts`), so the first screen would load what only other pages use.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { parseAst, type Plugin } from 'vite';

const INDEX = /\/src\/features\/[^/]+\/index\.ts$/;
/** The package whose index exports every icon. */
const ICONS = 'lucide-react';
/** Quickly rules out the files that import no index: its import path ends with a folder's name. */
const IMPORTS_INDEX = /from '((\.\.\/)+[\w-]+|lucide-react)'/;

/** The part of an import or export of a module that is used here (ESTree). */
interface ModuleStatement {
  type: string;
  start: number;
  end: number;
  source: { value: string } | null;
  importKind?: 'type' | 'value';
  specifiers: { importKind?: 'type' | 'value'; local: { name: string }; imported?: { name: string }; exported?: { name: string } }[];
}

/** Where an exported name comes from. */
interface Origin {
  /** The module, as the index names it. */
  module: string;
  /** Its name there. */
  name: string;
}

const statementsOf = (code: string): ModuleStatement[] =>
  (parseAst(code, { lang: 'tsx', sourceType: 'module' }) as unknown as { body: ModuleStatement[] }).body;

/** Returns where each name that an index exports comes from. Throws if it contains anything but named re-exports. */
export function originsOf(code: string): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const { type, source, specifiers } of statementsOf(code)) {
    if (type !== 'ExportNamedDeclaration' || !source) throw new Error('An index may only contain statements like `export { name } from "./module"`.');
    for (const { local, exported } of specifiers) origins.set((exported ?? local).name, { module: source.value, name: local.name });
  }
  return origins;
}

/**
 * Returns where each icon comes from, and the function that creates one, by the code of the package's index. Its other
 * exports are left out.
 */
export function originsOfIcons(code: string): Map<string, Origin> {
  return originsOf(code.match(/^export \{.*\} from '\.\/(icons\/|createLucideIcon).*'/gm)?.join(';\n') ?? '');
}

/**
 * Replaces the imports of indexes in a module.
 *
 * @param originsIn Returns the origins of the names of an import path, or null if it is not that of an index.
 */
export async function replaceIndexImports(code: string, originsIn: (path: string) => Promise<Map<string, Origin> | null>): Promise<string> {
  let replaced = '';
  let end = 0;
  for (const statement of statementsOf(code)) {
    const isImport = statement.type === 'ImportDeclaration' && statement.importKind !== 'type';
    const origins = isImport && statement.source ? await originsIn(statement.source.value) : null;
    if (!origins) continue;
    const values = statement.specifiers.filter(({ importKind }) => importKind !== 'type');
    const imports = values.map(({ local, imported }) => {
      const origin = origins.get(imported?.name ?? '');
      if (!origin) throw new Error(`${statement.source?.value} does not export ${imported?.name ?? 'a default'}.`);
      return `import { ${origin.name} as ${local.name} } from '${origin.module}';`;
    });
    replaced += code.slice(end, statement.start) + imports.join(' ');
    end = statement.end;
  }
  return replaced + code.slice(end);
}

/** Returns a plugin that replaces the imports of indexes in a build. */
export function indexImports(): Plugin {
  /** The origins of the exports of an index, with absolute paths. */
  const absolute = (origins: Map<string, Origin>, folder: string) =>
    new Map(Array.from(origins, ([exported, { module, name }]) => [exported, { module: `${folder}/${module}`, name }]));
  let icons: Map<string, Origin> | null = null;
  return {
    name: 'index-imports',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !IMPORTS_INDEX.test(code)) return null;
      return replaceIndexImports(code, async (path) => {
        if (path === ICONS) {
          const file = icons ? null : await this.resolve(path, id);
          if (file) icons = absolute(originsOfIcons(readFileSync(file.id, 'utf8')), dirname(file.id));
          return icons;
        }
        const index = path.startsWith('.') ? await this.resolve(path, id) : null;
        if (!index || !INDEX.test(index.id)) return null;
        this.addWatchFile(index.id);
        return absolute(originsOf(readFileSync(index.id, 'utf8')), dirname(index.id));
      });
    },
  };
}
