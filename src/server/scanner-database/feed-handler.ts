import { hash } from 'node:crypto';
import { isDomainError } from '@/domain/errors';
import { feedFileOf, LISTING_NAME, scannerListing } from '@/domain/scanner-database/feed';
import { scannerHosts } from '@/domain/scanner-setup/scanner-hosts';
import { isThisMachine } from '@/domain/scanner-setup/service-address';
import type { Deps } from '@/server/deps';
import { answerTo } from '@/server/rest/errors';
import type { RequestOrigin, RestHandler } from '@/server/rest/handler';
import { requestIdOf } from '@/server/rest/request-id';
import { answerFile, type OfferedFile } from './file-answer';
import { scannerDatabases, type DatabaseDeps, type ScannerDatabases } from './service';

/** A name or an address, with or without a port. */
const CALLED_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/i;

/** A listing changes at any time: it is asked for again each time, and answered with 304 mostly. */
const LISTING_CACHE_CONTROL = 'no-cache';
/** What has its digest in its name never changes. */
const ARCHIVE_CACHE_CONTROL = 'public, max-age=86400, immutable';

/**
 * The feed that `XEOL_DB_UPDATE_URL` of a scanner names: `listing.json` and the archives beside it, for
 * everyone. As the REST API it answers JSON to whatever else is asked, and never rejects.
 */
export function createFeedHandler(deps: DatabaseDeps & Pick<Deps, 'env'>): RestHandler {
  const databases = scannerDatabases(deps);
  const { publicUrl } = deps.env;

  return async (request, origin) => {
    const startedAtMs = performance.now();
    const requestId = requestIdOf(request.headers);
    const answered = await answer(request, origin, databases, publicUrl).catch((error: unknown) => {
      const refusal = answerTo(isDomainError(error) ? error : null);
      deps.logger.error({ err: error, requestId, path: origin.path }, 'request failed');
      return Response.json({ detail: refusal.detail }, refusal);
    });
    answered.headers.set('x-request-id', requestId);
    deps.logger.info({
      event: 'request',
      requestId,
      method: request.method,
      path: origin.path,
      route: '/xeol/databases/{file}',
      status: answered.status,
      remoteAddress: origin.remoteAddress,
      durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
    });
    return request.method === 'HEAD' ? new Response(null, answered) : answered;
  };
}

async function answer(
  request: Request,
  { path }: RequestOrigin,
  databases: ScannerDatabases,
  publicUrl: string,
): Promise<Response> {
  const name = feedFileOf(path) ?? '';
  const find = () =>
    name === LISTING_NAME
      ? listingFile(databases, originFor(request, publicUrl))
      : archiveFile(databases, name);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const file = await find();
    return file ? answerFile(request, file) : detail(404, 'Not Found');
  }
  const exists = name === LISTING_NAME || (await find()) !== null;
  return exists
    ? detail(405, 'Method Not Allowed', { allow: 'GET, HEAD' })
    : detail(404, 'Not Found');
}

function detail(status: number, text: string, headers: Record<string, string> = {}): Response {
  return Response.json({ detail: text }, { status, headers });
}

/**
 * Where the listing says that the archive is. Installations on a laptop have `localhost` for their public
 * address, which is another machine inside a container: there the name that was called leads here.
 */
function originFor(request: Request, publicUrl: string): string {
  const host = request.headers.get('host') ?? '';
  if (!isThisMachine(new URL(publicUrl).hostname) || !CALLED_HOST.test(host)) return publicUrl;
  const isScannerHost = scannerHosts.some((name) => name === host.replace(/:\d+$/, ''));
  return `${isScannerHost ? 'https' : 'http'}://${host}`;
}

async function listingFile(databases: ScannerDatabases, origin: string): Promise<OfferedFile> {
  const archive = await databases.newest();
  const content = Buffer.from(scannerListing(origin, archive));
  return {
    content,
    contentType: 'application/json',
    etag: `"${hash('sha256', content, 'hex').slice(0, 32)}"`,
    lastModified: archive.builtAt,
    cacheControl: LISTING_CACHE_CONTROL,
  };
}

async function archiveFile(databases: ScannerDatabases, name: string): Promise<OfferedFile | null> {
  const archive = await databases.archive(name);
  return (
    archive && {
      content: archive.content,
      contentType: 'application/gzip',
      etag: `"${archive.sha256}"`,
      lastModified: archive.builtAt,
      cacheControl: ARCHIVE_CACHE_CONTROL,
    }
  );
}
