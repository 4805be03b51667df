import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import { announcePublicUrl } from '@/env';
import { authenticate } from '@/server/platform/auth/authenticate';
import { nextAuthOptions } from '@/server/sign-in/service/options';
import { Visit } from '@/server/sign-in/service/visit';
import type { Deps } from '@/server/platform/deps';
import { REMOTE_ADDRESS_HEADER } from '@/server/platform/http/mount';
import { findProvider } from '@/server/single-sign-on/service/discovery';

interface Cookie {
  readonly value: string;
  /** Attributes that came along when it was set. */
  readonly attributes: string;
}

export interface NextAuthAnswer {
  readonly status: number;
  readonly body: { readonly url?: string; readonly csrfToken?: string; readonly user?: unknown };
  /** Where a redirect leads; "" when it is none. */
  readonly location: string;
  readonly visit: Visit;
}

/** A browser at next-auth's endpoints, by the form of its handler that needs no Next server. */
export class NextAuthBrowser {
  readonly cookies = new Map<string, Cookie>();

  constructor(
    private readonly deps: Deps,
    /** Headers that it sends with every request. */
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  get cookieHeader(): string {
    return [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  /** @param path below `/api/auth/`, with its query */
  async call(path: string, form?: Record<string, string>): Promise<NextAuthAnswer> {
    const { deps } = this;
    announcePublicUrl(deps.env);
    const answer: { status: number; body: unknown } = { status: 200, body: {} };
    const set = new Map<string, unknown>();
    const response = {
      getHeader: (name: string) => set.get(name),
      setHeader: (name: string, value: unknown) => set.set(name, value) && response,
      status: (status: number) => Object.assign(answer, { status }) && response,
      json: (body: unknown) => Object.assign(answer, { body }),
      send: (body: unknown) => Object.assign(answer, { body }),
      end: () => undefined,
    };
    const url = new URL(path, 'http://here.invalid');
    const headers = {
      ...this.headers,
      cookie: this.cookieHeader,
      'user-agent': 'Browser/1.0',
      [REMOTE_ADDRESS_HEADER]: '192.0.2.1',
    };
    const request = {
      method: form ? 'POST' : 'GET',
      query: {
        ...Object.fromEntries(url.searchParams),
        nextauth: url.pathname.slice(1).split('/'),
      },
      cookies: Object.fromEntries([...this.cookies].map(([name, { value }]) => [name, value])),
      headers,
      body: form && { ...form, json: 'true' },
    };
    const visit = new Visit(deps, new Headers(headers), await findProvider(deps));
    // Stand-ins with the members that next-auth uses.
    const handler = NextAuth as (q: NextApiRequest, r: NextApiResponse, o: object) => Promise<void>;
    await handler(
      request as unknown as NextApiRequest,
      response as unknown as NextApiResponse,
      nextAuthOptions(deps, visit),
    );
    // Set by next-auth as an array of whole cookies.
    this.keep((set.get('Set-Cookie') ?? []) as string[]);
    const location = String(set.get('Location') ?? '');
    // The endpoints called here answer with these fields.
    return { ...answer, location, visit } as NextAuthAnswer;
  }

  keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, { value: decodeURIComponent(value), attributes });
    }
  }

  /** Sends one of next-auth's forms, with its token unless the form brings another. */
  async submit(path: string, form: Record<string, string> = {}): Promise<NextAuthAnswer> {
    const { body } = await this.call('csrf');
    return this.call(path, { csrfToken: body.csrfToken ?? '', ...form });
  }

  /** Whom the cookies stand for now. */
  caller() {
    return authenticate(new Headers({ cookie: this.cookieHeader }), this.deps);
  }
}

/** Starts to sign in, and gives the address at the service that the provider leads back to. */
export async function goThroughProvider(browser: NextAuthBrowser, account: string): Promise<URL> {
  const { body } = await browser.submit('signin/oidc', { callbackUrl: '/images?page=2' });
  return new ProviderVisitor().signIn(body.url ?? '', account);
}

/** Signs in by way of the provider. `code`: why it did not work, as the sign-in page reads it; null: it did. */
export async function signInByBrowser(
  deps: Deps,
  account: string,
  browser = new NextAuthBrowser(deps),
) {
  const back = await goThroughProvider(browser, account);
  const { location } = await browser.call(`callback/oidc${back.search}`);
  const outcome = await browser.caller();
  return {
    browser,
    location,
    code: new URL(location).searchParams.get('error'),
    caller:
      outcome.result === 'accepted' && outcome.caller.kind === 'person' ? outcome.caller : null,
  };
}

/** A browser at a provider: its cookies, and nothing else. */
export class ProviderVisitor {
  private readonly cookies = new Map<string, string>();

  /**
   * Signs in as an account on the provider's page and follows where it leads, up to the address that leads back
   * to the service, which is not called. The second time the provider may remember, and asks nothing.
   */
  async signIn(authorizationUrl: string, account: string): Promise<URL> {
    let url = new URL(authorizationUrl);
    const provider = url.origin;
    for (let step = 0; step < 10; step += 1) {
      const isForm = url.pathname.startsWith('/interaction/');
      const answer = await this.request(url, isForm ? new URLSearchParams({ account }) : null);
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${url.href}: ${await answer.text()}`);
      url = new URL(location, url);
      if (url.origin !== provider) return url;
    }
    throw new Error('The provider leads nowhere');
  }

  private async request(url: URL, form: URLSearchParams | null): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      headers: { cookie },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}
