/** A service that counts page views, on an origin of its own on this machine. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What its script does by the contract: it takes out what waits, and is told each page view from then on. */
const SCRIPT = `{
  const address = new URL('/view', document.currentScript.src);
  const tell = (view) => fetch(address, { method: 'POST', mode: 'no-cors', body: JSON.stringify(view) });
  const waiting = window.analyticsQueue;
  window.analyticsQueue = { push: tell };
  waiting.forEach(tell);
}`;

export class AnalyticsService {
  /** The paths that were asked for, oldest first. */
  readonly asked: string[] = [];
  /** The page views that it was told. */
  readonly views: unknown[] = [];
  /** Whether it has its script. */
  isThere = true;

  private constructor(private readonly server: HttpServer) {}

  static async start(): Promise<AnalyticsService> {
    const server = createServer((request, response) => {
      service.asked.push(request.url ?? '');
      if (request.method === 'POST') {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          service.views.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
          response.writeHead(204).end();
        });
        return;
      }
      response.writeHead(service.isThere ? 200 : 404, { 'content-type': 'text/javascript' }).end(service.isThere ? SCRIPT : '');
    });
    const service = new AnalyticsService(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return service;
  }

  /** Where its script is. */
  get script(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/script.js`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
