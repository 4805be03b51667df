import { NextResponse, type NextRequest } from 'next/server';
import { PAGE_PATH_HEADER } from '@/server/auth/page-path-header';

/** Tells pages their own address, so that signing in can lead back to it. */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(PAGE_PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  return NextResponse.next({ request: { headers } });
}

export const config = {
  // Pages alone. Where a proxy matches, Next cuts a body at 10 MB: scans must not pass through here.
  matcher: ['/((?!api/|v1/|v2/|certificate|healthz|eol/|xeol/|_next/|.*\\.[a-z]+$).*)'],
};
