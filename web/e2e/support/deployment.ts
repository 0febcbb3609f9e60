/** Stands in front of a server as a reverse proxy does, and can hand out its web build as if it were a newer one. */
import { type IncomingMessage, type Server as HttpServer, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Server } from './server';
import type { Duplex } from 'node:stream';

export class Deployment {
  /** How many newer builds have been put in place. */
  private builds = 0;

  private constructor(
    readonly url: string,
    private readonly http: HttpServer,
    private readonly server: Server,
  ) {}

  private readonly upgraded = new Set<Duplex>();

  static async of(server: Server): Promise<Deployment> {
    const http = createServer();
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    const deployment = new Deployment(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, http, server);
    deployment.serve();
    return deployment;
  }

  /** Puts a newer build in place: its page tells its number (`meta[name=build]`), and its worker knows of that page. */
  publish(): void {
    this.builds += 1;
  }

  async dispose(): Promise<void> {
    this.http.closeAllConnections();
    // The live connections are not the web server's any more.
    for (const socket of this.upgraded) socket.destroy();
    await new Promise((done) => this.http.close(done));
  }

  private serve(): void {
    const { hostname, port } = new URL(this.server.url);
    this.http.on('request', (asked: IncomingMessage, answer) => {
      const path = asked.url ?? '/';
      // The two files that differ are changed as text.
      const rewritten = this.builds > 0 && (path === '/service-worker.js' || path === '/app');
      const headers = { ...asked.headers };
      if (rewritten) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name];
      const forwarded = request({ hostname, port, path, method: asked.method, headers }, (found) => {
        if (!rewritten) {
          answer.writeHead(found.statusCode ?? 502, found.headers);
          found.pipe(answer);
          return;
        }
        const { 'content-length': _length, etag: _etag, ...kept } = found.headers;
        const parts: Buffer[] = [];
        found.on('data', (part: Buffer) => parts.push(part));
        found.on('end', () => answer.writeHead(200, kept).end(this.newer(path, Buffer.concat(parts).toString('utf8'))));
      });
      forwarded.on('error', () => answer.destroy());
      asked.pipe(forwarded);
    });
    this.http.on('upgrade', (asked: IncomingMessage, socket, head) => {
      this.upgraded.add(socket);
      const upstream = connect(Number(port), hostname, () => {
        const lines = asked.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1] ?? ''}`] : []));
        upstream.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        upstream.write(head);
        socket.pipe(upstream).pipe(socket);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
  }

  private newer(path: string, text: string): string {
    if (path === '/app') return text.replace('<head>', `<head><meta name="build" content="${this.builds}">`);
    const changed = text.replace(/("revision":")[^"]*(","url":"\/app"\})/, `$1build-${this.builds}$2`);
    if (changed === text) throw new Error('the service worker does not name the page');
    return changed;
  }
}
