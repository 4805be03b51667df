import {
  type Attributes,
  context,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** The scope of the service's own spans. Where no traces are wanted, all of this is the API's own nothing. */
const tracer = trace.getTracer('eventide');

export { type Span, SpanKind };

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  readonly links?: Link[];
}

/**
 * Does some work in a span. What it is named and what its attributes say is of the program: templates, names, numbers,
 * statements with places for their values. Of an error its type is told, never its message.
 */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { ...options }, (span) => ended(span, work(span)));
}

/** Does the same where something is traced already: statements and calls of their own are not worth a trace. */
export function inPartSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  return spanHere() ? inSpan(name, options, work) : work(null);
}

/** Begins a trace: whatever is traced around it has only led to it. */
export function inTrace<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return context.with(trace.deleteSpan(context.active()), () => inSpan(name, options, work));
}

/** What a request says of the trace that it is a part of. */
export interface SaidOfTrace {
  readonly headers: Pick<Headers, 'get' | 'keys'>;
  /** Whether a proxy in front of the service says it. */
  readonly isBelieved: boolean;
}

/**
 * Does the same for a request. What it says of a trace is believed of a proxy in front of the service, and goes on in
 * its trace; else anybody could decide what is traced, and it is linked to alone.
 */
export function inRequestTrace<Result>(
  name: string,
  { headers, isBelieved }: SaidOfTrace,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const said = propagation.extract(ROOT_CONTEXT, headers, {
    get: (carrier, key) => carrier.get(key) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
  const caller = trace.getSpanContext(said);
  // The pages' own requests come here from within a page that is traced.
  // Of what a proxy says the trace alone is taken over: baggage would travel on to others.
  const theirs = caller && isBelieved ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
  const outer = spanHere() ? context.active() : theirs;
  const links = caller && !isBelieved ? [{ context: caller }] : [];
  return context.with(outer, () => inSpan(name, { kind: SpanKind.SERVER, links }, work));
}

/** The headers that tell a server which trace a request belongs to. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** The trace that goes on here, for the log; undefined where there is none. */
export function traceIdHere(): string | undefined {
  return spanHere()?.spanContext().traceId;
}

/** Where metrics are made and no traces, there is a span of nothing around all work. */
function spanHere(): Span | undefined {
  const span = trace.getActiveSpan();
  return span && isSpanContextValid(span.spanContext()) ? span : undefined;
}

/**
 * Marks what a span tells of as failed, by our fault: those who keep traces of failures, and count them, go by that. What was
 * refused is none.
 * @param kind a word of the program, never a message
 */
export function markFailed(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', kind);
}

/** Names the kind of an error: its code where it has one, else its class. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

async function ended<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    markFailed(span, kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}
