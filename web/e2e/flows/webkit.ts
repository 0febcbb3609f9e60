/** WebKitGTK's MiniBrowser on a virtual display, driven by WebKitWebDriver (W3C WebDriver). */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Proxy } from '../support/proxy';
import { freePort } from '../support/server';
import { consoleRecorder, takeRecorded } from './console-recorder';
import { type Driver, type Key, type Modifier, TIME_ZONE, VIEWPORT } from './driver';

/** The paths in Debian's packages. */
const WEBDRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';

/** How long a program may take to start on a busy machine, in milliseconds. */
const START_LIMIT = 30_000;

/** The code points that stand for keys in WebDriver. */
const KEYS: Record<Key | Modifier, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Backspace: '\uE003',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Delete: '\uE017',
  End: '\uE010',
  z: 'z',
  Shift: '\uE008',
  Control: '\uE009',
};

export async function startWebKit(url: string): Promise<Driver> {
  const processes: ChildProcess[] = [];
  const stop = () => Promise.all(processes.toReversed().map(end));
  try {
    const { display, process: xvfb } = await startDisplay();
    processes.push(xvfb);
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, TZ: TIME_ZONE, LANG: 'en_GB.UTF-8', GDK_BACKEND: 'x11' };
    const driver = spawn(WEBDRIVER, [`--port=${port}`], { env, stdio: 'ignore', detached: true });
    processes.push(driver);
    const session = await Session.open(`http://127.0.0.1:${port}`, driver);
    const proxy = await Proxy.start({ url }, consoleRecorder);
    return new WebKitDriver(session, proxy, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a display server that picks a free display itself and writes its number to the third file descriptor. */
async function startDisplay(): Promise<{ display: string; process: ChildProcess }> {
  const screen = `${VIEWPORT.width}x${VIEWPORT.height + 200}x24`;
  const started = spawn(DISPLAY_SERVER, ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const number = await new Promise<string>((resolve, reject) => {
    started.once('error', reject);
    started.once('exit', (code) => reject(new Error(`${DISPLAY_SERVER} ended with ${code}`)));
    (started.stdio[3] as Readable).setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
  });
  return { display: `:${number}`, process: started };
}

/** Ends a program and all of its child processes. */
async function end(running: ChildProcess): Promise<void> {
  if (running.pid === undefined) return;
  const isOver = running.exitCode !== null || running.signalCode !== null;
  const exited = isOver ? Promise.resolve() : new Promise<void>((done) => running.once('exit', () => done()));
  try {
    process.kill(-running.pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
  await exited;
}

/** A WebDriver session. */
class Session {
  private constructor(
    private readonly server: string,
    private readonly id: string,
  ) {}

  static async open(server: string, driver: ChildProcess): Promise<Session> {
    let failure: Error | null = null;
    driver.once('error', (error) => (failure = error));
    const limit = Date.now() + START_LIMIT;
    while (!(await fetch(`${server}/status`).catch(() => null))?.ok) {
      if (failure !== null) throw failure;
      if (driver.exitCode !== null || Date.now() > limit) throw new Error(`${WEBDRIVER} did not start`);
      await new Promise((done) => setTimeout(done, 20));
    }
    const capabilities = { alwaysMatch: { timeouts: { script: 30_000, pageLoad: 60_000 } } };
    const { sessionId } = await call<{ sessionId: string }>('POST', `${server}/session`, { capabilities });
    return new Session(server, sessionId);
  }

  send<T>(method: 'GET' | 'POST' | 'DELETE', command: string, body?: unknown): Promise<T> {
    return call(method, `${this.server}/session/${this.id}${command}`, body);
  }
}

async function call<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

class WebKitDriver implements Driver {
  private isSized = false;

  constructor(
    private readonly session: Session,
    private readonly proxy: Proxy,
    private readonly stop: () => Promise<unknown>,
  ) {}

  async goto(path: string): Promise<void> {
    if (!this.isSized) await this.resize();
    await this.session.send('POST', '/url', { url: this.proxy.url + path });
  }

  async reload(): Promise<void> {
    await this.session.send('POST', '/refresh', {});
  }

  async evaluate<T>(expression: string): Promise<T> {
    const script = `
      const done = arguments[0];
      Promise.resolve().then(() => (${expression}))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.session.send<{ value?: T; error?: string }>('POST', '/execute/async', { script, args: [] });
    if (error !== undefined) throw new Error(error);
    return value as T;
  }

  movePointer(x: number, y: number): Promise<void> {
    return this.point({ type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) });
  }

  pressPointer(): Promise<void> {
    return this.point({ type: 'pointerDown', button: 0 });
  }

  releasePointer(): Promise<void> {
    return this.point({ type: 'pointerUp', button: 0 });
  }

  async pressKey(key: Key): Promise<void> {
    await this.type(KEYS[key]);
  }

  async pressKeyWith(modifier: Modifier, key: Key): Promise<void> {
    const [held, value] = [KEYS[modifier], KEYS[key]];
    await this.pressKeys([
      { type: 'keyDown', value: held },
      { type: 'keyDown', value },
      { type: 'keyUp', value },
      { type: 'keyUp', value: held },
    ]);
  }

  async type(text: string): Promise<void> {
    await this.pressKeys([...text].flatMap((value) => (['keyDown', 'keyUp'] as const).map((type) => ({ type, value }))));
  }

  takeProblems(): Promise<string[]> {
    return this.evaluate(takeRecorded);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.session.send<string>('GET', '/screenshot'), 'base64');
  }

  async close(): Promise<void> {
    // MiniBrowser is not in the driver's process group; only the end of the session closes it.
    await this.session.send('DELETE', '').catch(() => undefined);
    await this.proxy.dispose();
    await this.stop();
  }

  /** Resizes the window so that the viewport below its toolbar has the required size. */
  private async resize(): Promise<void> {
    await this.session.send('POST', '/window/rect', { x: 0, y: 0, ...VIEWPORT });
    const [width = 0, height = 0] = await this.evaluate<number[]>('[innerWidth, innerHeight]');
    const toolbar = { width: VIEWPORT.width - width, height: VIEWPORT.height - height };
    await this.session.send('POST', '/window/rect', { width: VIEWPORT.width + toolbar.width, height: VIEWPORT.height + toolbar.height });
    this.isSized = true;
  }

  private async pressKeys(actions: { type: 'keyDown' | 'keyUp'; value: string }[]): Promise<void> {
    await this.session.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  private async point(action: Record<string, unknown>): Promise<void> {
    const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [action] };
    await this.session.send('POST', '/actions', { actions: [pointer] });
  }
}
