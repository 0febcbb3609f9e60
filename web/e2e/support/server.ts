/** The release binary, run as in production: with its own data folder and port. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';

const binary = process.env.TWENTYFOUR_BINARY ?? resolve(import.meta.dirname, '../../../target/release/twentyfour');

/** The PostgreSQL server of the test run, and its client; undefined if there is none. */
export const postgresUrl = process.env.TEST_POSTGRES_URL;
const psql = process.env.TEST_PSQL ?? 'psql';

/** Far longer than a start takes on a busy machine, in milliseconds. */
const startLimit = 15_000;

/**
 * The default settings of test servers. They log as much as possible, because even then no secret may appear in the log
 * (secrets.ts). Rate limits are off, because tests send more requests than users; tests of the limits switch them on.
 */
const SETTINGS = {
  LOG: 'info,twentyfour=debug',
  RATE_LIMITS: 'off',
  // No requests to external services.
  GEOIP_API_URL: 'off',
  WEATHER_API_URL: 'off',
  GEOCODING_API_URL: 'off',
  UNSPLASH_API_URL: 'off',
};

/**
 * Where servers keep their data: in memory where a gigabyte is free, because tests wait for every commit. A killed process loses
 * no more there than on a disk.
 */
const dataParent = isRoomy('/dev/shm') ? '/dev/shm' : tmpdir();

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 ** 30;
}

/** The database of a server. */
export type Database = 'sqlite' | 'postgres';

export class Server {
  readonly url: string;
  /** The server's log so far. */
  log = '';
  /** Called right before the server is killed. */
  onKill: () => void = () => {};
  private process: ChildProcess | null = null;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly environment: Record<string, string>,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts a server with an empty database. */
  static async start(environment: Record<string, string> = {}): Promise<Server> {
    const folder = mkdtempSync(join(dataParent, 'twentyfour-e2e-'));
    const server = new Server(await freePort(), folder, environment);
    await server.start();
    return server;
  }

  /** Starts the server again with the same port and data. */
  async start(): Promise<void> {
    const started = spawn(binary, [], { env: this.settings, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = started;
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => (this.log += text));
    await this.ready(started);
  }

  /** Runs `twentyfour admin` and returns its output. */
  administer(...task: string[]): string {
    return execFileSync(binary, ['admin', ...task], { env: this.settings, encoding: 'utf8' });
  }

  /** Kills the server with SIGKILL, like a power cut. */
  async kill(): Promise<void> {
    const running = this.process;
    this.process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    this.onKill();
    // Waits until all of its output has been read.
    const ended = new Promise((done) => running.once('close', done));
    running.kill('SIGKILL');
    await ended;
  }

  /** Kills and restarts the server. The page is blank meanwhile and then reopened. */
  async restart(page: Page): Promise<void> {
    const address = page.url();
    await page.goto('about:blank');
    await this.kill();
    await this.start();
    await page.goto(address);
  }

  /** Stops the server and removes its data. */
  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get settings(): NodeJS.ProcessEnv {
    const folders = { DATA_DIR: this.folder, ATTACHMENTS_DIR: join(this.folder, 'attachments') };
    return { PATH: process.env.PATH, ...SETTINGS, ...this.environment, ...folders, LISTEN_ADDR: `127.0.0.1:${this.port}` };
  }

  private async ready(started: ChildProcess): Promise<void> {
    let failure: unknown = null;
    started.once('error', (error) => (failure = error));
    const limit = Date.now() + startLimit;
    while (Date.now() < limit && failure === null && started.exitCode === null) {
      const answer = await fetch(`${this.url}/api/health/`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`the server ${binary} did not start: ${failure ?? ''}\n${this.log}`);
  }
}

/** Creates an empty database on the test run's PostgreSQL and returns its URL. */
export function postgresDatabase(): string {
  if (!postgresUrl) throw new Error('TEST_POSTGRES_URL is not set: run the tests by cargo xtask test');
  const name = `browser_${randomUUID().replaceAll('-', '')}`;
  execFileSync(psql, [postgresUrl, '-qc', `CREATE DATABASE ${name}`]);
  return postgresUrl.replace(/[^/]*$/, name);
}

/** Returns a free port on this machine. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? found(address.port) : failed(new Error('no port'))));
    });
  });
}
