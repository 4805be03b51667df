import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer } from '../../api/harness/http';
import { type Listeners, sendTo } from '../../load/listeners';
import { faultIn, isOfBusyServer } from './answers';
import { changed } from './changes';
import type { Kinds } from './recorded';
import { type Changed, oneOf, randomOf, StandIns } from './sample';

/** Longer than any request takes on a busy machine. */
const ANSWER_WITHIN_MS = 60_000;
/**
 * Alone, an answer comes within a second or two, also with the other core at work: ten times as long is what somebody could
 * make the server stand still with.
 */
const SLOW_MS = 10_000;

/** A request that was answered as none may be. */
export interface Finding {
  readonly number: number;
  /** Null: it is in the server's log alone, and came of one of the requests from the number on. */
  readonly request: Changed | null;
  readonly fault: string;
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  readonly concurrency: number;
  readonly listeners: Listeners;
  readonly kinds: Kinds;
}

/** Sends the requests of a stretch of numbers, some at a time. */
export async function sendRequests({ from, to, seed, concurrency, listeners, kinds }: Stretch) {
  const standIns = new StandIns();
  const hidden = Object.values(kinds).map((samples) => samples.map((one) => standIns.hide(one)));
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  const failedIds = new Set<string>();
  const suspects: { readonly number: number; readonly request: Changed }[] = [];
  let next = from;
  const work = async () => {
    while (next < to) {
      const number = next;
      next += 1;
      const random = randomOf(seed, number);
      const sample = oneOf(random, oneOf(random, hidden));
      const request = standIns.show(changed(sample, random));
      const { status, fault, requestId, isSlow, isBusy } = await judged(listeners, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (requestId !== null) failedIds.add(requestId);
      if (isSlow || isBusy) suspects.push({ number, request });
      else if (fault !== null) findings.push({ number, request, fault });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  // One that takes long keeps those beside it waiting: each is asked alone who it was.
  for (const { number, request } of suspects) {
    const { fault, requestId, isSlow, ms } = await judged(listeners, request);
    if (requestId !== null) failedIds.add(requestId);
    const slow = isSlow ? `slow: ${(ms / 1_000).toFixed(1)} s alone` : null;
    const both = [slow, fault].filter((one) => one !== null).join(', ');
    if (both !== '') findings.push({ number, request, fault: both });
  }
  return { sent: to - from, findings, statuses, failedIds };
}

interface Judged {
  readonly status: number;
  readonly fault: string | null;
  /** Of a request that failed, whose error the server's log tells. */
  readonly requestId: string | null;
  readonly isSlow: boolean;
  readonly isBusy: boolean;
  readonly ms: number;
}

async function judged(listeners: Listeners, request: Changed): Promise<Judged> {
  const { method, target, headers, body, listener } = request;
  const sent = { method, target, headers, ...(body === null ? {} : { body }) };
  const begunMs = performance.now();
  const answer = await answerTo(() => sendTo(listeners, sent, listener));
  const ms = performance.now() - begunMs;
  const isSlow = ms > SLOW_MS;
  const whole = { isSlow, isBusy: answer !== null && isOfBusyServer(answer), ms };
  if (answer === null) return { status: 0, fault: 'no answer', requestId: null, ...whole };
  const fault = faultIn(answer);
  const requestId = fault === null ? null : String(answer.headers['x-request-id'] ?? '');
  return { status: answer.status, fault, requestId, ...whole };
}

/** Null: none came, also when it was asked again, as a connection may end just when it is used once more. */
async function answerTo(send: () => Promise<HttpAnswer>): Promise<HttpAnswer | null> {
  for (const pauseMs of [0, 200]) {
    await sleep(pauseMs);
    const waited = new AbortController();
    const limit = sleep(ANSWER_WITHIN_MS, null, { signal: waited.signal }).catch(() => null);
    const answer = await Promise.race([send().catch(() => null), limit]);
    waited.abort();
    if (answer) return answer;
  }
  return null;
}
