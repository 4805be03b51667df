/** The format's version that every release of the scanner reads. */
export const SCHEMA_VERSION = 1;

/** Where the feed lies below the service's origin. Upstream's has the same path. */
export const FEED_PATH = '/xeol/databases/';
export const LISTING_NAME = 'listing.json';

const ARCHIVE_NAME = /^xeol-db_v1_\d{8}T\d{6}Z_[0-9a-f]{16}\.tar\.gz$/;

/** An archive as a listing describes it. */
export interface ScannerArchive {
  /** File name; it ends in `.tar.gz`, by which the scanner knows what it unpacks. */
  readonly name: string;
  /** When it was built, to the second. The scanner takes only what is newer than what it has. */
  readonly builtAt: Date;
  /** SHA-256 of the archive, in hexadecimal. */
  readonly sha256: string;
}

/** The address for the scanner's `XEOL_DB_UPDATE_URL`. */
export function listingUrl(publicUrl: string): string {
  return `${publicUrl}${FEED_PATH}${LISTING_NAME}`;
}

/** The file of the feed that a path without query names, or null. A trailing slash makes no difference. */
export function feedFileOf(pathname: string): string | null {
  if (!pathname.startsWith(FEED_PATH)) return null;
  return pathname.slice(FEED_PATH.length).replace(/\/$/, '');
}

export function archiveName(builtAt: Date, sha256: string): string {
  const stamp = secondsOf(builtAt).replaceAll(/[-:]/g, '');
  return `xeol-db_v${String(SCHEMA_VERSION)}_${stamp}_${sha256.slice(0, 16)}.tar.gz`;
}

export function isArchiveName(name: string): boolean {
  return ARCHIVE_NAME.test(name);
}

/** `listing.json`: the one archive that there is to download. */
export function scannerListing(publicUrl: string, archive: ScannerArchive): string {
  const entry = {
    built: secondsOf(archive.builtAt),
    version: SCHEMA_VERSION,
    url: `${publicUrl}${FEED_PATH}${archive.name}`,
    checksum: `sha256:${archive.sha256}`,
  };
  return `${JSON.stringify({ available: { [SCHEMA_VERSION]: [entry] } })}\n`;
}

/** `metadata.json` inside the archive. */
export function scannerMetadata(builtAt: Date, databaseSha256: string): string {
  const metadata = {
    built: secondsOf(builtAt),
    version: SCHEMA_VERSION,
    checksum: `sha256:${databaseSha256}`,
  };
  return `${JSON.stringify(metadata)}\n`;
}

/** RFC 3339 in UTC, without fractions of a second. */
export function secondsOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
