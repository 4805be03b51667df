import { expect, it, onTestFinished } from 'vitest';
import { inPartSpan, inTrace, traceIdHere } from '@/server/platform/tracing';
import { startTelemetry } from './sdk';

it('where there are metrics and no traces, nothing belongs to one', async () => {
  const telemetry = startTelemetry({ traces: false, metrics: false, isNamed: true });
  onTestFinished(() => telemetry.stop());
  await inTrace('job waivers', {}, async () => {
    expect(traceIdHere()).toBeUndefined();
    await inPartSpan('SELECT', {}, (span) => {
      expect(span).toBeNull();
      return Promise.resolve();
    });
  });
});
