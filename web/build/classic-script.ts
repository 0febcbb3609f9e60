/** Scripts of a page's head that are shipped as they are. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The script that sets the stored theme before anything paints, for the app and for the public pages. */
export const FIRST_PAINT = '/src/core/first-paint.js';

/** A file that the build writes. */
export interface BuiltFile {
  fileName: string;
  source: string;
}

/** What becomes of a script, by its path below `web`: a file that is named by its content. */
export function classicScriptFile(path: string): BuiltFile {
  const source = readFileSync(fileURLToPath(new URL(`..${path}`, import.meta.url)), 'utf8');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/${basename(path, '.js')}-${hash}.js`, source };
}

/**
 * Ships a script of the page's head as it is. It has to run before anything else, so it is a classic script, which vite
 * does not bundle; and the Content-Security-Policy forbids it to stand inline in the page.
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
