import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider, type Configuration } from 'oidc-provider';

export const CLIENT = {
  id: 'eventide',
  secret: 'a secret between a test and its provider',
} as const;

/** The provider's claims about somebody, besides their subject. */
export type AccountClaims = Readonly<Record<string, unknown>>;

export interface ProviderOptions {
  /** Of the service that people sign in to. */
  readonly publicUrl: string;
  /** 0: any that is free. */
  readonly port?: number;
}

/**
 * A real OpenID Connect provider on the loopback address, with a page to sign in on: whoever types an account's
 * name is it. PKCE is required; nothing asks for consent.
 */
export class OpenidProvider {
  private constructor(
    readonly issuer: string,
    private readonly server: Server,
    private readonly accounts: Map<string, AccountClaims>,
    /** The addresses that were asked for, in order. */
    readonly asked: string[],
  ) {}

  static async start({ publicUrl, port = 0 }: ProviderOptions): Promise<OpenidProvider> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address() as AddressInfo; // a TCP server's address is never a string
    const issuer = `http://127.0.0.1:${String(bound.port)}`;
    const accounts = new Map<string, AccountClaims>();
    const asked: string[] = [];
    const provider = new Provider(issuer, configuration(publicUrl, accounts));
    const serve = provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      asked.push(request.url ?? '');
      const answered = request.url?.startsWith('/interaction/')
        ? interact(provider, request, response)
        : serve(request, response);
      answered.catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    return new OpenidProvider(issuer, server, accounts, asked);
  }

  /** Adds an account, or changes what is said of it. */
  has(accountId: string, claims: AccountClaims): void {
    this.accounts.set(accountId, claims);
  }

  /** The variables with which the service uses this provider. */
  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Acme ID',
      OIDC_SCOPE: 'openid email profile groups',
      ...more,
    };
  }

  /** Answers nobody until it is resumed. */
  async pause(): Promise<void> {
    await this.stop();
  }

  async resume(): Promise<void> {
    this.server.listen(Number(new URL(this.issuer).port), '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function configuration(publicUrl: string, accounts: Map<string, AccountClaims>): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${publicUrl}/sign-in`],
      },
    ],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const yes =
            '<button form="op.logoutForm" name="logout" value="yes">Yes, sign out</button>';
          ctx.body = page('Sign out of Acme ID?', `${form}${yes}`);
        },
      },
    },
    findAccount: (_, accountId) => {
      const claims = accounts.get(accountId);
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId,
        accountId: session?.accountId,
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    ttl: { Grant: 600, Session: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  };
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      page(
        'Acme ID',
        `<form method="post"><label>Account <input name="account"></label>
           <button>Sign in</button><button name="cancel" value="yes">Cancel</button></form>`,
      ),
    );
    return;
  }
  const form = new URLSearchParams(await text(request));
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'Somebody pressed Cancel' }
    : { login: { accountId: form.get('account') ?? '' } };
  await provider.interactionFinished(request, response, result);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;
}
