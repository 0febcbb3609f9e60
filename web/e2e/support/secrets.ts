/**
 * Every password and every token that passes through a test, and where none of them may ever be read: in the log of the
 * server, and in an address that was asked for.
 */
import type { APIRequestContext, APIResponse, BrowserContext, Request, Response } from '@playwright/test';

/** Where secrets pass. */
const SECRET_ROUTES = /\/api\/(auth|account)\//;

/** The fields of bodies that hold them. `token` is that of a mailed link, or one to validate. */
const SECRET_FIELDS = new Set(['password', 'current_password', 'access_token', 'refresh_token', 'token']);

/** What is shorter is nobody's password, and far from being a token. */
const SHORTEST = 8;

/** The start of a line of the log with which something new begins: the time, as the server writes it. */
const BEGINS = /^\d{4}-\d\d-\d\dT\S+Z\s/;

/** A mail that stands in the log, since no mail server is set: there alone may its link be read. */
const MAIL = /^\S+\s+WARN mail: SMTP_URL is not set/;

/** The colours in which the log is written. */
// oxlint-disable-next-line no-control-regex -- They begin with a control character.
const COLORS = /\u001B\[[\d;]*m/g;

export class Secrets {
  private readonly texts = new Set<string>();
  /** Those of mailed links. */
  private readonly links = new Set<string>();
  private readonly addresses: string[] = [];
  private readonly reading: Promise<void>[] = [];

  /** Follows all that a browser sends and gets, and what a test sends with the browser's own requests. */
  watch(context: BrowserContext): void {
    context.on('request', (request) => this.sent(request));
    context.on('response', (response) => {
      if (SECRET_ROUTES.test(response.url())) this.reading.push(this.readAnswer(response));
    });
    this.watchRequests(context.request);
  }

  /** Keeps what a browser holds at last, before it is closed. */
  async collect(context: BrowserContext): Promise<void> {
    for (const page of context.pages()) {
      const stored = await page
        .evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')])
        // A page without an origin has no storage, and one that is on its way to another cannot be asked.
        .catch(() => []);
      for (const token of stored) this.add(token);
    }
  }

  /** Keeps every secret of a body. */
  note(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (!SECRET_FIELDS.has(name)) this.note(value);
      else this.add(value, name === 'token');
    }
  }

  /** Keeps an address that was asked for. What follows its # stays in the browser: no server ever sees it. */
  noteAddress(address: string): void {
    this.addresses.push(address.split('#')[0] ?? '');
  }

  /** How many secrets are known. */
  get count(): number {
    return this.texts.size;
  }

  /** What of it a log tells, and where an address has told it: nothing, or a line for each. */
  async toldBy(log: string): Promise<string[]> {
    await Promise.all(this.reading);
    const told: string[] = [];
    const records = recordsOf(log);
    for (const text of this.texts) {
      for (const written of spellings(text)) {
        const record = records.find((line) => line.includes(written) && !(this.links.has(text) && MAIL.test(line)));
        if (record !== undefined) told.push(`the log tells ${text}: ${record}`);
        const address = this.addresses.find((asked) => asked.includes(written));
        if (address !== undefined) told.push(`an address tells ${text}: ${address}`);
      }
    }
    return told;
  }

  private add(value: unknown, isLink = false): void {
    // A single word may stand in a log for what it means. No token is one, nor the password of anybody in these tests.
    if (typeof value !== 'string' || value.length < SHORTEST || /^[a-z]+$/i.test(value)) return;
    this.texts.add(value);
    if (isLink) this.links.add(value);
  }

  private sent(request: Request): void {
    this.noteAddress(request.url());
    const bearer = /^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1];
    this.add(bearer);
    if (SECRET_ROUTES.test(request.url())) this.note(parsed(request.postData()));
  }

  private async readAnswer(response: Response | APIResponse): Promise<void> {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return;
    // What a page has not waited for cannot be read: nobody has it.
    this.note(parsed(await response.text().catch(() => null)));
  }

  /** The requests of a context go past its events. All ways to send one lead through `fetch`; a test says so. */
  private watchRequests(requests: APIRequestContext): void {
    const fetch = requests.fetch.bind(requests);
    requests.fetch = async (target, options) => {
      this.noteAddress(typeof target === 'string' ? target : target.url());
      this.note(options?.data);
      const answer = await fetch(target, options);
      if (SECRET_ROUTES.test(answer.url())) await this.readAnswer(answer);
      return answer;
    };
  }
}

/** What the log tells at a time: a line, with the lines that follow it and are none of their own. */
function recordsOf(log: string): string[] {
  const records: string[] = [];
  for (const line of log.replaceAll(COLORS, '').split('\n')) {
    if (records.length === 0 || BEGINS.test(line)) records.push(line);
    else records[records.length - 1] += `\n${line}`;
  }
  return records;
}

/** The ways in which a text may stand in a log or an address. */
function spellings(text: string): Set<string> {
  const encoded = encodeURIComponent(text);
  return new Set([text, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(text).slice(1, -1), Buffer.from(text).toString('base64')]);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
