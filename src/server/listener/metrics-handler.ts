import { createHash } from 'node:crypto';
import { isSameDigest } from '@/domain/api-key/api-key';
import { DomainError } from '@/domain/errors';
import type { PrometheusMetrics } from '@/server/metrics/service/prometheus';
import type { Deps } from '@/server/platform/deps';
import {
  handle,
  methodNotAllowed,
  type Passage,
  type RequestHandler,
} from '@/server/platform/http/pipeline';
import { countFailedCredentials } from '@/server/platform/limits/limits';

/** Where Prometheus reads. */
export const METRICS_PATH = '/metrics';

/** Serves the metrics, as one function from request to response. Wrong verb 405, then the token 401, 429. */
export function createMetricsHandler(
  deps: Deps,
  metrics: PrometheusMetrics,
  token: string | null,
): RequestHandler {
  const expected = token === null ? null : digestOf(`Bearer ${token}`);

  async function answer(passage: Passage): Promise<Response> {
    const { request, origin } = passage;
    passage.route = METRICS_PATH;
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
    const shown = digestOf(request.headers.get('authorization') ?? '');
    if (expected && !isSameDigest(shown, expected)) {
      await countFailedCredentials(deps, origin.remoteAddress);
      throw new DomainError('unauthorized', 'Unauthorized');
    }
    const { contentType, text } = await metrics.expose();
    return new Response(text, { headers: { 'content-type': contentType } });
  }

  return (request, origin) => handle(deps, request, origin, answer);
}

/** Digests are of one length, so how long it takes to compare them tells nothing of the token. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
