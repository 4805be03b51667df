import { NextResponse, type NextRequest } from 'next/server';
import { PAGE_PATH_HEADER } from '@/server/platform/auth/page-path-header';
import { contentSecurityPolicy } from '@/server/platform/http/content-security-policy';
import { isSecretPage } from '@/server/platform/http/secret-pages';

const POLICY_HEADER = 'content-security-policy';
const NONCE_BYTES = 16;

// The bundler puts the mode of the build here.
// eslint-disable-next-line no-restricted-syntax
const isDevelopment = process.env.NODE_ENV === 'development';

/**
 * Tells pages their own address, so that signing in can lead back to it, and the scripts that they may run:
 * Next puts the nonce that it finds in the request's policy on every script of the page.
 * A page is read and nothing else: Next would take in the body of whatever else came, and then show the page.
 */
export function proxy(request: NextRequest): NextResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const headers = { allow: 'GET, HEAD', 'cache-control': 'no-store' };
    return new NextResponse('Method Not Allowed', { status: 405, headers });
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString('base64');
  const policy = contentSecurityPolicy(nonce, { dev: isDevelopment });
  const headers = new Headers(request.headers);
  headers.set(PAGE_PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set(POLICY_HEADER, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY_HEADER, policy);
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set(
    'referrer-policy',
    isSecretPage(request.nextUrl.pathname) ? 'no-referrer' : 'same-origin',
  );
  return response;
}

export const config = {
  // Pages, also those that do not exist: all but what is named here, whatever stands in the address (a product may
  // be called `node.js`). Where a proxy matches, Next cuts a body at 10 MB: scans must not pass through here.
  matcher: [
    '/((?!api(?:/|$)|export(?:/|$)|v[12]/|certificate/?$|healthz/?$|livez/?$|readyz/?$|eol/check(?:/batch)?/?$|xeol/databases(?:/|$)|feeds(?:/|$)|_next/|(?:robots\\.txt|icon\\.svg)$).*)',
  ],
};
