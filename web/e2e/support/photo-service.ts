/**
 * A fake of the photo service that follows its documentation, on this machine. Its photos have the real host, because
 * the CSP allows no other: the test browsers load the build's wallpapers in their place.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { BrowserContext } from '@playwright/test';

const WALLPAPERS = resolve(import.meta.dirname, '../../public/wallpapers');

/** The host of the service's pictures (core-wasm/src/protocol/photo.rs). */
const IMAGE_HOST = 'https://images.unsplash.com';

/** The access key that the service expects. */
const KEY = 'key-of-the-tests';

/** The number of photos for each query. */
const PHOTOS = 75;

/** The service's behavior: working, failing, or with an exhausted rate limit. */
export type Mode = 'ok' | 'failing' | 'rate_limited';

export class PhotoService {
  /** The requests, oldest first: path and query. */
  readonly requests: string[] = [];
  /** The photos reported as used. */
  readonly downloads: string[] = [];
  mode: Mode = 'ok';

  private constructor(private readonly server: HttpServer) {}

  static async start(): Promise<PhotoService> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', service.url);
      service.requests.push(request.url ?? '');
      const isKnown = request.headers.authorization === `Client-ID ${KEY}`;
      const status = isKnown ? { ok: 200, failing: 500, rate_limited: 403 }[service.mode] : 401;
      const body = status === 200 ? service.respond(url) : { errors: ['OAuth error: The access token is invalid'] };
      const remaining = service.mode === 'rate_limited' ? '0' : '49';
      response.writeHead(body ? status : 404, { 'content-type': 'application/json', 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': remaining });
      response.end(JSON.stringify(body ?? { errors: ["Couldn't find Photo"] }));
    });
    const service = new PhotoService(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return service;
  }

  /** The settings for a server that uses it. */
  get environment(): Record<string, string> {
    return { UNSPLASH_ACCESS_KEY: KEY, UNSPLASH_API_URL: this.url };
  }

  /** Lets a browser load the photos. */
  async showTo(context: BrowserContext): Promise<void> {
    const wallpapers = readdirSync(WALLPAPERS).filter((name) => name.endsWith('-1280.webp')).toSorted();
    await context.route(`${IMAGE_HOST}/**`, async (route) => {
      const number = Number(/photo-(\d+)/.exec(route.request().url())?.[1] ?? 0);
      const body = readFileSync(join(WALLPAPERS, wallpapers[number % wallpapers.length] ?? ''));
      await route.fulfill({ body, contentType: 'image/webp', headers: { 'access-control-allow-origin': '*', 'cache-control': 'max-age=31536000' } });
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private respond({ pathname, searchParams }: URL): object | null {
    const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise);
    const [page, perPage] = [number('page', 1), number('per_page', 10)];
    const onPage = (subject: string) => this.photos(subject).slice((page - 1) * perPage, page * perPage);
    const query = searchParams.get('query') ?? '';
    const download = /^\/photos\/([\w-]+)\/download$/.exec(pathname)?.[1];
    if (download) {
      this.downloads.push(download);
      return { url: `${IMAGE_HOST}/photo-1?dl=${download}.jpg` };
    }
    if (pathname === '/photos/random') return this.photos(query).slice(0, number('count', 1));
    if (pathname === '/photos') return onPage('latest');
    if (pathname !== '/search/photos') return null;
    // One query has no results, for tests.
    const total = query === 'nothing' ? 0 : PHOTOS;
    return { total, total_pages: Math.ceil(total / perPage), results: total === 0 ? [] : onPage(query) };
  }

  private photos(subject: string): object[] {
    const name = subject.replaceAll(/[^a-z0-9]+/gi, '-');
    return Array.from({ length: PHOTOS }, (_, at) => {
      const id = `${name}-${at + 1}`;
      const url = (width: number) => `${IMAGE_HOST}/photo-${at + 1}?ixid=${id}&ixlib=rb-4.0.3&q=80&w=${width}`;
      return {
        id,
        width: 6000,
        height: 4000,
        color: '#262640',
        description: null,
        alt_description: `${subject}, number ${at + 1}`,
        urls: { raw: url(6000), full: url(6000), regular: url(1080), small: url(400), thumb: url(200) },
        links: { html: `https://unsplash.com/photos/${id}`, download_location: `${this.url}/photos/${id}/download?ixid=x` },
        user: { name: `Photographer ${at + 1}`, links: { html: `https://unsplash.com/@photographer${at + 1}` } },
      };
    });
  }
}
