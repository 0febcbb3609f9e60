import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Runs the script of the page for a path, and returns the files that it preloads. */
function preloadedFiles(path: string, files: Record<string, string[]>): string[] {
  history.replaceState(null, '', path);
  const script = Object.assign(document.createElement('script'), { textContent: '' });
  script.dataset.files = JSON.stringify(files);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  // oxlint-disable-next-line no-new-func -- A classic script of the page.
  new Function(readFileSync('src/boot/preload.js', 'utf8'))();
  return [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href') ?? '');
}

// Other tests share the document.
beforeEach(() => document.head.replaceChildren());

afterEach(() => {
  document.head.replaceChildren();
  document.documentElement.lang = '';
  vi.restoreAllMocks();
});

it('preloads the files of the path and of the language', () => {
  const files = { '^/app': ['/app.js'], '^/app/b/': ['/board.js'], '^de$': ['/language-de.js'], '^es$': ['/language-es.js'] };
  document.documentElement.lang = 'de';
  expect(preloadedFiles('/app/es', files)).toEqual(['/app.js', '/language-de.js']);
});

it('preloads no language for English', () => {
  expect(preloadedFiles('/auth', { '^de$': ['/language-de.js'] })).toEqual([]);
});
