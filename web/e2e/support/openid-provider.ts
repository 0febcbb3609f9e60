/** A fake of Google's OpenID provider: a real provider on its own port, with one user. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server as HttpServer, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type InteractionResults } from 'oidc-provider';

const CLIENT_ID = 'twentyfour';
const CLIENT_SECRET = randomUUID();

/** The user's claims, as in OpenID Connect Core 1.0, section 5.1. */
export interface Claims {
  sub: string;
  email: string;
  email_verified: boolean;
  /** The domain of the organization that manages the email address (Google's claim). */
  hd?: string;
  given_name?: string;
  family_name?: string;
}

export class OpenIdProvider {
  private provider: Provider | null = null;

  private constructor(
    readonly url: string,
    /** The user who logs in; tests may replace it. */
    public user: Claims,
    private readonly http: HttpServer,
  ) {}

  /** Starts listening. It knows no client before {@link register}. */
  static async start(user: Claims): Promise<OpenIdProvider> {
    const http = createServer();
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    const opened = new OpenIdProvider(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, user, http);
    http.on('request', (request: IncomingMessage, response: ServerResponse) => void opened.serve(request, response));
    return opened;
  }

  /** The settings for a server that uses this provider. */
  get settings(): Record<string, string> {
    return { GOOGLE_ISSUER_URL: this.url, GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: CLIENT_SECRET };
  }

  /** Registers a server, whose URL is only known once it listens. */
  register(serverUrl: string): void {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.provider = new Provider(this.url, {
      clients: [
        { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [`${serverUrl}/api/auth/google/callback`] },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] },
      cookies: { keys: [randomUUID()] },
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'hd'] },
      // Like Google, it puts the claims of the scopes into the ID token.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...this.user }) }),
      // The user always consents.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
  }

  async dispose(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((done) => this.http.close(done));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.provider;
    if (!provider) throw new Error('No server is registered. Call register() first.');
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(this.page());
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const result: InteractionResults = Buffer.concat(parts).toString('utf8').includes('yes')
      ? { login: { accountId: this.user.sub } }
      : { error: 'access_denied', error_description: 'The user denied access.' };
    await provider.interactionFinished(request, response, result);
  }

  private page(): string {
    return `<!doctype html><html lang="en"><title>Sign in</title><link rel="icon" href="data:,"><main><h1>Sign in</h1>
      <form method="post"><button name="answer" value="yes">Continue as ${this.user.email}</button>
      <button name="answer" value="no">Cancel</button></form></main></html>`;
  }
}
