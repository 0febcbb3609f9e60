/**
 * The public pages: `site/*.html`, assembled from partials. The server fills in its settings
 * (`server/http/src/routes/site`).
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { classicScriptFile, FIRST_PAINT } from './classic-script.ts';
import { planPart } from './plan-parts.ts';

/** The pages by name, with their paths; the last one is for unknown URLs. */
export const SITE_PAGES: Readonly<Record<string, string | null>> = {
  landing: '/',
  waitlist: '/waitlist',
  'leave-waitlist': '/waitlist/leave',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  'not-found': null,
};

/** The values that every page contains besides its own. */
export interface SiteFiles {
  /** The URL of the script that runs before the first paint. */
  firstPaint: string;
  /** The URL of the pages' script. */
  script: string;
  /** The URL of the font. */
  font: string;
  /** The styles, which are inlined so that the page can be rendered without another request. */
  style: string;
}

const read = (path: string): string => readFileSync(new URL(`../site/${path}`, import.meta.url), 'utf8');

/** Replaces each `{{name}}` by its value. */
function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_mark, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for the placeholder {{${name}}} of a public page.`);
    return value;
  });
}

/**
 * Assembles a page: `<!-- include head title="About" -->` becomes the partial `partials/head.html`, in which
 * `{{title}}` is replaced by that value. Indentation is removed.
 */
export function assemble(page: string, files: SiteFiles, part: (name: string) => string): string {
  const { style, ...addresses } = files;
  const whole = page.replace(/<!-- include ([a-z-]+)((?:\s+\w+="[^"]*")*)\s*-->/g, (_mark, name: string, attributes: string) => {
    const values = Array.from(attributes.matchAll(/(\w+)="([^"]*)"/g), ([, key, value]) => [key ?? '', value ?? '']);
    return fillPlaceholders(part(name), { ...addresses, style: '{{style}}', ...Object.fromEntries(values) });
  });
  return fillPlaceholders(whole.replace(/^[ \t]+/gm, ''), { ...addresses, style });
}

export const pageOf = (name: string, files: SiteFiles): string => assemble(read(`${name}.html`), files, (part) => planPart(part) ?? read(`partials/${part}.html`));

/** Returns a plugin that emits the pages with the app's build, each with the inlined styles. */
export function sitePages(): Plugin {
  return {
    name: 'site-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const script = outputs.find((output) => output.type === 'chunk' && output.isEntry);
      const font = outputs.find(({ fileName }) => fileName.endsWith('.woff2'));
      const style = outputs.find(({ fileName }) => fileName.endsWith('.css'));
      if (!script || !font || style?.type !== 'asset') throw new Error('The build of the public pages lacks the script, the font or the styles.');
      const firstPaint = classicScriptFile(FIRST_PAINT);
      const files: SiteFiles = {
        firstPaint: `/${firstPaint.fileName}`,
        script: `/${script.fileName}`,
        font: `/${font.fileName}`,
        style: String(style.source).trim(),
      };
      // The same file as the app's.
      this.emitFile({ type: 'asset', ...firstPaint });
      for (const name of Object.keys(SITE_PAGES)) {
        this.emitFile({ type: 'asset', fileName: `site/${name}.html`, source: pageOf(name, files) });
      }
      delete bundle[style.fileName];
    },
  };
}

/** Fills in a page with the defaults of a server without settings, for development. */
function fillDefaults(page: string): string {
  const innermost = /<!--\{ if (not )?\w+ \}-->((?:(?!<!--\{ (?:if|endif) )[\s\S])*)<!--\{ endif \}-->/;
  let filled = page;
  for (let block = innermost.exec(filled); block; block = innermost.exec(filled)) {
    const [whole, negation, body] = block;
    filled = filled.replace(whole, () => (negation ? (body ?? '') : ''));
  }
  return filled.replaceAll('[[year]]', String(new Date().getFullYear())).replaceAll('[[public_url]]', '');
}

/** Returns a plugin that serves the pages during development, and fills in the app's own page too. */
export function siteInDevelopment(): Plugin {
  const files: SiteFiles = {
    firstPaint: FIRST_PAINT,
    script: '/site/site.ts',
    font: '/site/fonts/inter-site.woff2',
    // The script loads the styles.
    style: '',
  };
  return {
    name: 'site-in-development',
    apply: 'serve',
    transformIndexHtml: { order: 'pre', handler: fillDefaults },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0]?.replace(/(?<=.)\/$/, '');
        const name = Object.keys(SITE_PAGES).find((page) => SITE_PAGES[page] === path);
        if (!name) {
          next();
          return;
        }
        server.transformIndexHtml(path ?? '/', pageOf(name, files)).then(
          (html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
          next,
        );
      });
    },
  };
}
