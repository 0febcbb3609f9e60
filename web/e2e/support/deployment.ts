/** A server behind a reverse proxy that can publish its web build as a newer one. */
import { Proxy } from './proxy';
import type { Server } from './server';

export class Deployment {
  /** The number of newer builds published. */
  private builds = 0;
  private proxy: Proxy | null = null;

  private constructor() {}

  static async of(server: Server): Promise<Deployment> {
    const deployment = new Deployment();
    deployment.proxy = await Proxy.start(server, {
      // Only these two files differ between builds.
      handles: (path) => deployment.builds > 0 && (path === '/service-worker.js' || path === '/app'),
      rewrite: (path, text, headers) => ({ text: deployment.newer(path, text), headers }),
    });
    return deployment;
  }

  get url(): string {
    return this.proxy?.url ?? '';
  }

  /**
   * Publishes a newer build: its page contains the build number (`meta[name=build]`), and its worker has a new revision
   * of that page.
   */
  publish(): void {
    this.builds += 1;
  }

  async dispose(): Promise<void> {
    await this.proxy?.dispose();
  }

  private newer(path: string, text: string): string {
    if (path === '/app') return text.replace('<head>', `<head><meta name="build" content="${this.builds}">`);
    const changed = text.replace(/("revision":")[^"]*(","url":"\/app"\})/, `$1build-${this.builds}$2`);
    if (changed === text) throw new Error('the service worker does not name the page');
    return changed;
  }
}
