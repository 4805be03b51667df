import type { SentHeaders } from './http';

/** Headers that a browser sends with a request that another site makes. */
export function foreignHeaders(origin: string): readonly SentHeaders[] {
  return [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${origin}.evil.example` },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
}

/** Addresses that lead away, or run something, in the disguises that have worked somewhere. */
export function hostileUrls(origin: string): readonly string[] {
  const { host, port } = new URL(origin);
  const otherPort = origin.replace(`:${port}`, ':1');
  return [
    'https://evil.example/',
    'http://evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '\\/evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\r\n/evil.example',
    '/.//evil.example',
    '/images/..//evil.example',
    `http://${host}@evil.example/`,
    `//${host}@evil.example/`,
    `http://evil.example\\@${host}/`,
    `${origin}.evil.example/`,
    `${origin}@evil.example/`,
    `${otherPort}/`,
    `https://${host}/`,
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)//',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://evil.example/1',
    'ftp://evil.example/',
    '//evil.example/%2f..',
    '/%0d%0aLocation:https://evil.example',
    '%2F%2Fevil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '//[::1]/',
    '//evil\u3002example',
    'ｈttps://evil.example',
  ];
}

/**
 * Whether a browser at `base` that is sent to `location` stays on this service. Also asked of what a header
 * really holds: a line break in it would begin another header.
 */
export function staysHere(location: string, base: string): boolean {
  if (/[\r\n]/.test(location) || !URL.canParse(location, base)) return false;
  return new URL(location, base).origin === new URL(base).origin;
}
