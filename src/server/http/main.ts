<<<<<<< HEAD
import { failureText } from './failure-text';
import { serve } from './serve';

serve({ dev: process.argv.includes('--dev') }).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`);
    process.exit(1);
  },
);
=======
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import next from 'next';
import { ConfigurationError, loadEnv } from '@/env';
import { createRestHandler } from '@/server/rest/handler';
import { apiPathOf } from '@/server/rest/mount';
import { startRuntime } from '@/server/runtime';
import { publicRouter } from '@/server/trpc/public-router';
import { answerInNode } from './node-mount';
import { remoteAddressOf } from './remote-address';
import type { Deps } from '@/server/deps';
import { DatabaseStartError } from '@/server/database/start-error';
import { ScannerTlsError } from './scanner-tls/scanner-tls-error';
import { barePath } from './scanner-tls/scanner-paths';
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
  // A CA is made only for those who want the listener: whoever trusts it must have asked for it.
  const credentials = env.scannerTlsPort === undefined ? null : await openCredentials(deps);
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
    if (barePath(pathname) === scannerCaPath) {
      sendScannerCa(request, response, credentials?.scannerCaPem() ?? null);
      return;
    }
    const apiPath = apiPathOf(pathname, request.headers.host ?? null, env.apiHost);
    if (apiPath !== null) {
      serveApi(request, response, apiPath);
      return;
    }
    void nextHandler(request, response);
  });
  const scanner =
    credentials && env.scannerTlsPort !== undefined
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

function openCredentials({ env, clock, logger }: Deps) {
  return openScannerCredentials({
    dataDir: env.dataDir,
    certFile: env.scannerTlsCertPath,
    keyFile: env.scannerTlsKeyPath,
    clock,
    logger,
  });
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
      process.stderr.write(`${textFor(error)}\n`);
      process.exit(1);
    },
  );
}

/** What is the operator's to mend says all in its message; a stack would bury it. */
function textFor(error: unknown): string {
  const isOperatorFault =
    error instanceof ConfigurationError ||
    error instanceof ScannerTlsError ||
    error instanceof DatabaseStartError;
  if (isOperatorFault) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
>>>>>>> api
