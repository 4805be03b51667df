import { hash } from 'node:crypto';
import { DomainError } from '@/domain/errors';
import { feedFileOf, LISTING_NAME, scannerListing } from '@/domain/scanner-database/feed';
import { isThisMachine, scannerHosts } from '@/domain/scanner-setup/addresses';
import type { IncomingRequest } from '@/server/platform/http/incoming-request';
import type { Deps } from '@/server/platform/deps';
import {
  handle,
  methodNotAllowed,
  type Passage,
  type RequestHandler,
} from '@/server/platform/http/pipeline';
import { answerFile, type OfferedFile } from '@/server/scanner-database/service/file-answer';
import { scannerDatabases, type ScannerDatabases } from '@/server/scanner-database/service/feed';

/** A name or an address, with or without a port. */
const CALLED_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/i;

/** A listing changes at any time: it is asked for again each time, and answered with 304 mostly. */
const LISTING_CACHE_CONTROL = 'no-cache';
/** A file with its digest in its name never changes. */
const ARCHIVE_CACHE_CONTROL = 'public, max-age=86400, immutable';

/**
 * Serves the feed that `XEOL_DB_UPDATE_URL` of a scanner names: `listing.json` and the archives next to it, for
 * everyone. As the REST API it answers JSON to whatever else is asked, and never rejects.
 */
export function createFeedHandler(
  deps: Deps,
  databases: ScannerDatabases = scannerDatabases(deps),
): RequestHandler {
  const { publicUrl } = deps.env;
  return (request, origin) =>
    handle(deps, request, origin, (passage) => {
      passage.route = '/xeol/databases/{file}';
      passage.noticeCredentials();
      return answer(passage, databases, publicUrl);
    });
}

async function answer(
  { request, origin }: Passage,
  databases: ScannerDatabases,
  publicUrl: string,
): Promise<Response> {
  const name = feedFileOf(origin.path) ?? '';
  const find = () =>
    name === LISTING_NAME
      ? listingFile(databases, originFor(request, publicUrl))
      : archiveFile(databases, name);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const file = await find();
    if (!file) throw new DomainError('not_found', 'Not Found');
    return answerFile(request, file);
  }
  const exists = name === LISTING_NAME || (await find()) !== null;
  if (!exists) throw new DomainError('not_found', 'Not Found');
  return methodNotAllowed('GET, HEAD');
}

/**
 * Where the listing says that the archive is. Installations on a laptop have `localhost` for their public
 * address, which is another machine inside a container: there the name that was called leads here.
 */
function originFor(request: IncomingRequest, publicUrl: string): string {
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
