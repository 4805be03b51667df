import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CertificateEnd } from '@/server/metrics/service/gauges';
import type { LogFields } from '@/server/platform/log-fields';

/** Where both servers offer the CA for download. */
export const scannerCaPath = '/scanner-ca.pem';

/** Answers `GET /scanner-ca.pem`; a null PEM means there is no CA to give, which is a 404. */
export function sendScannerCa(
  request: IncomingMessage,
  response: ServerResponse,
  pem: string | null,
): void {
  if (pem === null) return sendDetail(response, 404, 'Not Found');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendDetail(response, 405, 'Method Not Allowed');
  }
  response.writeHead(200, {
    'Content-Type': 'application/x-pem-file',
    'Content-Length': Buffer.byteLength(pem),
    'Cache-Control': 'no-cache',
  });
  response.end(pem);
}

/** The contract's plain error body. Scanners need JSON whatever the status. */
export function sendDetail(response: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify({ detail });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** A certificate (chain) and its private key, as PEM text. */
export interface PemPair {
  readonly certPem: string;
  readonly keyPem: string;
}

export interface Clock {
  now(): Date;
}

/** The part of the service's logger this folder needs; pino fits. */
export interface ScannerTlsLogger {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

/** The certificate that the listener presents, and keeps fresh. */
export interface ScannerCredentials {
  current(): PemPair;
  /** Replaces `current()` when that is due; true when it did. Rejects only on faults nobody foresaw. */
  renewIfDue(): Promise<boolean>;
  /** The CA that a scanner has to trust, for `GET /scanner-ca.pem`; null when the operator brought a certificate. */
  scannerCaPem(): string | null;
  /** When that certificate ends, and the CA that it is from where that is the service's own. */
  ends(): readonly CertificateEnd[];
}

/** The short code of a system error, such as `ENOENT`, or its message when it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** A fault of the installation that an operator can fix. The message says where and how, and is shown as it is. */
export class ScannerTlsError extends Error {
  override readonly name = 'ScannerTlsError';
}

/**
 * Paths that stock scanners, and the agent of the same house, call at the root of their hosts, without a trailing slash.
 * The scanner's name is reached by machines that have no business with the dashboard or the management API, so those stay
 * away.
 */
export const scannerPaths: ReadonlySet<string> = new Set([
  '/v1/policy',
  '/v2/policy',
  '/v1/scan',
  '/v2/scan',
  '/v1/inventories',
  '/certificate',
  '/healthz',
  '/eol/check',
]);

/** The path of a request target without its query and without one trailing slash; decodes nothing. */
export function barePath(requestTarget: string): string {
  const [path = '/'] = requestTarget.split('?', 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
