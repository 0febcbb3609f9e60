/**
 * Builds the public pages next to the app, which must be built before: a few small files, without React, the router or
 * the core.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { sitePages } from './build/site-pages.ts';

export default defineConfig({
  plugins: [sitePages()],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { site: fileURLToPath(new URL('site/site.ts', import.meta.url)) },
    },
  },
});
