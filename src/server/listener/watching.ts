import type { IncomingMessage, ServerResponse } from 'node:http';
import { wantedTelemetry } from '@/env';
import { createOpenTelemetry } from '@/server/metrics/service/open-telemetry';
import type { MeasuredDeps } from '@/server/metrics/service/gauges';
import { createPrometheus, type PrometheusMetrics } from '@/server/metrics/service/prometheus';
import { readVersion } from '@/server/metrics/service/version';
import type { Deps } from '@/server/platform/deps';
import { noteRequest } from '@/server/platform/http/passed-on';
import type { RequestHandler } from '@/server/platform/http/pipeline';
import { inRequestTrace, markFailed } from '@/server/platform/tracing';
import { createMetricsHandler, METRICS_PATH } from './metrics-handler';
import type { NodeHandler, WatchListener } from './watch-listener';

/** What those who watch the service ask at a port of their own, beside the metrics. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz']);
/** Not worth a measurement: files that never change, and what handlers of ours measure by themselves behind Next. */
const NOT_PAGES =
  /^\/(?:_next\/|(?:api|export|feeds|xeol\/databases)(?:\/|$)|unsubscribe\/[^/]+\/one-click\/?$)/;

export interface Watching {
  /** Answers the request if it is one for metrics at the port of everything else; says whether it did. */
  answer(request: IncomingMessage, response: ServerResponse, pathname: string): boolean;
  stop(): void;
}

const NOBODY: Watching = { answer: () => false, stop: () => undefined };

/** Begins to measure, where metrics are wanted, and shows them where the configuration says. */
export async function startWatching(
  deps: Deps & Pick<MeasuredDeps, 'certificateEnds' | 'scannerAuthorities'>,
  listener: WatchListener | null,
  answerBy: (handler: RequestHandler) => NodeHandler,
  rest: RequestHandler,
): Promise<Watching> {
  const { metrics: wanted } = deps.env;
  const version = await readVersion();
  const telemetry = wantedTelemetry();
  const stopTelemetry = telemetry ? createOpenTelemetry(deps, version) : () => undefined;
  if (!wanted) return { ...NOBODY, stop: stopTelemetry };
  const metrics: PrometheusMetrics = createPrometheus(deps, version);
  const serveMetrics = answerBy(createMetricsHandler(deps, metrics, wanted.token));
  const serveRest = answerBy(rest);
  listener?.serve((request, response, pathname) => {
    if (pathname === METRICS_PATH) serveMetrics(request, response, pathname);
    // What is not for them is answered as the API answers what it does not have.
    else serveRest(request, response, PROBES.has(pathname) ? pathname : '/');
  });
  return {
    answer: (request, response, pathname) => {
      const isHere = listener === null && pathname === METRICS_PATH;
      if (isHere) serveMetrics(request, response, pathname);
      return isHere;
    },
    stop: () => {
      metrics.stop();
      stopTelemetry();
    },
  };
}

/** What a request says of its trace, as the API reads it. */
function traceHeadersOf({ headers }: IncomingMessage): Headers {
  const { traceparent, tracestate } = headers;
  const said = new Headers();
  if (typeof traceparent === 'string') said.set('traceparent', traceparent);
  if (typeof tracestate === 'string') said.set('tracestate', tracestate);
  return said;
}

/** Has Next answer a request. One for a page is traced, measured and logged. */
export async function answerPage(
  { env, logger }: Pick<Deps, 'env' | 'logger'>,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  if (NOT_PAGES.test(pathname)) return answer(request, response);
  const { method = '' } = request;
  const route = 'page';
  const said = { headers: traceHeadersOf(request), isBelieved: env.trustProxy };
  return inRequestTrace(`${method} ${route}`, said, async (span) => {
    span.setAttributes({ 'http.request.method': method, 'http.route': route });
    const requestId = noteRequest(logger, request, response, { pathname, route });
    await answer(request, response);
    span.setAttributes({
      'http.response.status_code': response.statusCode,
      'eventide.request_id': requestId,
    });
    if (response.statusCode >= 500) markFailed(span, String(response.statusCode));
  });
}
