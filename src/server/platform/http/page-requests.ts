import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { MAX_ANONYMOUS_BYTES, MAX_JSON_BYTES } from './json-body';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Paths that Next answers and that are not pages; these know which verbs they have. */
const ENDPOINTS = /^\/(?:api\/(?:auth|trpc)|export)(?:\/|$)/;
/** Where the pages of `npm run dev` ask for what they show of an error. */
const DEVELOPMENT_ENDPOINTS = /^\/__nextjs/;
/** The most that these read of anybody; of strangers less. Of what comes in pieces they count it themselves. */
const LARGEST_BODIES: readonly (readonly [path: RegExp, bytes: number])[] = [
  [/^\/api\/auth(?:\/|$)/, MAX_ANONYMOUS_BYTES],
  [/^\/api\/trpc(?:\/|$)/, MAX_JSON_BYTES],
];
const ROUTER_STATE_HEADER = 'next-router-state-tree';
const HOT_RELOAD_PATH = '/_next/hmr';

/** Characters that Next reads at most. */
const MAX_ROUTER_STATE_CHARACTERS = 40_000;
/** As Next 16 writes it: a segment, the segments below it by their slots, and what it notes of them. */
const routerState: z.ZodType = z.lazy(() =>
  z.tuple([segment, z.record(z.string(), routerState), notes[0], notes[1], notes[2], notes[3]]),
);
const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(['c', 'oc', 'd']), z.array(z.string()).nullable()]),
]);
const notes = [
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
] as const;

interface Mode {
  readonly dev: boolean;
}

/** A request that is answered before Next sees it. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Refuses a caller who wants more of a page than to read it (405); null: Next may answer. It would take in what
 * is sent, up to 10 MB for each connection and for as long as it lasts, and then show the page.
 */
export function refusalOfVerb(
  { method = '' }: IncomingMessage,
  pathname: string,
  { dev }: Mode,
): Refusal | null {
  const isPage = !ENDPOINTS.test(pathname) && !(dev && DEVELOPMENT_ENDPOINTS.test(pathname));
  if (!isPage || READS.has(method)) return null;
  const headers = { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' };
  return { status: 405, headers, text: 'Method Not Allowed' };
}

/** Refuses a caller who announces more than an endpoint reads from anybody (413); null: Next may answer. */
export function refusalOfBody({ headers }: IncomingMessage, pathname: string): Refusal | null {
  const announced = Number(headers['content-length'] ?? 0);
  const [, bytes = Infinity] = LARGEST_BODIES.find(([path]) => path.test(pathname)) ?? [];
  if (announced <= bytes) return null;
  const text = JSON.stringify({ detail: `Request body is larger than ${String(bytes)} bytes` });
  return { status: 413, headers: { 'content-type': 'application/json' }, text };
}

export function sendRefusal(response: ServerResponse, { status, headers, text }: Refusal): void {
  response.writeHead(status, {
    ...headers,
    'cache-control': 'no-store',
    'content-length': text.length,
  });
  response.end(text);
}

/**
 * Takes away what a page's own navigation says of the pages it holds, where it is not of the form that Next writes:
 * Next would fail over it. Without it the whole page is sent.
 */
export function dropMalformedRouterState({ headers }: IncomingMessage): void {
  const text = headers[ROUTER_STATE_HEADER];
  if (text !== undefined && !isRouterState(text))
    Reflect.deleteProperty(headers, ROUTER_STATE_HEADER);
}

/** Headers that ask for a part of a file, or for it on a condition that may not hold. */
const PARTIAL_HEADERS = ['range', 'if-range', 'if-match', 'if-unmodified-since'] as const;

/**
 * Has files sent whole: where a part is outside of the file, or a condition does not hold, Next means to answer 416 or 412, finds no
 * page for it, and answers 500. `If-None-Match` and `If-Modified-Since` stay: those it answers.
 */
export function dropPartialRequests({ headers }: IncomingMessage): void {
  for (const name of PARTIAL_HEADERS) Reflect.deleteProperty(headers, name);
}

function isRouterState(text: string | readonly string[]): boolean {
  if (typeof text !== 'string' || text.length > MAX_ROUTER_STATE_CHARACTERS) return false;
  try {
    return routerState.safeParse(JSON.parse(decodeURIComponent(text))).success;
  } catch {
    return false;
  }
}

/** Whether a request that offers another protocol is meant: pages hear of their recompilation that way. */
export function isMeantUpgrade({ headers, url = '' }: IncomingMessage, { dev }: Mode): boolean {
  return dev && headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(HOT_RELOAD_PATH);
}
