import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type Definition, type MetricName } from './definitions';
import { createGauges, type MeasuredDeps } from './gauges';
import { recordInto, type Sink } from './recorder';

export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

export interface PrometheusMetrics {
  /** Writes all metrics as Prometheus reads them; however many ask at once, it is done once. */
  expose(): Promise<Exposition>;
  stop(): void;
}

/** Measures this process from now on, for Prometheus: what the service does, and node's own metrics. */
export function createPrometheus(deps: MeasuredDeps, version: string): PrometheusMetrics {
  const registry = new Registry();
  const { sink, gauges: instruments } = instrumentsIn(registry);
  const recorder = recordInto(sink);
  const gauges = createGauges(deps, version);
  collectDefaultMetrics({ register: registry });
  let exposing: Promise<Exposition> | null = null;

  async function expose(): Promise<Exposition> {
    const readings = [...(await gauges.read()), ...recorder.readings()];
    // What is no longer known is no longer said; a gauge without labels that is reset would say 0.
    for (const gauge of instruments.values()) {
      gauge.reset();
      gauge.remove({});
    }
    for (const { name, labels, value } of readings) instruments.get(name)?.set(labels, value);
    return { contentType: registry.contentType, text: await registry.metrics() };
  }

  return {
    expose: () => {
      exposing ??= expose().finally(() => {
        exposing = null;
      });
      return exposing;
    },
    stop: () => {
      recorder.stop();
      gauges.stop();
      registry.clear();
    },
  };
}

function instrumentsIn(registry: Registry) {
  const counters = new Map<MetricName, Counter>();
  const histograms = new Map<MetricName, Histogram>();
  const gauges = new Map<MetricName, Gauge>();
  // `entries` forgets which names these are.
  for (const [name, definition] of Object.entries(METRICS) as [MetricName, Definition][]) {
    const { kind, help, labels, buckets = [] } = definition;
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (kind === 'counter') counters.set(name, new Counter(options));
    else if (kind === 'gauge') gauges.set(name, new Gauge(options));
    else histograms.set(name, new Histogram({ ...options, buckets: [...buckets] }));
  }
  const sink: Sink = {
    count: (name, labels, by) => {
      counters.get(name)?.inc(labels, by);
    },
    observe: (name, labels, value) => {
      histograms.get(name)?.observe(labels, value);
    },
  };
  return { sink, gauges };
}
