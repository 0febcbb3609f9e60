/** Classic scripts of a page's head, which are not bundled: inlined in the app's page, a file for the public pages. */
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

/** Returns the text of a script, given by its path below `web`. */
const readScript = (path: string): string => readFileSync(fileURLToPath(new URL(`..${path}`, import.meta.url)), 'utf8');

/** Returns the built file of a script, given by its path below `web`, with a content hash in its name. */
export function classicScriptFile(path: string): BuiltFile {
  const source = readScript(path);
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/${basename(path, '.js')}-${hash}.js`, source };
}

/** The elements of a page's classic scripts; in groups, the path and the other attributes. */
const SCRIPTS = /<script src="(\/src\/boot\/[\w-]+\.js)"([^>]*)><\/script>/g;

/** A reference to a classic script, which the build does not emit as a file. */
const REFERENCE = /\ssrc\s*=\s*["']?(\/src\/boot\/[^\s"'>]*)/;

/** Text that ends a script element early, or that the server replaces, because its page templates use it as syntax. */
const FORBIDDEN = /\[\[|\]\]|<!--|<\/script/i;

/** Returns a page with its classic scripts inlined, without their comments and indentation. */
export function inlineClassicScripts(html: string, read: (path: string) => string = readScript): string {
  const inlined = html.replace(SCRIPTS, (_element, path: string, attributes: string) => {
    const source = read(path).replace(/^\s*\/\/.*\n|^\s+/gm, '');
    const forbidden = FORBIDDEN.exec(source)?.[0];
    if (forbidden) throw new Error(`${path} contains ${forbidden}, which a script within a page template must not contain. Write it differently.`);
    return `<script${attributes}>\n${source}</script>`;
  });
  const reference = REFERENCE.exec(inlined)?.[1];
  if (reference) throw new Error(`The page still loads ${reference}. Write the element as <script src="${reference}"></script>, with src as its first attribute.`);
  return inlined;
}

/**
 * Puts the classic scripts of the app's page into the page itself, so that nothing waits for their files: they run while
 * the page is parsed, and one of them requests the other files. The server allows them by their hashes.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    apply: 'build',
    transformIndexHtml: { order: 'pre', handler: (html) => inlineClassicScripts(html) },
  };
}
