/** The release binary, run as an operator runs it: with a folder of data and a port of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';

const binary = process.env.TWENTYFOUR_BINARY ?? resolve(import.meta.dirname, '../../../target/release/twentyfour');

/** A PostgreSQL of the test run, and the program that speaks to it; unset where there is none. */
export const postgresUrl = process.env.TEST_POSTGRES_URL;
const psql = process.env.TEST_PSQL ?? 'psql';

/** Far beyond what a start takes on a busy machine. */
const startLimit = 15_000;

/**
 * What every server of these tests is set to unless a test says otherwise. It tells all that it may tell, since what passes
 * through the tests must not stand in its log even then (secrets.ts). Tests ask more often than any person: those about
 * limits switch them on.
 */
const SETTINGS = {
  LOG: 'info,twentyfour_server=debug',
  RATE_LIMITS: 'off',
  // Nothing outside this machine is asked.
  GEOIP_API_URL: 'off',
  WEATHER_API_URL: 'off',
  GEOCODING_API_URL: 'off',
  UNSPLASH_API_URL: 'off',
};

/** Where a server keeps its data. */
export type Database = 'sqlite' | 'postgres';

export class Server {
  readonly url: string;
  /** Everything that it has written to its log. */
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
    const folder = mkdtempSync(join(tmpdir(), 'twentyfour-e2e-'));
    const server = new Server(await freePort(), folder, environment);
    await server.start();
    return server;
  }

  /** Starts it again where it was: the same port, the same data. */
  async start(): Promise<void> {
    const started = spawn(binary, [], { env: this.settings, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = started;
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => (this.log += text));
    await this.ready(started);
  }

  /** Does what its host does by `twentyfour admin`, and answers what that prints. */
  administer(...task: string[]): string {
    return execFileSync(binary, ['admin', ...task], { env: this.settings, encoding: 'utf8' });
  }

  /** Ends it as a power cut would: with SIGKILL, so that it can finish nothing. */
  async kill(): Promise<void> {
    const running = this.process;
    this.process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    this.onKill();
    // Not before all that it has written has been read.
    const ended = new Promise((done) => running.once('close', done));
    running.kill('SIGKILL');
    await ended;
  }

  /** A power cut and a new start. Meanwhile the page asks nothing of it; then it shows again what it showed. */
  async restart(page: Page): Promise<void> {
    const address = page.url();
    await page.goto('about:blank');
    await this.kill();
    await this.start();
    await page.goto(address);
  }

  /** Ends it and removes its data. */
  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get settings(): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, ...SETTINGS, ...this.environment, LISTEN_ADDR: `127.0.0.1:${this.port}`, DATA_DIR: this.folder };
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

/** Makes an empty database on the PostgreSQL of the test run, and gives its address. */
export function postgresDatabase(): string {
  if (!postgresUrl) throw new Error('TEST_POSTGRES_URL is not set: run the tests by cargo xtask test');
  const name = `browser_${randomUUID().replaceAll('-', '')}`;
  execFileSync(psql, [postgresUrl, '-qc', `CREATE DATABASE ${name}`]);
  return postgresUrl.replace(/[^/]*$/, name);
}

/** A port of this machine that nobody listens on. */
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
