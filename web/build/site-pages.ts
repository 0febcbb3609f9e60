/** The pages for everybody: `site/*.html`, put together from their parts. The server fills them (`server/src/routes/site`). */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { classicScriptFile, FIRST_PAINT } from './classic-script.ts';
import { planPart } from './plan-parts.ts';

/** Every page by its name, with its path; the last stands at every address that nothing has. */
export const SITE_PAGES: Readonly<Record<string, string | null>> = {
  landing: '/',
  waitlist: '/waitlist',
  'leave-waitlist': '/waitlist/leave',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  'not-found': null,
};

/** What stands in every page besides its own values. */
export interface SiteFiles {
  /** The address of the script that runs before anything paints. */
  firstPaint: string;
  /** The address of the pages' own script. */
  script: string;
  /** The address of the font. */
  font: string;
  /** The style, which is written into the page so that nothing has to be fetched before it can be read. */
  style: string;
}

const read = (path: string): string => readFileSync(new URL(`../site/${path}`, import.meta.url), 'utf8');

/** Puts values where `{{name}}` stands. */
function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_mark, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a page of the site asks for ${name}, which nobody gives`);
    return value;
  });
}

/**
 * Puts a page together: `<!-- include head title="About" -->` becomes the part `partials/head.html`, in which `{{title}}` is that value.
 * Spaces in front of lines are left out.
 */
export function assemble(page: string, files: SiteFiles, part: (name: string) => string): string {
  const { style, ...addresses } = files;
  const whole = page.replace(/<!-- include ([a-z-]+)((?:\s+\w+="[^"]*")*)\s*-->/g, (_mark, name: string, given: string) => {
    const own = Array.from(given.matchAll(/(\w+)="([^"]*)"/g), ([, key, value]) => [key ?? '', value ?? '']);
    return fillPlaceholders(part(name), { ...addresses, style: '{{style}}', ...Object.fromEntries(own) });
  });
  return fillPlaceholders(whole.replace(/^[ \t]+/gm, ''), { ...addresses, style });
}

export const pageOf = (name: string, files: SiteFiles): string => assemble(read(`${name}.html`), files, (part) => planPart(part) ?? read(`partials/${part}.html`));

/** Writes the pages beside the app's build, each with the one style of them all in it. */
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
      if (!script || !font || style?.type !== 'asset') throw new Error('the script, the font or the style of the site is missing');
      const firstPaint = classicScriptFile(FIRST_PAINT);
      const files: SiteFiles = {
        firstPaint: `/${firstPaint.fileName}`,
        script: `/${script.fileName}`,
        font: `/${font.fileName}`,
        style: String(style.source).trim(),
      };
      // It is the same file as the app's.
      this.emitFile({ type: 'asset', ...firstPaint });
      for (const name of Object.keys(SITE_PAGES)) {
        this.emitFile({ type: 'asset', fileName: `site/${name}.html`, source: pageOf(name, files) });
      }
      delete bundle[style.fileName];
    },
  };
}

/** Fills a page as a server does on which nothing is set: enough to look at it while it is being written. */
function fillDefaults(page: string): string {
  const innermost = /<!-- (if|unless) \w+ -->((?:(?!<!-- (?:if|unless|end) )[\s\S])*)<!-- end -->/;
  let filled = page;
  for (let block = innermost.exec(filled); block; block = innermost.exec(filled)) {
    const [whole, kind, body] = block;
    filled = filled.replace(whole, () => (kind === 'unless' ? (body ?? '') : ''));
  }
  return filled.replaceAll('%year%', String(new Date().getFullYear())).replaceAll('%public_url%', '');
}

/** Serves the pages while developing, at their paths, and fills the app's own page too. */
export function siteInDevelopment(): Plugin {
  const files: SiteFiles = {
    firstPaint: FIRST_PAINT,
    script: '/site/site.ts',
    font: '/site/fonts/inter-site.woff2',
    // The script brings it.
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
