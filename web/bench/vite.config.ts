/** Bundles the benchmarks for Node, so that they run the same code as a browser: the built package and the mirror. */
import { fileURLToPath } from 'node:url';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [wasm()],
  publicDir: false,
  // Playwright and Lighthouse are not bundled, because they start programs of their own.
  ssr: { noExternal: true, external: ['@playwright/test', 'lighthouse'] },
  build: {
    ssr: true,
    rolldownOptions: {
      input: ['move', 'stats', 'finder', 'formats', 'first-paint', 'ui/board', 'ui/typing', 'ui/interactions', 'page/page', 'notes/notes'].map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))),
    },
    emptyOutDir: true,
    target: 'node20',
  },
});
