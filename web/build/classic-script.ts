/** Scripts of a page's head that are shipped without bundling. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The script that applies the stored theme before the first paint, for the app and the public pages. */
export const FIRST_PAINT = '/src/boot/first-paint.js';

/** A file that the build emits. */
export interface BuiltFile {
  fileName: string;
  source: string;
}

/** Returns the built file of a script, given by its path below `web`, with a content hash in its name. */
export function classicScriptFile(path: string): BuiltFile {
  const source = readFileSync(fileURLToPath(new URL(`..${path}`, import.meta.url)), 'utf8');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/${basename(path, '.js')}-${hash}.js`, source };
}

/**
 * Ships a script of the page's head without bundling. It must run before everything else, so it is a classic script,
 * which Vite does not bundle; and the content security policy forbids inline scripts.
 */
export function classicScript(path: string): Plugin {
  let address = path;
  return {
    name: basename(path, '.js'),
    apply: 'build',
    buildStart() {
      const file = classicScriptFile(path);
      address = `/${file.fileName}`;
      this.emitFile({ type: 'asset', ...file });
    },
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(path, address) },
  };
}
