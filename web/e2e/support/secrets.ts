/**
 * Collects every password and token that a test uses, and checks that none of them appears in the server's log or in a
 * requested URL.
 */
import type { APIRequestContext, APIResponse, BrowserContext, Request, Response } from '@playwright/test';

/** The routes that transmit secrets. */
const SECRET_ROUTES = /\/api\/(auth|account)\//;

/** The body fields that contain secrets. `token` is from an emailed link, or to be validated. */
const SECRET_FIELDS = new Set(['password', 'current_password', 'access_token', 'refresh_token', 'token']);

/** The minimum length of a password; tokens are much longer. */
const MIN_PASSWORD_LENGTH = 8;

/** The start of a log record: the server's timestamp. */
const RECORD_START = /^\d{4}-\d\d-\d\dT\S+Z\s/;

/** An email in the log, which is written there because no mail server is set; only here may its link appear. */
const MAIL = /^\S+\s+WARN mail: SMTP_URL is not set/;

/** The ANSI colors of the log. */
// oxlint-disable-next-line no-control-regex -- ANSI escapes begin with a control character.
const COLORS = /\u001B\[[\d;]*m/g;

export class Secrets {
  private readonly texts = new Set<string>();
  /** The tokens of emailed links. */
  private readonly links = new Set<string>();
  private readonly urls: string[] = [];
  private readonly reading: Promise<void>[] = [];

  /** Watches all requests and responses of a browser context, including the test's own requests. */
  watch(context: BrowserContext): void {
    context.on('request', (request) => this.noteRequest(request));
    context.on('response', (response) => {
      if (SECRET_ROUTES.test(response.url())) this.reading.push(this.readResponse(response));
    });
    this.watchRequests(context.request);
  }

  /** Collects the tokens stored in a browser before it is closed. */
  async collect(context: BrowserContext): Promise<void> {
    for (const page of context.pages()) {
      const stored = await page
        .evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')])
        // A page without an origin has no storage, and a navigating page cannot be evaluated.
        .catch(() => []);
      for (const token of stored) this.add(token);
    }
  }

  /** Collects every secret in a body. */
  note(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (!SECRET_FIELDS.has(name)) this.note(value);
      else this.add(value, name === 'token');
    }
  }

  /** Records a requested URL without its fragment, which browsers never send. */
  noteUrl(url: string): void {
    this.urls.push(url.split('#')[0] ?? '');
  }

  /** The number of known secrets. */
  get count(): number {
    return this.texts.size;
  }

  /** Returns a line for each secret that appears in the log or in a URL. */
  async leaksIn(log: string): Promise<string[]> {
    await Promise.all(this.reading);
    const leaks: string[] = [];
    const records = recordsOf(log);
    for (const text of this.texts) {
      for (const encoded of encodingsOf(text)) {
        const record = records.find((line) => line.includes(encoded) && !(this.links.has(text) && MAIL.test(line)));
        if (record !== undefined) leaks.push(`secret found in the log: ${text}, in: ${record}`);
        const url = this.urls.find((requested) => requested.includes(encoded));
        if (url !== undefined) leaks.push(`secret found in a URL: ${text}, in: ${url}`);
      }
    }
    return leaks;
  }

  private add(value: unknown, isLink = false): void {
    // A single word may appear in a log by coincidence; no token or test password is one.
    if (typeof value !== 'string' || value.length < MIN_PASSWORD_LENGTH || /^[a-z]+$/i.test(value)) return;
    this.texts.add(value);
    if (isLink) this.links.add(value);
  }

  private noteRequest(request: Request): void {
    this.noteUrl(request.url());
    const bearer = /^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1];
    this.add(bearer);
    if (SECRET_ROUTES.test(request.url())) this.note(parseJson(request.postData()));
  }

  private async readResponse(response: Response | APIResponse): Promise<void> {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return;
    // A response that the page did not wait for cannot be read.
    this.note(parseJson(await response.text().catch(() => null)));
  }

  /**
   * Requests by tests do not fire the context's events, so `fetch`, which all of them use, is wrapped; a test checks
   * that.
   */
  private watchRequests(requests: APIRequestContext): void {
    const fetch = requests.fetch.bind(requests);
    requests.fetch = async (target, options) => {
      this.noteUrl(typeof target === 'string' ? target : target.url());
      this.note(options?.data);
      const response = await fetch(target, options);
      if (SECRET_ROUTES.test(response.url())) await this.readResponse(response);
      return response;
    };
  }
}

/** Splits a log into records: a line with its continuation lines. */
function recordsOf(log: string): string[] {
  const records: string[] = [];
  for (const line of log.replaceAll(COLORS, '').split('\n')) {
    if (records.length === 0 || RECORD_START.test(line)) records.push(line);
    else records[records.length - 1] += `\n${line}`;
  }
  return records;
}

/** Returns the encodings in which a text may appear in a log or a URL. */
function encodingsOf(text: string): Set<string> {
  const encoded = encodeURIComponent(text);
  return new Set([text, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(text).slice(1, -1), Buffer.from(text).toString('base64')]);
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
