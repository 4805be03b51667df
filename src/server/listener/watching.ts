import type { IncomingMessage, ServerResponse } from 'node:http';
import { createPrometheus, type PrometheusMetrics } from '@/server/metrics/service/prometheus';
import { readVersion } from '@/server/metrics/service/version';
import type { Deps } from '@/server/platform/deps';
import type { RequestHandler } from '@/server/platform/http/pipeline';
import { requests } from '@/server/platform/signals';
import { createMetricsHandler, METRICS_PATH } from './metrics-handler';
import type { NodeHandler, WatchListener } from './watch-listener';

/** What those who watch the service ask at a port of their own, beside the metrics. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz']);
/** Not worth a measurement: files that never change, and what handlers of ours measure by themselves. */
const NOT_PAGES = /^\/(?:_next|api|export)\//;

export interface Watching {
  /** Answers the request if it is one for metrics at the port of everything else; says whether it did. */
  answer(request: IncomingMessage, response: ServerResponse, pathname: string): boolean;
  stop(): void;
}

const NOBODY: Watching = { answer: () => false, stop: () => undefined };

/** Begins to measure, where metrics are wanted, and shows them where the configuration says. */
export async function startWatching(
  deps: Deps,
  listener: WatchListener | null,
  answerBy: (handler: RequestHandler) => NodeHandler,
  rest: RequestHandler,
): Promise<Watching> {
  const { metrics: wanted } = deps.env;
  if (!wanted) return NOBODY;
  const metrics: PrometheusMetrics = createPrometheus(deps, await readVersion());
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
    },
  };
}

/** Measures the answer of Next to a page's request. */
export function measurePage(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): void {
  if (!requests.isHeard || NOT_PAGES.test(pathname)) return;
  const startedAtMs = performance.now();
  response.once('close', () => {
    const seconds = (performance.now() - startedAtMs) / 1000;
    requests.send({ method, route: 'page', status: response.statusCode, seconds });
  });
}
