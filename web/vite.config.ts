import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import wasm from 'vite-plugin-wasm';
import { configDefaults, defineConfig } from 'vitest/config';
import { inlineScripts } from './build/classic-script.ts';
import { compileEagerly } from './build/compile-eagerly.ts';
import { fileImportCheck } from './build/file-import-check.ts';
import { indexImports } from './build/index-imports.ts';
import { siteInDevelopment } from './build/site-pages.ts';

/** The file with the core's package; `src/core/load-core.ts` imports it dynamically, after the first paint. */
const CORE = /\/src\/core\/core-module\.ts$/;

/** The built WebAssembly file of the core. That of the finder is loaded for the first search. */
const CORE_WASM = /twentyfour_core_bg[^/]*\.wasm$/;

/** The files with all texts of a language, loaded if it is chosen. */
const LANGUAGE = /\/src\/core\/languages\/\w+\.ts$/;

/** The layout routes of all pages that need the core. */
const LAYOUT_ROUTES = /\/routes\/(core-gate|layout)\.tsx$/;

/** The Home page and the board page. */
const HOME = /\/routes\/home\.tsx$/;
const BOARD = /\/routes\/board\.tsx$/;

/** Dialogs, popovers, menus and tooltips, which share most of their code. */
const OVERLAYS = /\/(ui\/(DialogPanel|PopoverPanel|TooltipBubble|Menu)|layout\/AccountMenuPanel)\.tsx$/;

/** The pattern of the paths of all pages of the app. */
const APP = '^/app';

/**
 * The modules to preload, by the pattern of the paths. All pages but Home cannot be drawn without the core, so its
 * WebAssembly comes first. Home loads it after its first paint, because it is three times the size of everything else.
 */
const PRELOADS: readonly { paths: string; modules: readonly RegExp[]; hasWasm?: boolean }[] = [
  { paths: '^/app/.', modules: [], hasWasm: true },
  { paths: APP, modules: [LAYOUT_ROUTES, CORE] },
  { paths: '^/app/?$', modules: [HOME] },
  { paths: '^/app/b/', modules: [BOARD] },
];

/** The pages of the app that load without the core. The public pages are not part of the app (`site/`). */
const CORELESS_ROUTES = /\/src\/routes\/(test|not-found)\.tsx$/;

/** The part of Rolldown's module graph that is used here. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: string[] } | null;
}

/**
 * Returns a plugin that gives `src/boot/preload.js` the names of the built files of the modules above, of all their
 * static imports, and of the languages.
 */
function preloadFiles(): Plugin {
  return {
    name: 'preload-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const filesOf = (chunk: (typeof chunks)[number], found: Set<string>): void => {
          if (found.has(chunk.fileName)) return;
          found.add(chunk.fileName);
          for (const other of chunks) if (chunk.imports.includes(other.fileName)) filesOf(other, found);
        };
        const coreless = new Set<string>();
        for (const chunk of chunks) if (CORELESS_ROUTES.test(chunk.facadeModuleId ?? '')) filesOf(chunk, coreless);
        const core = chunks.find((chunk) => CORE.test(chunk.facadeModuleId ?? ''));
        if (!core || coreless.size === 0) throw new Error('the core, or the pages without it, are not where they were');
        if (coreless.has(core.fileName)) throw new Error('a page that does without the core loads it');
        const files: Record<string, string[]> = {};
        // Files that the page itself names need no preloading.
        const isNew = (file: string, paths: string) =>
          !html.includes(`/${file}"`) && (paths === APP || !files[APP]?.includes(`/${file}`));
        for (const { paths, modules, hasWasm = false } of PRELOADS) {
          const found = new Set<string>();
          const needed = modules.flatMap((module) =>
            chunks.filter((chunk) => chunk.isDynamicEntry && module.test(chunk.facadeModuleId ?? '')),
          );
          if (needed.length < modules.length) throw new Error(`A module to preload at ${paths} is missing from the build.`);
          for (const chunk of needed) filesOf(chunk, found);
          const wasmFiles = hasWasm ? Object.keys(bundle).filter((file) => CORE_WASM.test(file)) : [];
          const preloaded = [...wasmFiles, ...[...found].filter((file) => isNew(file, paths))];
          files[paths] = preloaded.map((file) => `/${file}`);
        }
        for (const { facadeModuleId, name, fileName } of chunks) {
          if (LANGUAGE.test(facadeModuleId ?? '')) files[`^${name}$`] = [`/${fileName}`];
        }
        return html.replace('data-files="{}"', `data-files='${JSON.stringify(files)}'`);
      },
    },
  };
}

/** The built files and their entries: modules needed together share a file, because each file costs a request. */
const FILES: readonly { name: string; entries: readonly RegExp[] }[] = [
  { name: 'page', entries: [/\/src\/main\.tsx$/] },
  // Little more than what the app needs too.
  { name: 'page', entries: [CORELESS_ROUTES] },
  { name: 'app', entries: [LAYOUT_ROUTES] },
  { name: 'overlays', entries: [OVERLAYS] },
  // Little. Home must not load the board's file.
  { name: 'app', entries: [HOME, BOARD] },
  // What other pages share with Home; they must not load its file, which contains the timer.
  { name: 'app', entries: [HOME, /\/src\/routes\/(?!home\.)/] },
  { name: 'home', entries: [HOME] },
  // What other pages share with the board; they must not load its file, which contains dnd-kit. The calendar does, because it
  // drags cards too.
  { name: 'shared', entries: [BOARD, /\/src\/routes\/(?!board\.|calendar\.)/] },
  { name: 'board', entries: [BOARD] },
];

/** Returns the file of a module: the first whose entries all need it; undefined for modules that are only loaded later. */
function fileOf(id: string, graph: ModuleGraph): string | undefined {
  const found = new Set<string>();
  const needs = (module: string): void => {
    if (found.has(module)) return;
    found.add(module);
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) needs(importer);
  };
  needs(id);
  return FILES.find(({ entries }) => entries.every((entry) => [...found].some((module) => entry.test(module))))?.name;
}

const ICON_192 = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' };

/** The web app manifest. */
const MANIFEST: Partial<ManifestOptions> = {
  id: '/app',
  name: 'Twentyfour',
  short_name: 'Twentyfour',
  description: 'Focus timer, boards, notes and stats in one calm place. Get the most out of every 24 hours.',
  start_url: '/app',
  scope: '/',
  display: 'standalone',
  lang: 'en',
  theme_color: '#0b0f14',
  background_color: '#0b0f14',
  categories: ['productivity'],
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ICON_192,
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Start focus', description: 'Starts the focus timer.', url: '/app?start=focus', icons: [ICON_192] },
    { name: 'Boards', description: 'Shows your boards.', url: '/app/b', icons: [ICON_192] },
  ],
};

/**
 * Builds `src/platform/worker/service-worker.ts` with the list of all files that the app needs offline, and writes the
 * manifest. The page registers the worker itself (`src/platform/app-update.ts`).
 */
const offline = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/platform/worker',
  filename: 'service-worker.ts',
  injectRegister: false,
  manifest: MANIFEST,
  // The pattern below matches them too.
  includeManifestIcons: false,
  injectManifest: {
    rollupFormat: 'iife',
    globPatterns: ['**/*.{css,html,js,png,svg,wasm,webmanifest,webp,woff2}'],
    // Not worth precaching: the password strength estimate, the wallpapers, and the pictures of the public pages. Sounds
    // are cached on first use.
    globIgnores: ['**/strength-*.js', 'features/**', 'og.png', 'wallpapers/**'],
    dontCacheBustURLsMatching: /^assets\//,
    // A larger file fails the build, instead of silently missing offline.
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    // The server serves the page at `/app`, not under its file name.
    manifestTransforms: [
      async (entries) => ({
        manifest: entries.map((entry) => ({ ...entry, url: entry.url === 'index.html' ? '/app' : `/${entry.url}` })),
      }),
    ],
  },
});

/** The address of the server during development; `cargo xtask dev` sets it. */
const server = process.env.API_PROXY ?? 'http://127.0.0.1:8080';

const TESTS = ['src/**/*.test.{ts,tsx}', '{build,site}/**/*.test.ts', '../pkg/tests/**/*.test.ts'];

/**
 * The tests that need isolated modules: those that mock modules, which only works before they are loaded, or load them again, and
 * those of toasts and tooltips, whose modules keep global state.
 */
const apart = readdirSync(new URL('src/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /vi\.(mock|resetModules)\(|'react-hot-toast'|'\.\/Tooltip'/.test(readFileSync(new URL(file, import.meta.url), 'utf8')));

/**
 * Makes WebAssembly files importable. In tests they are embedded, as the plugin does in Node, because jsdom cannot load
 * files.
 */
function wasmPlugin(): Plugin {
  const plugin = wasm() as Plugin & { load(this: unknown, id: string, options: { ssr?: boolean }): unknown };
  if (!process.env.VITEST) return plugin;
  const { load } = plugin;
  return { ...plugin, load: (id, options) => load.call(plugin, id, { ...options, ssr: true }) as Promise<string> };
}

export default defineConfig({
  plugins: [indexImports(), react(), tailwindcss(), wasmPlugin(), inlineScripts(), preloadFiles(), fileImportCheck(), siteInDevelopment(), offline, compileEagerly((module) => LANGUAGE.test(module))],
  build: {
    // `cargo xtask check` adds up what each page loads (xtask/src/tasks/budgets.rs).
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The service worker recognizes the files of languages by their names (`src/platform/language-cache.ts`).
        chunkFileNames: ({ facadeModuleId }) => (LANGUAGE.test(facadeModuleId ?? '') ? 'assets/language-[name]-[hash].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          // The page's entry chunk contains its styles, and must keep the name that the page uses.
          groups: [{ name: (id, graph) => fileOf(id, graph) ?? null, test: /(?<!\/src\/main)\.([cm]?js|json|tsx?)(\?worker&url)?$/ }],
        },
      },
    },
  },
  // The core's package is built separately and linked; pre-bundling would lose its wasm file.
  optimizeDeps: { exclude: ['@twentyfour/core'] },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server, changeOrigin: false, ws: true }, '/calendar/': { target: server, changeOrigin: false } },
    fs: { allow: ['.', '../pkg'] },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // Simulated typing is slow when many builds share two cores.
    testTimeout: 20_000,
    // On two processors Vitest would use only one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Loading React, the core and jsdom again for each file took twice as long as all tests together.
    projects: [
      {
        extends: true,
        test: { name: 'together', include: TESTS, exclude: [...configDefaults.exclude, ...apart], isolate: false },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
