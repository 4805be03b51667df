import { CallError } from './call-error';

export interface Call {
  readonly type: 'query' | 'mutation';
  /** The procedure: `image.list`. */
  readonly path: string;
  readonly input: unknown;
  /** Gives up the answer. A batch is given up once all of its calls are. */
  readonly signal?: AbortSignal;
}

/** Resolves to what the procedure returned; rejects with a `CallError`. */
export type Send = (call: Call) => Promise<unknown>;

export interface Endpoint {
  readonly url: string;
  /** The server refuses larger batches. */
  readonly maxBatchSize: number;
  /** A longer address is sent as several. */
  readonly maxUrlLength: number;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Waiting {
  readonly call: Call;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: CallError) => void;
}

/** Sends what is asked for in one turn of the event loop as few requests, in tRPC's protocol for JSON over HTTP. */
export function createSend(endpoint: Endpoint): Send {
  const queues: Record<Call['type'], Waiting[]> = { query: [], mutation: [] };

  const flush = (type: Call['type']) => {
    const wanted = queues[type].splice(0).filter(({ call }) => !call.signal?.aborted);
    for (const batch of batchesOf(wanted, endpoint)) void exchange(batch, endpoint);
  };
  return (call) =>
    new Promise((resolve, reject) => {
      call.signal?.addEventListener('abort', () => reject(givenUp(call.signal?.reason)));
      if (queues[call.type].push({ call, resolve, reject }) === 1) {
        setTimeout(() => flush(call.type));
      }
    });
}

function batchesOf(waiting: readonly Waiting[], endpoint: Endpoint): Waiting[][] {
  const batches: Waiting[][] = [];
  for (const one of waiting) {
    const last = batches.at(-1);
    const together = [...(last ?? []), one];
    const fits =
      together.length <= endpoint.maxBatchSize &&
      addressOf(together, endpoint).length <= endpoint.maxUrlLength;
    if (last && fits) last.push(one);
    else batches.push([one]);
  }
  return batches;
}

function addressOf(batch: readonly Waiting[], { url }: Endpoint): string {
  const paths = batch.map(({ call }) => call.path).join(',');
  const isQuery = batch[0]?.call.type === 'query';
  const input = isQuery ? `&input=${encodeURIComponent(inputsOf(batch))}` : '';
  return `${url}/${paths}?batch=1${input}`;
}

/** The inputs by their place in the batch; what has none is left out. */
function inputsOf(batch: readonly Waiting[]): string {
  return JSON.stringify(Object.fromEntries(batch.map(({ call }, index) => [index, call.input])));
}

async function exchange(batch: readonly Waiting[], endpoint: Endpoint): Promise<void> {
  const signal = givenUpWith(batch.map(({ call }) => call.signal));
  const isQuery = batch[0]?.call.type === 'query';
  try {
    const response = await fetch(addressOf(batch, endpoint), {
      signal,
      headers: { ...endpoint.headers, ...(!isQuery && { 'content-type': 'application/json' }) },
      ...(!isQuery && { method: 'POST', body: inputsOf(batch) }),
    });
    const answer: unknown = await response.json();
    // What refuses a request as a whole answers once.
    const answers: readonly unknown[] = Array.isArray(answer) ? answer : batch.map(() => answer);
    for (const [index, one] of batch.entries()) settle(one, answers[index]);
  } catch (error) {
    const failure = givenUp(error);
    for (const one of batch) one.reject(failure);
  }
}

/** A signal that fires once all of these have; none when one of them never will. */
function givenUpWith(signals: readonly (AbortSignal | undefined)[]): AbortSignal | null {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.length < signals.length) return null;
  const all = new AbortController();
  for (const signal of given) {
    signal.addEventListener('abort', () => {
      if (given.every(({ aborted }) => aborted)) all.abort(signal.reason);
    });
  }
  return all.signal;
}

interface Answer {
  readonly result?: { readonly data?: unknown };
  readonly error?: { readonly message?: unknown; readonly data?: unknown };
}

function settle({ resolve, reject }: Waiting, answer: unknown): void {
  // One of the two, by the protocol; of anything else, nothing is read.
  const { result, error } = (answer ?? {}) as Answer;
  if (result) resolve(result.data);
  else if (error) reject(new CallError(String(error.message), error.data ?? null));
  else reject(new CallError('The answer is not one of this server', null));
}

function givenUp(cause: unknown): CallError {
  return new CallError(cause instanceof Error ? cause.message : 'No answer', null, { cause });
}
