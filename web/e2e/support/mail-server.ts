/** An SMTP server that accepts every email and stores it for the test to read. */
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './server';

/** The timeout for an email about an inbox, in milliseconds: entries are mailed together, two to three minutes after the first. */
export const INBOX_MAIL_LIMIT = 240_000;

/** The timeout for other emails, in milliseconds: after a failure, the server retries after ten seconds. */
const MAIL_LIMIT = 25_000;

export class MailServer {
  /** The emails that arrived and were not read yet, oldest first. */
  private readonly arrived: { to: string; mail: Email }[] = [];
  private server: SMTPServer | null = null;

  private constructor(private readonly port: number) {}

  /** Starts a server on a free port. */
  static async start(): Promise<MailServer> {
    const server = await MailServer.withoutListening();
    await server.open();
    return server;
  }

  /** Returns a server that has a port but does not listen yet: connections are refused. */
  static async withoutListening(): Promise<MailServer> {
    return new MailServer(await freePort());
  }

  /** The settings for a server that sends its emails here. */
  get settings(): Record<string, string> {
    return { SMTP_URL: `smtp://127.0.0.1:${this.port}`, MAIL_FROM: 'Twentyfour <hello@twentyfour.example>' };
  }

  /** Starts listening. */
  async open(): Promise<void> {
    const server = new SMTPServer({
      // No TLS and no authentication, because it is only reachable from this machine.
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(parts)).then((mail) => {
            for (const { address } of session.envelope.rcptTo) this.arrived.push({ to: address, mail });
            done();
          }, done);
        });
      },
    });
    // The connection breaks if the test ends during a delivery.
    server.on('error', () => undefined);
    this.server = server;
    await new Promise<void>((opened, failed) => {
      server.server.once('error', failed);
      server.listen(this.port, '127.0.0.1', opened);
    });
  }

  async close(): Promise<void> {
    const server = this.server;
    this.server = null;
    if (server) await new Promise<void>((closed) => server.close(closed));
  }

  /** Waits, at most this many milliseconds, for the oldest unread email to an address whose subject matches, and returns it. */
  async mailTo(address: string, subject: RegExp, timeout = MAIL_LIMIT): Promise<Email> {
    const limit = Date.now() + timeout;
    while (Date.now() < limit) {
      const index = this.arrived.findIndex(({ to, mail }) => to === address && subject.test(mail.subject ?? ''));
      const [found] = index < 0 ? [] : this.arrived.splice(index, 1);
      if (found) return found.mail;
      await new Promise((done) => setTimeout(done, 50));
    }
    const others = this.arrived.map(({ to, mail }) => `${to}: ${mail.subject}`).join('\n');
    throw new Error(`No mail to ${address} with the subject ${subject} has arrived. Unread mails:\n${others}`);
  }

  /** Returns the subjects of the unread emails to an address. */
  subjectsTo(address: string): string[] {
    return this.arrived.filter(({ to }) => to === address).map(({ mail }) => mail.subject ?? '');
  }
}

/** Returns the link to a page of the app in an email's text. */
export function findLink(text: string | undefined, type: 'confirm' | 'reset'): string {
  const link = new RegExp(`https?://\\S+/auth\\?type=${type}#token=[\\w-]+`).exec(text ?? '')?.[0];
  if (!link) throw new Error(`No link to ${type} in:\n${text}`);
  return link;
}
