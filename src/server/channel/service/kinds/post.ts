import { failed, type Failure, type Outcome, type Success } from '@/domain/channel/outcome';
import { retryAfterOf } from '@/domain/channel/schedule';
import { type Answer, isOutgoingRefusal } from '@/server/platform/outbound/guarded-fetch';
import type { SenderDeps } from './sender';

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 64 * 1_024;
const MAX_SHOWN_LENGTH = 1_000;

/** The receiver cannot take anything now. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'GET';
  /** Texts that an answer might repeat and that nobody is to see. */
  readonly secrets?: readonly string[];
  /** Of whoever reads the whole of an answer; a longer one is cut. */
  readonly maxAnswerBytes?: number;
  /** How long a receiver that does not say so by `Retry-After` asks to be left alone, in milliseconds. */
  readonly waitOf?: (answer: Answer, beginning: string, now: Date) => number | null;
}

/** What came of a request: the outcome, and the answer for those who read it, at most 64 kB if no more is asked for. */
export interface Posted {
  readonly outcome: Outcome;
  readonly body: string;
  /** Where a redirect, which is never followed, leads; null for any other answer. */
  readonly movedTo: string | null;
}

/**
 * Makes one request to an address that somebody typed in: only through the guarded client, following nothing, within 20
 * seconds. Success is 2xx alone. For every kind of channel that speaks HTTP.
 */
export async function post(
  { outgoing, clock }: Pick<SenderDeps, 'outgoing' | 'clock'>,
  { url, headers, body, method = 'POST', secrets = [], ...reading }: Post,
): Promise<Posted> {
  const { maxAnswerBytes = MAX_ANSWER_BYTES, waitOf = () => null } = reading;
  try {
    const answer = await outgoing(new URL(url), {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await beginningOf(answer, maxAnswerBytes);
    const shown = shownOf(text, secrets);
    const now = clock.now();
    const retryAfterMs =
      retryAfterOf(answer.headers.get('retry-after'), now) ?? waitOf(answer, shown, now);
    const movedTo = answer.status === 301 ? answer.headers.get('location') : null;
    return { outcome: outcomeOf(answer, shown, retryAfterMs), body: text, movedTo };
  } catch (error) {
    return { outcome: failureOf(error), body: '', movedTo: null };
  }
}

function outcomeOf({ ok, status }: Answer, answer: string, retryAfterMs: number | null): Outcome {
  if (ok) return { isDelivered: true, status, answer } satisfies Success;
  if (status >= 300 && status < 400) return failed('redirect', answer, { status });
  if (status === 410) return failed('status', answer, { status, then: 'disable' });
  const isReceiversFault = status >= 500 || BUSY.has(status) || retryAfterMs !== null;
  return failed('status', answer, { status, retryAfterMs, isReceiversFault });
}

/** The receiver does not take what it was sent, and would not another time. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 422]);

/** Makes of a failed outcome one that gives up where the receiver says that the message itself is at fault. */
export function givenUpIfRefused(outcome: Outcome): Outcome {
  if (outcome.isDelivered || outcome.status === null || !REFUSED.has(outcome.status)) {
    return outcome;
  }
  return { ...outcome, failure: 'refused', then: 'give-up' };
}

/** Reads an answer as far as it is looked at, and hangs up on the rest. */
async function beginningOf({ body }: Answer, maxBytes: number): Promise<string> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    received += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (received >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

/** Cuts what is told of an attempt to what is kept, and makes it storable: receivers have their say in it. */
export function keptAnswer(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_SHOWN_LENGTH).toWellFormed();
}

/** The part of an answer that is kept: short, storable, and without what must not be seen. */
export function shownOf(text: string, secrets: readonly string[]): string {
  const hidden = secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text);
  return keptAnswer(hidden);
}

function failureOf(error: unknown): Failure {
  if (isOutgoingRefusal(error)) return failed('address', error.message);
  if (error instanceof Error && error.name === 'TimeoutError') {
    return failed('timeout', 'No answer within 20 seconds', { isReceiversFault: true });
  }
  return failed('connection', connectionWords(error), { isReceiversFault: true });
}

/** The words of the system's code: the error's own message may name an address that was resolved. */
const CONNECTION_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: 'The connection was refused',
    ECONNRESET: 'The connection broke',
    ENOTFOUND: 'The name of the host is not known',
    EAI_AGAIN: 'The name of the host could not be looked up',
    UND_ERR_CONNECT_TIMEOUT: 'No connection came about in time',
    UND_ERR_SOCKET: 'The connection broke',
  }),
);

function connectionWords(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const isOfCertificate = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
  return (
    CONNECTION_WORDS.get(code) ??
    (isOfCertificate ? 'The certificate of the host is not trusted' : 'No connection')
  );
}
