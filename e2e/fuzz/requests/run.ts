import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer } from '../../api/harness/http';
import { type Listeners, sendTo } from '../../load/listeners';
import { changed } from './changes';
import type { Kinds } from './recorded';
import { type Changed, oneOf, randomOf, StandIns } from './sample';

/** Longer than any request takes on a busy machine. */
const ANSWER_WITHIN_MS = 60_000;
const MAX_SHOWN = 600;

/** A request that was answered as none may be. */
export interface Finding {
  readonly number: number;
  readonly request: Changed;
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
  let next = from;
  const work = async () => {
    while (next < to) {
      const number = next;
      next += 1;
      const random = randomOf(seed, number);
      const sample = oneOf(random, oneOf(random, hidden));
      const request = standIns.show(changed(sample, random));
      const { status, fault } = await judged(listeners, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (fault !== null) findings.push({ number, request, fault });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { sent: to - from, findings, statuses };
}

async function judged(
  listeners: Listeners,
  request: Changed,
): Promise<{ status: number; fault: string | null }> {
  const { method, target, headers, body, listener } = request;
  const sent = { method, target, headers, ...(body === null ? {} : { body }) };
  const answer = await answerTo(() => sendTo(listeners, sent, listener));
  if (answer === null) return { status: 0, fault: 'no answer' };
  const { status, text } = answer;
  return { status, fault: status < 500 ? null : `${String(status)} ${text.slice(0, MAX_SHOWN)}` };
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
