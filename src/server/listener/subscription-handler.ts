import { hash } from 'node:crypto';
import { writeAtom } from '@/domain/feed/atom';
import { drawBadge, toShields } from '@/domain/feed/badge';
import { type FeedAddress, feedAddressOf, type FeedFile, feedUrl } from '@/domain/feed/address';
import { writeCalendar } from '@/domain/feed/calendar';
import { parseReminders } from '@/domain/feed/reminders';
import { dayOf } from '@/domain/eol/calendar';
import { DomainError, isDomainError } from '@/domain/errors';
import { findShownToken, type ShownFeedToken } from '@/server/feed-token/service';
import { readBadge, readEndoflife, readFeed } from '@/server/feed/service';
import type { Deps } from '@/server/platform/deps';
import {
  handle,
  methodNotAllowed,
  originOf,
  type Passage,
  type RequestHandler,
} from '@/server/platform/http/pipeline';
import { countFailedCredentials } from '@/server/platform/limits/limits';
import { answerFile } from '@/server/scanner-database/service/file-answer';

const JSON_TYPE = 'application/json; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<FeedFile, string>> = {
  'calendar.ics': 'text/calendar; charset=utf-8',
  'feed.atom': 'application/atom+xml; charset=utf-8',
  'badge.svg': 'image/svg+xml; charset=utf-8',
  'badge.json': JSON_TYPE,
};

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  // The SVG is a picture, also where somebody opens it by itself.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  // Whoever has the address may read it, from whatever page: it asks for no cookie.
  'access-control-allow-origin': '*',
};

/** For one reader; asked for again each time, and answered with 304 mostly, so that a revoked token ends at once. */
const CACHE_CONTROL = 'private, no-cache';

/**
 * Serves calendars, feeds and badges below `/feeds/{token}/`, as one function from request to response: the token is
 * all that it asks for, and the log does not get it. It never rejects. Order of checks: unknown file 404, wrong verb
 * 405, the token 404, the query 422.
 */
export function createSubscriptionHandler(deps: Deps): RequestHandler {
  return (request, origin = originOf(request)) => {
    const address = feedAddressOf(origin.path);
    const shown = { ...origin, path: address.shownPath };
    return handle(deps, request, shown, (passage) => answer(passage, address));
  };
}

async function answer(passage: Passage, address: FeedAddress): Promise<Response> {
  const { deps, request, origin } = passage;
  const { token: text, wanted } = address;
  if (!wanted) throw unknown();
  passage.route = `/feeds/{token}/${'file' in wanted ? wanted.file : 'endoflife/{product}.json'}`;
  if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
  const token = await findShownToken(deps, text);
  if (!token) {
    await countFailedCredentials(deps, origin.remoteAddress);
    throw unknown();
  }
  const content = await contentOf(passage, token, address, wanted).catch((error: unknown) => {
    // What the token reads is gone: it is told as what never was.
    throw isDomainError(error) && error.code === 'not_found' ? unknown() : error;
  });
  const bytes = Buffer.from(content);
  const response = answerFile(request, {
    content: bytes,
    contentType: 'file' in wanted ? CONTENT_TYPES[wanted.file] : JSON_TYPE,
    etag: `"${hash('sha256', bytes, 'hex').slice(0, 32)}"`,
    lastModified: null,
    cacheControl: CACHE_CONTROL,
  });
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}

const unknown = () => new DomainError('not_found', 'Not Found');

async function contentOf(
  { deps, request }: Passage,
  token: ShownFeedToken,
  { token: text }: FeedAddress,
  wanted: NonNullable<FeedAddress['wanted']>,
): Promise<string> {
  if ('product' in wanted) return json(await readEndoflife(deps, token, wanted.product));
  switch (wanted.file) {
    case 'calendar.ics': {
      const reminders = parseReminders(new URL(request.url).searchParams.get('reminders'));
      return writeCalendar(await readFeed(deps, token), reminders);
    }
    case 'feed.atom': {
      const selfUrl = feedUrl(deps.env.publicUrl, text, wanted.file);
      return writeAtom(await readFeed(deps, token), selfUrl, dayOf(deps.clock.now()));
    }
    case 'badge.svg':
      return drawBadge(await readBadge(deps, token));
    case 'badge.json':
      return json(toShields(await readBadge(deps, token)));
  }
}

const json = (value: unknown) => `${JSON.stringify(value)}\n`;
