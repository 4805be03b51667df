import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import next from 'next';
import { ConfigurationError, loadEnv } from '@/env';
import { createRestHandler } from '@/server/rest/handler';
import { apiPathOf, REMOTE_ADDRESS_HEADER } from '@/server/rest/mount';
import { startRuntime } from '@/server/runtime';
import { publicRouter } from '@/server/trpc/public-router';
import { answerInNode } from './node-mount';
import { remoteAddressOf } from './remote-address';
import { openScannerCredentials } from './scanner-tls/credentials';
import { startScannerListener } from './scanner-tls/listener';
import { scannerCaPath, sendScannerCa } from './scanner-tls/scanner-ca-response';
import { closeServer, onceAsked } from './shutdown';

/** A scanner may take its time over 64 MiB; what takes longer has stalled. */
const REQUEST_TIMEOUT_MS = 300_000;

/**
 * The node server of `npm start`: the REST API without a detour, everything else by Next, and the
 * scanner's TLS listener beside them.
 */
export async function serve({ dev }: { dev: boolean }): Promise<void> {
  const env = loadEnv();
  const runtime = await startRuntime(env);
  const { deps } = runtime;
  const rest = createRestHandler(publicRouter, deps);
  const credentials = await openScannerCredentials({
    dataDir: env.dataDir,
    certFile: env.scannerTlsCertPath,
    keyFile: env.scannerTlsKeyPath,
    clock: deps.clock,
    logger: deps.logger,
  });
  const app = next({ dev, hostname: env.host, port: env.port });
  await app.prepare();
  const nextHandler = app.getRequestHandler();

  const serveApi = (request: IncomingMessage, response: ServerResponse, path: string) => {
    const remoteAddress = remoteAddressOf(request, env.trustProxy);
    answerInNode(rest, request, response, { path, remoteAddress }).catch((error: unknown) => {
      deps.logger.debug({ err: error }, 'the client went away');
      response.destroy();
    });
  };
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const pathname = pathnameOf(request);
    if (pathname === scannerCaPath) {
      sendScannerCa(request, response, credentials.scannerCaPem());
      return;
    }
    const apiPath = apiPathOf(pathname, request.headers.host ?? null, env.apiHost);
    if (apiPath !== null) {
      serveApi(request, response, apiPath);
      return;
    }
    request.headers[REMOTE_ADDRESS_HEADER] = remoteAddressOf(request, env.trustProxy);
    void nextHandler(request, response);
  });
  const scanner = env.scannerTlsPort
    ? await startScannerListener({
        port: env.scannerTlsPort,
        host: env.host,
        credentials,
        logger: deps.logger,
        handler: (request, response) => {
          serveApi(request, response, pathnameOf(request));
        },
      })
    : null;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(env.port, env.host, resolve);
  });
  deps.logger.info({ url: env.publicUrl, port: env.port }, `Eventide is ready at ${env.publicUrl}`);

  await onceAsked();
  deps.logger.info('stopping');
  await Promise.all([closeServer(server), scanner?.close()]);
  await app.close();
  await runtime.stop();
}

function pathnameOf(request: IncomingMessage): string {
  const target = request.url ?? '/';
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

if (import.meta.main || process.argv[1]?.endsWith('main.ts')) {
  serve({ dev: process.argv.includes('--dev') }).then(
    () => process.exit(0),
    (error: unknown) => {
      // A wrong configuration is the operator's to read: its message says all, a stack would bury it.
      const text = error instanceof ConfigurationError ? error.message : (error as Error).stack;
      process.stderr.write(`${text ?? String(error)}\n`);
      process.exit(1);
    },
  );
}
