import type { Logger } from '@/server/platform/log';
import type { LogFields } from '@/server/platform/log-fields';
import { requests } from '@/server/platform/signals';

/** A request that was answered, as far as whoever answered it knows. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** Without secrets. */
  readonly path: string;
  /** A template of the program; null where there is none. */
  readonly route: string | null;
  readonly status: number;
  readonly remoteAddress: string;
  /** As `performance.now()` says it. */
  readonly startedAtMs: number;
}

/**
 * Says of a request that it was answered: to whoever measures, and in the one line of the log that it leaves.
 * @param more what else the line says
 */
export function tellOfRequest(
  logger: Logger,
  { startedAtMs, ...request }: AnsweredRequest,
  more: LogFields = {},
): void {
  const durationMs = performance.now() - startedAtMs;
  const { method, route, status } = request;
  requests.send({ method, route, status, seconds: durationMs / 1000 });
  logger.info({
    ...more,
    ...request,
    event: 'request',
    durationMs: Math.round(durationMs * 10) / 10,
  });
}
