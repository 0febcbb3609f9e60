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

/** The elements of a page's classic scripts; in groups, the path and the other attributes. */
const SCRIPTS = /<script src="(\/src\/boot\/[\w-]+\.js)"([^>]*)><\/script>/g;

/**
 * Puts the classic scripts of the app's page into the page itself, so that nothing waits for their files: they run while
 * the page is parsed, and one of them requests the other files. The server allows them by their hashes.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(SCRIPTS, (_element, path: string, attributes: string) => {
          const source = readFileSync(fileURLToPath(new URL(`..${path}`, import.meta.url)), 'utf8');
          return `<script${attributes}>\n${source.replace(/^\s*\/\/.*\n|^\s+/gm, '')}</script>`;
        }),
    },
  };
}
