// @vitest-environment node
import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { isPublicPageRequest } from '../src/platform/worker/site-cache.ts';
import { assemble, SITE_PAGES, type SiteFiles } from './site-pages.ts';

const files: SiteFiles = { firstPaint: '/assets/first.js', script: '/assets/site.js', font: '/assets/font.woff2', style: 'a{width:50%}$&' };

const part = (name: string): string => {
  if (name === 'head') return '<title>{{title}}</title><style>{{style}}</style><script src="{{script}}"></script>';
  throw new Error(`there is no part ${name}`);
};

describe('a page of the site', () => {
  it('is assembled from its partials with their values', () => {
    const page = '<head>\n    <!-- include head title="About $& us" -->\n</head>\n  <p>{{font}} [[year]]<!--{ if x }-->y<!--{ endif }--></p>';
    expect(assemble(page, files, part)).toBe(
      '<head>\n<title>About $& us</title><style>a{width:50%}$&</style><script src="/assets/site.js"></script>\n</head>\n' +
        '<p>/assets/font.woff2 [[year]]<!--{ if x }-->y<!--{ endif }--></p>',
    );
  });

  it('fails where a value or a part is missing', () => {
    expect(() => assemble('<!-- include head -->', files, part)).toThrow('title');
    expect(() => assemble('<p>{{nobody}}</p>', files, part)).toThrow('nobody');
    expect(() => assemble('<!-- include foot -->', files, part)).toThrow('foot');
  });

  it('is cached for offline use, except the one with a secret in its URL', () => {
    const origin = 'https://twentyfour.example';
    vi.stubGlobal('location', { origin });
    const paths = Object.values(SITE_PAGES).filter((path) => path !== null);
    const isKept = (path: string) => isPublicPageRequest({ url: origin + path, method: 'GET', mode: 'navigate' });
    expect(paths.filter((path) => !isKept(path))).toEqual(['/waitlist/leave']);
    vi.unstubAllGlobals();
  });

  it('is listed for every file of the folder', () => {
    const folder = new URL('../site/', import.meta.url);
    const found = readdirSync(folder).filter((file) => file.endsWith('.html'));
    expect(found.toSorted()).toEqual(Object.keys(SITE_PAGES).map((name) => `${name}.html`).toSorted());
  });
});
