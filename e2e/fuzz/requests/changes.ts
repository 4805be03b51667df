import { mutated } from '@/domain/inventory/document/testing/mutations';
import { below, type Changed, oneOf, type Random, type Sample } from './sample';
import { LONG_WORDS, TIMES, WORDS } from './words';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    ...[
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'application/xml',
      '',
    ],
    ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'],
    ...[
      'application/x-www-form-urlencoded',
      'application/cbor',
      'x',
      '/',
      'application/json,text/xml',
    ],
  ],
  'content-encoding': ['gzip', 'br', 'zstd', 'deflate', 'identity', 'gzip, gzip', 'x'],
  accept: ['*/*', 'text/html', 'application/sarif+json', 'image/*;q=x', ';', 'text/csv'],
  'accept-language': ['x', '*', 'de-DE-1996;q=0'],
  'idempotency-key': ['1', 'x'.repeat(300), ' ', '"x"', 'é'],
  'if-none-match': ['*', '"x"', 'W/"x", "y"', 'x'],
  'if-modified-since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  range: ['bytes=0-', 'bytes=5-1', 'x'],
  authorization: ['ApiKey', 'Basic eDp5', 'Bearer x.y.z', 'ApiKey évt', 'Digest x'],
  cookie: ['next-auth.session-token=x', 'a=b; a=c; =; ;;', 'x'],
  origin: ['null', 'http://evil.example', 'x'],
  host: ['x', 'localhost:0', '[::1]', 'a..b', ''],
  'x-forwarded-for': ['x', '::1', '1.1.1.1, 2.2.2.2', ','],
  'x-forwarded-proto': ['https', 'x'],
  'x-request-id': ['x', 'x'.repeat(200)],
  'x-eventide-organization': ['x', '019a0000-0000-7000-8000-000000000000'],
  'next-router-state-tree': ['x', '%5B', '[]'],
  'next-action': ['x', 'a'.repeat(42)],
  rsc: ['1'],
  traceparent: ['00-x', '00-00000000000000000000000000000000-0000000000000000-00'],
};

type Change = (request: Sample, random: Random) => Sample;

/** What a path or query may hold as it is sent; the rest is encoded, as any client does. */
const sendable = (text: string) =>
  text.replaceAll(/[^\x21-\x7e]/g, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
/** What a header may hold at all. */
const headerText = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');

const body: Change = (request, random) =>
  request.body === null
    ? { ...request, body: Buffer.from(oneOf(random, WORDS)) }
    : { ...request, body: Buffer.from(mutated(request.body, random)) };

interface Place {
  readonly holder: object;
  readonly key: string;
}

/** Where in a document there are texts and numbers. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    typeof member === 'object' ? placesIn(member) : [{ holder: value, key }],
  );
}

/** A document with another word in one place; null for what is none. */
function withWord(document: string, random: Random): string | null {
  try {
    const root: unknown = JSON.parse(document);
    const places = placesIn(root);
    if (places.length === 0) return null;
    const { holder, key } = oneOf(random, places);
    const isTime = /^\d{4}-\d{2}-\d{2}/.test(String(Reflect.get(holder, key)));
    const words = isTime && random() < 0.5 ? TIMES : [...WORDS, ...LONG_WORDS];
    Reflect.set(holder, key, oneOf(random, words));
    return JSON.stringify(root);
  } catch {
    return null;
  }
}

/** What a call of the dashboard that reads something is given. */
const INPUT = /(?<=[?&]input=)[^&]*/;

/** One thing that is said, in a body or in the input of a call: another word, in the right place of a right document. */
const said: Change = (request, random) => {
  if (request.body !== null) {
    const other = withWord(request.body.toString(), random);
    return other === null ? request : { ...request, body: Buffer.from(other) };
  }
  const target = request.target.replace(INPUT, (given) => {
    const other = withWord(new URLSearchParams(`input=${given}`).get('input') ?? '', random);
    return other === null ? given : encodeURIComponent(other.toWellFormed());
  });
  return { ...request, target };
};

/** One part of the path: another word, a few more characters, twice or not at all. */
const path: Change = (request, random) => {
  const [pathname = '', ...query] = request.target.split('?');
  const parts = pathname.split('/');
  const at = 1 + below(random, parts.length);
  const part = parts[at] ?? '';
  const choice = random();
  const other = choice < 0.5 ? oneOf(random, WORDS) : `${part}${oneOf(random, WORDS)}`;
  parts.splice(at, 1, ...(choice < 0.8 ? [other] : choice < 0.9 ? [part, part] : []));
  const target = ['/' + parts.slice(1).join('/'), ...query].join('?');
  return { ...request, target: sendable(target) };
};

/** One pair of the query: another value, another name, twice, or one that nobody knows. */
const query: Change = (request, random) => {
  const [pathname = '', ...rest] = request.target.split('?');
  const pairs = rest
    .join('?')
    .split('&')
    .filter((pair) => pair !== '');
  for (let round = 1 + below(random, 3); round > 0; round -= 1) {
    const at = below(random, pairs.length + 1);
    const known = pairs[at]?.split('=')[0] ?? oneOf(random, QUERY_NAMES);
    const choice = random();
    if (choice < 0.7) pairs.splice(at, 1, `${known}=${oneOf(random, WORDS)}`);
    else if (choice < 0.85) pairs.push(`${known}=${oneOf(random, WORDS)}`);
    else pairs.push(oneOf(random, WORDS));
  }
  return { ...request, target: sendable(`${pathname}?${pairs.join('&')}`) };
};
const QUERY_NAMES = [
  ...['page', 'size', 'limit', 'cursor', 'sort', 'order', 'q', 'search', 'state', 'status', 'name'],
  ...[
    'project',
    'project_id',
    'image',
    'tag',
    'team',
    'owner',
    'product',
    'cycle',
    'from',
    'to',
    'start',
  ],
  ...[
    'end',
    'period',
    'format',
    'scope',
    'kind',
    'label',
    'input',
    'batch',
    'version',
    'digest',
    'cluster',
  ],
];

const headers: Change = (request, random) => {
  const name = oneOf(random, Object.keys(HEADERS));
  const value = headerText(
    oneOf(random, [...(HEADERS[name] ?? []), ...(random() < 0.2 ? WORDS : [])]),
  );
  return { ...request, headers: { ...request.headers, [name]: value } };
};

/** It would end the organization that the run works in. */
const ENDS_TENANT = /^\/api\/organizations\//;

const method: Change = (request, random) => ({
  ...request,
  method: oneOf(random, ENDS_TENANT.test(request.target) ? ['GET', 'POST', 'PUT'] : METHODS),
});

/** A body is what is changed most: most of what a request says is in it. */
const CHANGES: readonly Change[] = [
  ...[body, body, body, said, said, said],
  ...[path, query, query, headers, method],
];

/** Changes a request in one to three places. */
export function changed(sample: Sample, random: Random): Changed {
  let request = sample;
  for (let round = 1 + below(random, 3); round > 0; round -= 1)
    request = oneOf(random, CHANGES)(request, random);
  const { name, method, target, headers, body, listener, wrap } = request;
  // What no caller could send stays away: verbs without a body have none.
  const carries = body !== null && method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
  const sent = carries ? (wrap ?? same)(body) : null;
  return { name, method, target, headers, body: sent, ...(listener && { listener }) };
}

const same = (body: Buffer) => body;
