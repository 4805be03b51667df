import { hash } from 'node:crypto';
import { writeAtom } from '@/domain/feed/atom';
import { type FeedFile, feedUrl } from '@/domain/feed/address';
import { BADGE_SECONDS, drawBadge, toShields } from '@/domain/feed/badge';
import { roomFor, writeCalendar } from '@/domain/feed/calendar';
import { type FeedAddress, feedAddressOf } from '@/domain/feed/path';
import { parseReminders } from '@/domain/feed/reminders';
import { dayOf } from '@/domain/eol/calendar';
import { DomainError, isDomainError } from '@/domain/errors';
import { type EnterSlot, exportSlots } from '@/server/export/export-slots';
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

/** For one reader; asked for again each time, and answered with 304 mostly, so that a revoked token ends at once. */
const PRIVATE = 'private, no-cache';
/** A page that many read shows a badge, through a proxy of its host: that need not ask for each of them. */
const SHARED = `public, max-age=${String(BADGE_SECONDS)}`;
const JSON_TYPE = 'application/json; charset=utf-8';

const KINDS: Readonly<Record<FeedFile, { contentType: string; cacheControl: string }>> = {
  'calendar.ics': { contentType: 'text/calendar; charset=utf-8', cacheControl: PRIVATE },
  'feed.atom': { contentType: 'application/atom+xml; charset=utf-8', cacheControl: PRIVATE },
  'badge.svg': { contentType: 'image/svg+xml; charset=utf-8', cacheControl: SHARED },
  'badge.json': { contentType: JSON_TYPE, cacheControl: SHARED },
};
const ENDOFLIFE_KIND = { contentType: JSON_TYPE, cacheControl: PRIVATE };

/** Beside those that every answer has, of which feeds have their own: see `every-request.ts`. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-robots-tag': 'noindex',
  // Whoever has the address may read it, from whatever page: it asks for no cookie. Backstage reads in the browser.
  'access-control-allow-origin': '*',
};

/** Feeds may hold this part of the database's connections: a large one takes a while, and anybody may read it often. */
const SHARE_OF_CONNECTIONS = 1 / 3;

/**
 * Serves calendars, feeds and badges below `/feeds/{token}/`, as one function from request to response: the token is
 * all that it asks for, and the log does not get it. It never rejects. Order of checks: unknown file 404, wrong verb
 * 405, the token 404, the query 422.
 */
export function createSubscriptionHandler(deps: Deps): RequestHandler {
  const slots = Math.ceil(deps.env.databasePoolSize * SHARE_OF_CONNECTIONS);
  const enter = exportSlots(slots, 'Too many feeds are being read');
  return async (request, origin = originOf(request)) => {
    const address = feedAddressOf(origin.path);
    const shown = { ...origin, path: address.shownPath };
    const response = await handle(deps, request, shown, (passage) =>
      answer(passage, address, enter),
    );
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
    return response;
  };
}

async function answer(passage: Passage, address: FeedAddress, enter: EnterSlot): Promise<Response> {
  const { request } = passage;
  const { wanted } = address;
  if (!wanted) throw unknown();
  passage.route = `/feeds/{token}/${'file' in wanted ? wanted.file : 'endoflife/{product}.json'}`;
  if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
  const token = await requireToken(passage, address);
  const leave = await enter(token.organizationId);
  try {
    const bytes = Buffer.from(await contentOf(passage, token, address, wanted));
    return answerFile(request, {
      ...('file' in wanted ? KINDS[wanted.file] : ENDOFLIFE_KIND),
      content: bytes,
      etag: `"${hash('sha256', bytes, 'hex').slice(0, 32)}"`,
      lastModified: null,
    });
  } catch (error) {
    // What the token reads is gone: it is told as what never was.
    throw isDomainError(error) && error.code === 'not_found' ? unknown() : error;
  } finally {
    leave();
  }
}

/** @throws DomainError 404 for one that does not hold, 429 */
async function requireToken(
  { deps, origin }: Passage,
  { token: text }: FeedAddress,
): Promise<ShownFeedToken> {
  const token = await findShownToken(deps, text);
  if (token) return token;
  await countFailedCredentials(deps, origin.remoteAddress);
  throw unknown();
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
      return writeCalendar(await readFeed(deps, token, roomFor(reminders)), reminders);
    }
    case 'feed.atom': {
      const selfUrl = feedUrl(deps.env.publicUrl, text, wanted.file);
      const content = await readFeed(deps, token, roomFor([]));
      return writeAtom(content, selfUrl, dayOf(deps.clock.now()));
    }
    case 'badge.svg':
      return drawBadge(await readBadge(deps, token));
    case 'badge.json':
      return json(toShields(await readBadge(deps, token)));
  }
}

const json = (value: unknown) => `${JSON.stringify(value)}\n`;
