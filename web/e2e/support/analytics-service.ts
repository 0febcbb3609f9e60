/** A fake analytics service on this machine, with another origin than the server. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Implements the contract of the analytics script: it sends the queued page views, then every later one. */
const SCRIPT = `{
  const url = new URL('/view', document.currentScript.src);
  const send = (view) => fetch(url, { method: 'POST', mode: 'no-cors', body: JSON.stringify(view) });
  const queued = window.analyticsQueue;
  window.analyticsQueue = { push: send };
  queued.forEach(send);
}`;

export class AnalyticsService {
  /** The requested paths, oldest first. */
  readonly requests: string[] = [];
  /** The reported page views. */
  readonly views: unknown[] = [];
  /** Whether it serves its script. */
  servesScript = true;

  private constructor(private readonly server: HttpServer) {}

  static async start(): Promise<AnalyticsService> {
    const server = createServer((request, response) => {
      service.requests.push(request.url ?? '');
      if (request.method === 'POST') {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          service.views.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
          response.writeHead(204).end();
        });
        return;
      }
      response.writeHead(service.servesScript ? 200 : 404, { 'content-type': 'text/javascript' }).end(service.servesScript ? SCRIPT : '');
    });
    const service = new AnalyticsService(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return service;
  }

  /** The URL of its script. */
  get script(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/script.js`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
