import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { feedFileOf } from '@/domain/scanner-database/feed';
import {
  barePath,
  errorCode,
  scannerCaPath,
  type ScannerCredentials,
  scannerPaths,
  ScannerTlsError,
  type ScannerTlsLogger,
  sendDetail,
  sendScannerCa,
} from './contracts';
import { leaveExpectationsTo } from '@/server/platform/http/expectations';
import { KEEP_ALIVE_MS } from '@/server/platform/http/idle-connections';

const renewalCheckMs = 3_600_000;
const handshakeTimeoutMs = 10_000;
const headersTimeoutMs = 20_000;
/** A line may be slow, and 64 MiB are much; what brings too little is ended long before. */
const requestTimeoutMs = 3_600_000;
const closeGraceMs = 10_000;
const idleSweepMs = 100;

/** How TLS clients say that they do not accept the certificate they were shown. */
const refusalCode = /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)$/;

export interface ScannerListenerOptions {
  readonly port: number;
  readonly host?: string | undefined;
  readonly credentials: ScannerCredentials;
  /** The REST mount that the plain HTTP server uses too. It sees the request untouched. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  readonly logger: ScannerTlsLogger;
  /** Told of each request that the listener itself is about to answer, with the template of its path; null: none. */
  readonly note?: (
    request: IncomingMessage,
    response: ServerResponse,
    route: string | null,
  ) => void;
  /** Paths without trailing slash that reach the handler, as well as those of the database for scanners. */
  readonly paths?: ReadonlySet<string>;
}

export interface ScannerListener {
  /** The port listened on, also when 0 was asked for. */
  readonly port: number;
  /** Renews the certificate as the hourly timer does: new connections get it, open ones stay as they are. */
  renewIfDue(): Promise<void>;
  /** Stops accepting, lets requests under way finish, and cuts those that outlast the grace, or all of them when told to hurry. */
  close(graceMs?: number, hurry?: AbortSignal): Promise<void>;
}

/**
 * The TLS server that stands where stock scanners expect their hosted service. It presents one certificate
 * whatever name the client asks for. Rejects with ScannerTlsError when the port cannot be had.
 */
export async function startScannerListener(
  options: ScannerListenerOptions,
): Promise<ScannerListener> {
  const { credentials, logger } = options;
  const handle = routeRequests(options);
  const server = createServer(
    { ...secureContext(credentials), handshakeTimeout: handshakeTimeoutMs },
    handle,
  );
  leaveExpectationsTo(server, handle);
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('tlsClientError', (error, socket) => {
    const code = errorCode(error);
    if (!refusalCode.test(code)) return;
    logger.warn({ code, remoteAddress: socket.remoteAddress }, refusalMessage(credentials));
  });
  const port = await listen(server, options.port, options.host);

  const renewIfDue = async () => {
    if (await credentials.renewIfDue()) server.setSecureContext(secureContext(credentials));
  };
  const timer = setInterval(() => {
    renewIfDue().catch((error: unknown) => {
      logger.error({ err: error }, 'Could not renew the scanner certificate');
    });
  }, renewalCheckMs);
  timer.unref();

  return {
    port,
    renewIfDue,
    close: (graceMs = closeGraceMs, hurry) => {
      clearInterval(timer);
      return closeGracefully(server, graceMs, hurry);
    },
  };
}

function secureContext(credentials: ScannerCredentials) {
  const { certPem, keyPem } = credentials.current();
  return { cert: certPem, key: keyPem, minVersion: 'TLSv1.2' as const };
}

function routeRequests({
  credentials,
  handler,
  note,
  paths = scannerPaths,
}: ScannerListenerOptions) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const path = barePath(request.url ?? '/');
    if (paths.has(path) || feedFileOf(path) !== null) return handler(request, response);
    note?.(request, response, path === scannerCaPath ? path : null);
    if (path === scannerCaPath) return sendScannerCa(request, response, credentials.scannerCaPem());
    sendDetail(response, 404, 'Not Found');
  };
}

function listen(server: Server, port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      reject(new ScannerTlsError(listenFault(errorCode(error), port), { cause: error }));
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      const address = server.address();
      // A string is the path of a pipe, which is never asked for here.
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function listenFault(code: string, port: number): string {
  const what = `Cannot listen for scanners on port ${port}`;
  if (code === 'EADDRINUSE') {
    return `${what}: it is in use. Set SCANNER_TLS_PORT to a free port.`;
  }
  if (code === 'EACCES') {
    return `${what}: this user may not open it. Set SCANNER_TLS_PORT to a port above 1023 and map 443 to it.`;
  }
  return `${what}: ${code}`;
}

/** The one handshake failure worth a line: the scanner behind it goes on without policies and says little. */
function refusalMessage(credentials: ScannerCredentials): string {
  const remedy = credentials.scannerCaPem()
    ? `SSL_CERT_DIR of a scanner must name a folder with this service's ${scannerCaPath}`
    : 'its machine must trust the issuer of SCANNER_TLS_CERT';
  return `A client refused the scanner certificate: ${remedy}`;
}

async function closeGracefully(
  server: Server,
  graceMs: number,
  hurry: AbortSignal | undefined,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose last answer is sent only now falls idle after close() has looked.
  const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
  const cutAll = () => {
    server.closeAllConnections();
  };
  const cut = setTimeout(cutAll, graceMs);
  hurry?.addEventListener('abort', cutAll, { once: true });
  if (hurry?.aborted) cutAll();
  await closed;
  hurry?.removeEventListener('abort', cutAll);
  clearInterval(sweep);
  clearTimeout(cut);
}
