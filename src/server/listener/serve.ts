import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import next from 'next';
import { type LoadedEnv, loadEnv, wantedTelemetry } from '@/env';
import { isFeedPath } from '@/domain/feed/path';
import { feedFileOf } from '@/domain/scanner-database/feed';
import { createRestHandler } from './rest-handler';
import type { RequestHandler } from '@/server/platform/http/pipeline';
import { apiPathOf, remoteAddressOf } from '@/server/platform/http/mount';
import { type Runtime, startRuntime } from '@/server/runtime';
import { createAssistantHandler, isAssistantPath } from './assistant-handler';
import { createOneClickHandler, isOneClickPath } from './one-click-handler';
import { inLanguageOf } from './page-language';
import { createFeedHandler } from './feed-handler';
import { createSubscriptionHandler } from './subscription-handler';
import { publicRouter } from '@/server/app-router';
import { answerClientError } from '@/server/platform/http/client-error';
import { logWhatIsPrinted } from '@/server/platform/http/console-lines';
import { logWhatNobodyCaught } from '@/server/platform/uncaught';
import { askForBody, leaveExpectationsTo } from '@/server/platform/http/expectations';
import { answerInNode } from '@/server/platform/http/node-mount';
import {
  dropMalformedRouterState,
  dropPartialRequests,
  isMeantUpgrade,
  refusalOfBody,
  refusalOfVerb,
  sendRefusal,
} from '@/server/platform/http/page-requests';
import { KEEP_ALIVE_MS } from '@/server/platform/http/idle-connections';
import { noteRequest } from '@/server/platform/http/passed-on';
import { decodableForm, originForm, pathnameOf } from '@/server/platform/http/request-target';
import type { Deps } from '@/server/platform/deps';
import {
  barePath,
  scannerCaPath,
  type ScannerCredentials,
  sendScannerCa,
} from './scanner-tls/contracts';
import { startScannerListener } from './scanner-tls/listener';
import { answerPage, startWatching } from './watching';
import { startWatchListener } from './watch-listener';
import type { Telemetry } from '@/server/platform/telemetry/sdk';
import { endAll } from '@/server/platform/jobs/end-all';
import { aborted, closeServer, drained, heedSignals } from '@/server/platform/http/shutdown';

/** What is left of pages that were prepared, and what was measured last, which its receiver may take or not. */
const PAGES_END_MS = 1_000;
const TELEMETRY_END_MS = 2_000;
/** A line may be slow, and 64 MiB are much; what brings too little is ended long before, see `body-watch.ts`. */
const REQUEST_TIMEOUT_MS = 3_600_000;

/** Two texts of a thousand characters in a query, percent-encoded, are longer than node's own limit. */
const MAX_HEADER_BYTES = 65_536;

export interface ServeOptions {
  /** Whether Next compiles each page when it is asked for. */
  readonly dev: boolean;
  readonly env?: LoadedEnv;
  /** Called once requests are answered. */
  readonly onListening?: () => void;
}

/**
 * The node server of `npm start`: the REST API without a detour, everything else by Next, and the
 * scanner's TLS listener next to them. Resolves when the process was asked to end and everything is closed.
 */
export async function serve({ dev, env = loadEnv(), onListening }: ServeOptions): Promise<void> {
  // From the first moment: the first process of a container is not ended by a signal that it does not wait for.
  const asked = heedSignals();
  const telemetry = await startWantedTelemetry();
  const { listener: apart } = env.metrics ?? { listener: null };
  const watchers = apart && (await startWatchListener(apart));
  const runtime = await startUnlessAsked(env, asked.toEnd);
  if (!runtime) {
    await watchers?.close(asked.again());
    await telemetry?.stop();
    return;
  }
  const { deps } = runtime;
  if (!dev) logWhatIsPrinted(deps.logger);
  const rest = createRestHandler(publicRouter, deps);
  const feed = createFeedHandler(deps);
  // A CA is made only where the listener is wanted: an operator who trusts it must have asked for it.
  const credentials = env.scannerTlsPort === undefined ? null : await openCredentials(deps);
  const answerBy =
    (handler: RequestHandler) =>
    (request: IncomingMessage, response: ServerResponse, path: string) => {
      const remoteAddress = remoteAddressOf(request, env.trustProxy);
      answerInNode(handler, request, response, { path, remoteAddress }).catch((error: unknown) => {
        deps.logger.debug({ err: error }, 'the client went away');
        response.destroy();
      });
    };
  const serveApi = answerBy(rest);
  const serveFeed = answerBy(feed);
  const serveSubscription = answerBy(createSubscriptionHandler(deps));
  const serveOneClick = answerBy(createOneClickHandler(deps));
  const serveAssistant = answerBy(createAssistantHandler(deps));
  const authorities = await watchAuthoritiesOf(deps, credentials);
  const measured = {
    ...deps,
    ...{ certificateEnds: credentials?.ends, scannerAuthorities: authorities?.count },
  };
  const watching = await startWatching(measured, watchers, answerBy, rest);
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    request.url = originForm(request.url);
    const pathname = pathnameOf(request.url);
    if (watching.answer(request, response, pathname)) return;
    if (barePath(pathname) === scannerCaPath) {
      noteRequest(deps.logger, request, response, { pathname, route: scannerCaPath });
      sendScannerCa(request, response, credentials?.scannerCaPem() ?? null);
      return;
    }
    if (feedFileOf(pathname) !== null) {
      serveFeed(request, response, pathname);
      return;
    }
    if (isFeedPath(pathname)) {
      serveSubscription(request, response, pathname);
      return;
    }
    if (isOneClickPath(pathname)) {
      serveOneClick(request, response, pathname);
      return;
    }
    if (isAssistantPath(pathname)) {
      serveAssistant(request, response, pathname);
      return;
    }
    const apiPath = apiPathOf(pathname, request.headers.host ?? null, env.apiHost);
    // Next fails over what is no path and over TRACE; the API answers them as it answers all that is unknown.
    const isForNext = pathname.startsWith('/') && request.method !== 'TRACE';
    if (apiPath !== null || !isForNext) {
      serveApi(request, response, apiPath ?? pathname);
      return;
    }
    const refusal = refusalOfVerb(request, pathname, { dev }) ?? refusalOfBody(request, pathname);
    if (refusal) {
      noteRequest(deps.logger, request, response, { pathname, route: null });
      sendRefusal(response, refusal);
      return;
    }
    request.url = decodableForm(request.url);
    dropMalformedRouterState(request);
    dropPartialRequests(request);
    askForBody(response);
    void inLanguageOf(request, () => answerPage(deps, request, response, pathname, nextHandler));
  };
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      shouldUpgradeCallback: (request) => isMeantUpgrade(request, { dev }),
    },
    handle,
  );
  leaveExpectationsTo(server, handle);
  // Next listens for upgrades at the server it is given, and where there is a listener node hangs up on clients that
  // offer another protocol, as those that would like HTTP/2 do. Only pages that are compiled again need it.
  const app = next({
    dev,
    hostname: env.host,
    port: env.port,
    httpServer: dev ? server : createServer(),
  });
  await app.prepare();
  // From here on Next has the process go on whatever nobody caught; before, the start fails.
  if (!dev) logWhatNobodyCaught(deps.logger);
  const nextHandler = app.getRequestHandler();
  const scanner =
    credentials && env.scannerTlsPort !== undefined
      ? await startScannerListener({
          port: env.scannerTlsPort,
          host: env.scannerTlsHost,
          credentials,
          logger: deps.logger,
          handler: (request, response) => {
            const pathname = pathnameOf(request.url ?? '/');
            const serve = feedFileOf(pathname) === null ? serveApi : serveFeed;
            serve(request, response, pathname);
          },
          note: (request, response, route) => {
            const pathname = pathnameOf(originForm(request.url));
            noteRequest(deps.logger, request, response, { pathname, route });
          },
        })
      : null;
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(env.port, env.host, resolve);
  });
  deps.logger.info({ url: env.publicUrl, port: env.port }, `Eventide is ready at ${env.publicUrl}`);
  onListening?.();

  await aborted(asked.toEnd);
  deps.logger.info('stopping');
  runtime.announceEnd();
  await drained(env.drainMs, asked.again());
  const hurry = asked.again();
  await Promise.all([closeServer(server, hurry), scanner?.close(undefined, hurry)]);
  watching.stop();
  authorities?.stop();
  const { logger } = deps;
  await endAll({ pages: () => app.close() }, { withinMs: PAGES_END_MS, logger, hurry });
  // Who is slow to leave the port of those who watch takes no time from what is ended meanwhile.
  await Promise.all([runtime.stop(hurry), watchers?.close(hurry)]);
  if (!telemetry) return;
  await endAll(
    { telemetry: () => telemetry.stop() },
    { withinMs: TELEMETRY_END_MS, logger, hurry },
  );
}

/**
 * Starts what the process runs on. A start that is broken off is an end in order, as one later is.
 * @returns null when the process was asked to end meanwhile
 */
async function startUnlessAsked(env: LoadedEnv, toEnd: AbortSignal): Promise<Runtime | null> {
  try {
    return await startRuntime(env, undefined, toEnd);
  } catch (error) {
    if (toEnd.aborted && error === toEnd.reason) return null;
    throw error;
  }
}

/** What it takes is not loaded where nobody wants it. */
async function startWantedTelemetry(): Promise<Telemetry | null> {
  const wanted = wantedTelemetry();
  if (!wanted) return null;
  const { startTelemetry } = await import('@/server/platform/telemetry/sdk');
  return startTelemetry(wanted);
}

/** What makes certificates is not loaded where nobody wants one, either. */
async function openCredentials({ env, clock, logger }: Deps) {
  const { openScannerCredentials } = await import('./scanner-tls/credentials');
  return openScannerCredentials({
    dataDir: env.dataDir,
    certFile: env.scannerTlsCertPath,
    keyFile: env.scannerTlsKeyPath,
    clock,
    logger,
  });
}

/** An operator's own certificate may be another one on each machine, of issuers that scanners trust. */
async function watchAuthoritiesOf(deps: Deps, credentials: ScannerCredentials | null) {
  const authorityPem = credentials?.scannerCaPem() ?? null;
  if (authorityPem === null) return null;
  const { watchAuthorities } = await import('./scanner-tls/authority-watch');
  return watchAuthorities(deps, authorityPem);
}
