/** A mail server: it speaks SMTP as any other does, takes every mail, and hands it to the test. */
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './server';

/** How long a mail may take to arrive: a server that failed to send one tries again after ten seconds. */
const MAIL_LIMIT = 25_000;

export class MailServer {
  /** What arrived and was not asked for yet, oldest first. */
  private readonly arrived: { to: string; mail: Email }[] = [];
  private server: SMTPServer | null = null;

  private constructor(private readonly port: number) {}

  /** Starts one on a free port. */
  static async start(): Promise<MailServer> {
    const server = await MailServer.notYet();
    await server.open();
    return server;
  }

  /** One that has its port, but is not there yet: whoever calls is turned away. */
  static async notYet(): Promise<MailServer> {
    return new MailServer(await freePort());
  }

  /** The settings of a server that sends its mail here. */
  get settings(): Record<string, string> {
    return { SMTP_URL: `smtp://127.0.0.1:${this.port}`, MAIL_FROM: 'Twentyfour <hello@twentyfour.example>' };
  }

  /** Opens the port. */
  async open(): Promise<void> {
    const server = new SMTPServer({
      // No certificate, and nobody has to log in: it is reached from this machine alone.
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
    // Where the test ends while a mail is on its way, the connection breaks.
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

  /** The oldest mail to an address that was not asked for yet, about what its subject says; waits until it is here. */
  async mailTo(address: string, subject: RegExp): Promise<Email> {
    const limit = Date.now() + MAIL_LIMIT;
    while (Date.now() < limit) {
      const index = this.arrived.findIndex(({ to, mail }) => to === address && subject.test(mail.subject ?? ''));
      const [found] = index < 0 ? [] : this.arrived.splice(index, 1);
      if (found) return found.mail;
      await new Promise((done) => setTimeout(done, 50));
    }
    const others = this.arrived.map(({ to, mail }) => `${to}: ${mail.subject}`).join('\n');
    throw new Error(`no mail to ${address} about ${subject} has arrived; there are:\n${others}`);
  }

  /** Which mails to an address have arrived and were not asked for, by their subjects. */
  subjectsTo(address: string): string[] {
    return this.arrived.filter(({ to }) => to === address).map(({ mail }) => mail.subject ?? '');
  }
}

/** The link of a mail to a page of the app, as somebody would click it in the text. */
export function findLink(text: string | undefined, type: 'confirm' | 'reset'): string {
  const link = new RegExp(`https?://\\S+/auth\\?type=${type}#token=[\\w-]+`).exec(text ?? '')?.[0];
  if (!link) throw new Error(`there is no link to ${type} in:\n${text}`);
  return link;
}
