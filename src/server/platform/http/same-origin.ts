/**
 * Whether a state-changing request made with a cookie comes from this service's own pages. Browsers send
 * `Origin` with every such request; what has none is judged by `Sec-Fetch-Site`, which pages cannot forge.
 */
export function isSameOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get('origin');
  if (origin !== null) {
    const own = new URL(publicUrl);
    if (origin === own.origin) return true;
    // Anybody on the way can write a page of the same host over plain http.
    if (own.protocol === 'https:' && !origin.startsWith('https://')) return false;
    const host = headers.get('host');
    return host !== null && hostOf(origin) === host;
  }
  return headers.get('sec-fetch-site') === 'same-origin';
}

/** Whether a request says of itself that a page elsewhere made it. One without a browser says nothing. */
export function comesFromElsewhere(headers: Headers, publicUrl: string): boolean {
  const isFromBrowser = headers.has('origin') || headers.has('sec-fetch-site');
  return isFromBrowser && !isSameOrigin(headers, publicUrl);
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
