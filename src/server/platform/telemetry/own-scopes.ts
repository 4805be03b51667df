import {
  context,
  INVALID_SPAN_CONTEXT,
  ProxyTracerProvider,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** Whose spans are taken: our own, and Prisma's where they are a part of one of ours. */
const OWN = 'eventide';
const PARTS = 'prisma';

/** Begins no spans, and hands on those that are there. */
const nothing: Tracer = {
  startSpan: (_name, _options, from = context.active()) =>
    trace.wrapSpanContext(trace.getSpanContext(from) ?? INVALID_SPAN_CONTEXT),
  startActiveSpan: (...args: unknown[]) => {
    const work = args.at(-1) as (span: unknown) => never; // the last argument in each of its forms
    return work(nothing.startSpan(''));
  },
};

/**
 * Takes spans of known scopes alone. Next has spans as well, whose attributes hold addresses with all that stands in
 * them: links to set a password, tokens of feeds.
 */
export function takeOwnScopesAlone(): void {
  const provider = trace.getTracerProvider();
  if (!(provider instanceof ProxyTracerProvider)) return;
  const inner = provider.getDelegate();
  provider.setDelegate({
    getTracer: (name, version, options) => {
      if (name === OWN) return inner.getTracer(name, version, options);
      return name === PARTS ? partsOf(inner.getTracer(name, version, options)) : nothing;
    },
  });
}

/** A tracer that begins no trace. */
function partsOf(tracer: Tracer): Tracer {
  const here = () => (trace.getActiveSpan() ? tracer : nothing);
  return {
    startSpan: (...args) => here().startSpan(...args),
    // Each of the forms of the one is a form of the other.
    startActiveSpan: ((...args: Parameters<Tracer['startActiveSpan']>) =>
      here().startActiveSpan(...args)) as Tracer['startActiveSpan'],
  };
}
