/**
 * A browser without Playwright, which would keep every page visible and active: plain Chromium, controlled over a pipe
 * (Chrome DevTools Protocol). Here background tabs are hidden and throttled.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, debianChromium } from './chromium';

type Params = Record<string, unknown>;
interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export class HiddenBrowser {
  private lastId = 0;
  private readonly pendingReplies = new Map<number, (reply: Reply) => void>();
  private partialMessage = '';

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {
    const output = process.stdio[4] as Readable;
    output.setEncoding('utf8');
    output.on('data', (text: string) => {
      const messages = (this.partialMessage + text).split('\0');
      this.partialMessage = messages.pop() ?? '';
      for (const message of messages) this.onMessage(JSON.parse(message) as Reply);
    });
  }

  /** Starts the browser; pages hidden for five seconds are throttled to one wake-up per minute. */
  static start(): HiddenBrowser {
    const folder = mkdtempSync(join(tmpdir(), 'twentyfour-hidden-'));
    const started = spawn(
      debianChromium ?? chromium.executablePath(),
      [
        '--headless=new',
        '--remote-debugging-pipe',
        `--user-data-dir=${folder}`,
        '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/5',
        ...CHROMIUM_ARGUMENTS,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    return new HiddenBrowser(started, folder);
  }

  /** Opens a tab in front of all others, and returns it with its target id. */
  async open(url: string): Promise<{ tab: Tab; target: string }> {
    const { targetId } = await this.send('Target.createTarget', { url });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    return { tab: new Tab(this, String(sessionId)), target: String(targetId) };
  }

  /**
   * Opens a URL in a tab whose user is logged in from the first page on. The given script runs before the page's own.
   */
  async openSignedIn(url: string, { access_token, refresh_token }: Record<'access_token' | 'refresh_token', string>, script: string): Promise<Tab> {
    const { tab } = await this.open('about:blank');
    await tab.send('Page.enable');
    const tokens = JSON.stringify({ access_token, refresh_token });
    const source = `
      if (location.origin === ${JSON.stringify(new URL(url).origin)}) {
        for (const [key, token] of Object.entries(${tokens})) localStorage.getItem(key) ?? localStorage.setItem(key, token);
        ${script}
      }
    `;
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await tab.send('Page.navigate', { url });
    return tab;
  }

  /** Opens an empty tab in front of all others. */
  async openEmptyTabInFront(): Promise<void> {
    const { target } = await this.open('about:blank');
    await this.send('Target.activateTarget', { targetId: target });
  }

  async send(method: string, params: Params = {}, sessionId?: string): Promise<Record<string, unknown>> {
    this.lastId += 1;
    const id = this.lastId;
    const reply = new Promise<Reply>((resolve) => this.pendingReplies.set(id, resolve));
    (this.process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await reply;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  async dispose(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = new Promise((done) => this.process.once('exit', done));
      // The browser ends its child processes first, so that none of them writes into its folder anymore.
      void this.send('Browser.close');
      const limit = setTimeout(() => this.process.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(limit);
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private onMessage(message: Reply): void {
    const resolve = message.id === undefined ? undefined : this.pendingReplies.get(message.id);
    if (message.id === undefined || !resolve) return;
    this.pendingReplies.delete(message.id);
    resolve(message);
  }
}

/** A tab of the browser. */
export class Tab {
  constructor(
    private readonly browser: HiddenBrowser,
    private readonly session: string,
  ) {}

  async send(method: string, params: Params = {}): Promise<Record<string, unknown>> {
    return this.browser.send(method, params, this.session);
  }

  /** Evaluates an expression in the tab and awaits a promise. */
  async evaluate<T>(expression: string): Promise<T> {
    const reply = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (reply.exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(reply.exceptionDetails)}`);
    return (reply.result as { value: T }).value;
  }
}
