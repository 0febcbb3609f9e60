import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

const FIRST_PAINT = '/src/core/first-paint.js';

/**
 * Ships `src/core/first-paint.js` as it is. It has to run before anything paints, so it is a classic script, which vite
 * does not bundle; and the Content-Security-Policy forbids it to stand inline in the page.
 */
function firstPaint(): Plugin {
  let address = FIRST_PAINT;
  return {
    name: 'first-paint',
    apply: 'build',
    buildStart() {
      const source = readFileSync(fileURLToPath(new URL(`.${FIRST_PAINT}`, import.meta.url)), 'utf8');
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      const fileName = `assets/first-paint-${hash}.js`;
      address = `/${fileName}`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(FIRST_PAINT, address) },
  };
}

/** Where the server listens while developing; `cargo xtask dev` sets it. */
const server = process.env.API_PROXY ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm(), firstPaint()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // The core's package is built apart and linked; pre-bundling would lose its wasm file.
  optimizeDeps: { exclude: ['@twentyfour/core'] },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server, changeOrigin: false, ws: true } },
    fs: { allow: ['.', '../pkg'] },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', '../pkg/tests/**/*.test.ts'],
    setupFiles: ['src/core/testing-setup.ts'],
    restoreMocks: true,
    // Typing letter by letter takes its time where many builds share two cores.
    testTimeout: 20_000,
  },
});
