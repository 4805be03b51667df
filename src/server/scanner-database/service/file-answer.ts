import type { IncomingRequest } from '@/server/platform/http/incoming-request';
/** A file as it is offered: its bytes, and the metadata for caches. */
export interface OfferedFile {
  readonly content: Buffer;
  readonly contentType: string;
  /** Strong: equal tags mean equal bytes. With its quotes. */
  readonly etag: string;
  /** Null: it may change without a time that says so; only its tag tells. */
  readonly lastModified: Date | null;
  readonly cacheControl: string;
}

/**
 * Answers GET and HEAD of a file as RFC 9110 has it: 304 for a file that the client holds already, 206 for one
 * range of a GET, 416 for one beyond the end, else 200. Several ranges at once are answered with all of it.
 */
export function answerFile(request: IncomingRequest, file: OfferedFile): Response {
  const headers = new Headers({
    etag: file.etag,
    ...(file.lastModified && { 'last-modified': file.lastModified.toUTCString() }),
    'cache-control': file.cacheControl,
    'accept-ranges': 'bytes',
  });
  if (isHeld(request.headers, file)) return new Response(null, { status: 304, headers });
  const size = file.content.byteLength;
  const range = isRangeWanted(request, file)
    ? byteRange(request.headers.get('range'), size)
    : 'whole';
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${String(size)}`);
    return Response.json({ detail: 'Range Not Satisfiable' }, { status: 416, headers });
  }
  headers.set('content-type', file.contentType);
  if (range === 'whole') return bytes(request, file.content, 200, headers);
  headers.set(
    'content-range',
    `bytes ${String(range.first)}-${String(range.last)}/${String(size)}`,
  );
  return bytes(request, file.content.subarray(range.first, range.last + 1), 206, headers);
}

function bytes(
  request: IncomingRequest,
  content: Buffer,
  status: number,
  headers: Headers,
): Response {
  headers.set('content-length', String(content.byteLength));
  const body = request.method === 'HEAD' ? null : new Uint8Array(content);
  return new Response(body, { status, headers });
}

/** `If-None-Match` by weak comparison; without it `If-Modified-Since`. */
function isHeld(headers: Headers, { etag, lastModified }: OfferedFile): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) {
    return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
  }
  if (!lastModified) return false;
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1_000) * 1_000 <= since;
}

/** Ranges are for GET alone; with `If-Range` only while the file is the one that the client has a part of. */
function isRangeWanted(
  { method, headers }: IncomingRequest,
  { etag, lastModified }: OfferedFile,
): boolean {
  const condition = headers.get('if-range');
  return (
    method === 'GET' &&
    (condition === null || condition === etag || condition === lastModified?.toUTCString())
  );
}

export interface ByteRange {
  /** Position of the first byte. */
  readonly first: number;
  /** Position of the last byte, which belongs to it. */
  readonly last: number;
}

const SINGLE_RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * Gives the part of `size` bytes that a `Range` header asks for. Anything that is no range, and several at once,
 * mean the whole: RFC 9110 (14.2) lets a server ignore them.
 */
export function byteRange(
  header: string | null,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = SINGLE_RANGE.exec(header ?? '');
  if (!match) return 'whole';
  const [, from = '', to = ''] = match;
  if (from === '') {
    if (to === '') return 'whole';
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last };
}
