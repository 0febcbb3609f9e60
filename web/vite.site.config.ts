/** Builds the pages for everybody beside the app, which has been built before: a few small files, without React, router and core. */
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
