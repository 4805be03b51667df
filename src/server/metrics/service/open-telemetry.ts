import {
  type Counter,
  diag,
  DiagLogLevel,
  type Histogram,
  metrics,
  type ObservableGauge,
} from '@opentelemetry/api';
import { METRICS, type Definition, type MetricName } from './definitions';
import { createGauges, type MeasuredDeps } from './gauges';
import { recordInto } from './recorder';

/**
 * Measures this process from now on for OpenTelemetry: the same metrics as for Prometheus, under the same names.
 * Returns a function that ends it.
 */
export function createOpenTelemetry(deps: MeasuredDeps, version: string): () => void {
  logFaultsOfExport(deps);
  const meter = metrics.getMeter('eventide');
  const counters = new Map<MetricName, Counter>();
  const histograms = new Map<MetricName, Histogram>();
  const observed = new Map<MetricName, ObservableGauge>();
  // `entries` forgets which names these are.
  for (const [name, definition] of Object.entries(METRICS) as [MetricName, Definition][]) {
    const { kind, help: description, buckets } = definition;
    // None where it is a number: a receiver that writes for Prometheus adds `_ratio` to the name of a gauge in `1`.
    const unit = name.includes('seconds') ? 's' : undefined;
    if (kind === 'counter') counters.set(name, meter.createCounter(name, { description }));
    else if (kind === 'gauge')
      observed.set(name, meter.createObservableGauge(name, { description, unit }));
    else {
      const advice = { explicitBucketBoundaries: [...(buckets ?? [])] };
      histograms.set(name, meter.createHistogram(name, { description, unit, advice }));
    }
  }
  const recorder = recordInto({
    count: (name, labels, by) => {
      counters.get(name)?.add(by, labels);
    },
    observe: (name, labels, value) => {
      histograms.get(name)?.record(value, labels);
    },
  });
  const gauges = createGauges(deps, version);
  const all = [...observed.values()];
  const callback: Parameters<typeof meter.addBatchObservableCallback>[0] = async (result) => {
    for (const { name, labels, value } of [...(await gauges.read()), ...recorder.readings()]) {
      const gauge = observed.get(name);
      if (gauge) result.observe(gauge, value, labels);
    }
  };
  meter.addBatchObservableCallback(callback, all);
  return () => {
    meter.removeBatchObservableCallback(callback, all);
    recorder.stop();
    gauges.stop();
  };
}

/** The SDK says nothing of a receiver that is away, unless it is given somewhere to say it. */
function logFaultsOfExport({ logger }: MeasuredDeps): void {
  const warn = (message: string) => {
    logger.warn({ event: 'telemetry' }, message);
  };
  const nothing = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
