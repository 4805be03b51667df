import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer } from '../api/harness/http';
import { type Listeners, sendTo } from '../load/listeners';
import type { Act, Sent } from './acts';

export interface Kind {
  readonly name: string;
  /** They take turns. */
  readonly acts: readonly Act[];
  /** Requests in a second of the warm load; one that takes long delays the next, and is not made up for. */
  readonly perSecond: number;
}

/**
 * How much faster the load goes while it warms up. Code is compiled once more after so many runs, and bounded memories fill by
 * the request: at the pace of the rest that would go on for hours, and look like growth.
 */
const WARM_UP_PACE = 4;

/** Load of several kinds, each at a pace of its own once it is warm, until it is ended. */
export class Load {
  readonly faults: string[] = [];
  sent = 0;
  private readonly ending = new AbortController();
  private durations = new Map<string, number[]>();
  private readonly running: Promise<unknown>;
  private readonly answered = new Set<Act>();
  private readonly warmAtMs: number;

  /** @param warmUpMs milliseconds for which it goes faster */
  constructor(
    private readonly listeners: Listeners,
    private readonly kinds: readonly Kind[],
    warmUpMs: number,
  ) {
    this.warmAtMs = performance.now() + warmUpMs;
    this.running = Promise.all(kinds.map((kind) => this.go(kind)));
  }

  private async go({ name, acts, perSecond }: Kind): Promise<void> {
    const { signal } = this.ending;
    for (let turn = 0; !signal.aborted; turn += 1) {
      const startedAtMs = performance.now();
      const act = acts[turn % acts.length];
      if (!act) throw new Error(`There is nothing to do of ${name}`);
      const request = act(turn);
      const answer = await this.ask(request);
      const tookMs = performance.now() - startedAtMs;
      if (typeof answer === 'string' || answer.status >= 400)
        this.fault(name, request.target, answer);
      else this.answered.add(act);
      this.sent += 1;
      this.durations.set(name, [...(this.durations.get(name) ?? []), tookMs]);
      const pace = performance.now() < this.warmAtMs ? perSecond * WARM_UP_PACE : perSecond;
      const pauseMs = Math.max(0, 1_000 / pace - tookMs);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** A connection may end just when it is used once more: asked again, it has to answer. */
  private async ask({ listener, ...request }: Sent): Promise<HttpAnswer | string> {
    const send = () => sendTo(this.listeners, request, listener);
    return send().catch(() => send().catch((error: unknown) => String(error)));
  }

  private fault(
    name: string,
    target: string,
    answer: string | { status: number; text: string },
  ): void {
    const what =
      typeof answer === 'string' ? answer : `${String(answer.status)} ${answer.text.slice(0, 200)}`;
    this.faults.push(`${name}: ${target}: ${what}`);
  }

  /** The durations in milliseconds of what was answered since this was asked last, by kind. */
  taken(): ReadonlyMap<string, readonly number[]> {
    const taken = this.durations;
    this.durations = new Map();
    return taken;
  }

  /** The acts that were never answered as they are to be, in words: a load proves nothing of them. */
  unanswered(): readonly string[] {
    return this.kinds.flatMap(({ name, acts }) =>
      acts.flatMap((act, at) => {
        if (this.answered.has(act)) return [];
        const { method, target, listener = 'everybody' } = act(0);
        return [`${name}, act ${String(at)}: ${method} ${target} for ${listener} was not answered`];
      }),
    );
  }

  async end(): Promise<void> {
    this.ending.abort();
    await this.running;
  }
}

/** Does some work every so often, until it is ended. What fails is handed to `onFault`. */
export function every(
  seconds: number,
  work: (turn: number) => Promise<unknown>,
  onFault: (fault: string) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const running = (async () => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await work(turn).catch((error: unknown) => onFault(String(error)));
    }
  })();
  return async () => {
    ending.abort();
    await running;
  };
}
