/** A reverse proxy that can rewrite the texts that pass through it. */
import { type IncomingHttpHeaders, type IncomingMessage, type Server as HttpServer, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Server } from './server';

export interface Rewriter {
  /** Returns whether to rewrite the response for this path. */
  handles(path: string): boolean;
  rewrite(path: string, text: string, headers: IncomingHttpHeaders): { text: string; headers: IncomingHttpHeaders };
}

export class Proxy {
  private readonly upgraded = new Set<Duplex>();

  private constructor(
    readonly url: string,
    private readonly http: HttpServer,
    private readonly server: Pick<Server, 'url'>,
    private readonly rewriter: Rewriter,
  ) {}

  static async start(server: Pick<Server, 'url'>, rewriter: Rewriter): Promise<Proxy> {
    const http = createServer();
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    const proxy = new Proxy(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, http, server, rewriter);
    proxy.serve();
    return proxy;
  }

  async dispose(): Promise<void> {
    this.http.closeAllConnections();
    // Upgraded connections no longer belong to the HTTP server.
    for (const socket of this.upgraded) socket.destroy();
    await new Promise((done) => this.http.close(done));
  }

  private serve(): void {
    const { hostname, port } = new URL(this.server.url);
    this.http.on('request', (incoming: IncomingMessage, outgoing) => {
      const path = incoming.url ?? '/';
      const isRewritten = this.rewriter.handles(path);
      const headers = { ...incoming.headers };
      // The body is rewritten as plain text, and must not come from the browser's cache.
      if (isRewritten) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name];
      const forwarded = request({ hostname, port, path, method: incoming.method, headers }, (response) => {
        if (!isRewritten || response.statusCode !== 200) {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(outgoing);
          return;
        }
        const { 'content-length': _length, etag: _etag, ...otherHeaders } = response.headers;
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const rewritten = this.rewriter.rewrite(path, Buffer.concat(parts).toString('utf8'), otherHeaders);
          outgoing.writeHead(200, rewritten.headers).end(rewritten.text);
        });
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
    this.http.on('upgrade', (incoming: IncomingMessage, socket, head) => {
      this.upgraded.add(socket);
      const upstream = connect(Number(port), hostname, () => {
        const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1] ?? ''}`] : []));
        upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        upstream.write(head);
        socket.pipe(upstream).pipe(socket);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
  }
}
