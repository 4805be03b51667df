import { NodeSDK } from '@opentelemetry/sdk-node';
import { PrismaInstrumentation } from '@prisma/instrumentation';
import type { WantedTelemetry } from '@/env';
import { takeOwnScopesAlone } from './own-scopes';

export interface Telemetry {
  /** Sends what is left, for as long as the exporters' own limits allow, and ends it. */
  stop(): Promise<void>;
}

/**
 * Starts OpenTelemetry as the standard variables of the environment say: where it sends to, what is sampled, and how it
 * is named is read by the SDK itself. Loaded only where these ask for something.
 */
export function startTelemetry({ traces, metrics, isNamed }: WantedTelemetry): Telemetry {
  const sdk = new NodeSDK({
    instrumentations: [new PrismaInstrumentation()],
    ...(isNamed ? {} : { serviceName: 'eventide' }),
    ...(traces ? {} : { spanProcessors: [] }),
    ...(metrics ? {} : { metricReaders: [] }),
    // The log goes to standard output.
    logRecordProcessors: [],
  });
  sdk.start();
  takeOwnScopesAlone();
  return { stop: () => sdk.shutdown().catch(() => undefined) };
}
