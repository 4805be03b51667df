import { setTimeout as sleep } from 'node:timers/promises';
import { sendHttp, type HttpAnswer, type SentRequest } from '../api/harness/http';
import type { Act } from '../soak/acts';

/** What is done to a server over and over. */
export interface Kind {
  readonly name: string;
  readonly perSecond: number;
  readonly work: (side: Side, turn: number) => Promise<unknown>;
}

/** The requests of a load, one after the other. */
export const requestsOf = (name: string, perSecond: number, act: Act): Kind => ({
  name,
  perSecond,
  work: (side, turn) => side.ask(name, act(turn)),
});

export interface Times {
  /** The longest time in which nothing at all was answered, in milliseconds. */
  readonly gapMs: number;
  /** How long the slowest answer of each kind took. */
  readonly slowest: ReadonlyMap<string, number>;
}

/** One of the two versions under its load, and what it answered. */
export class Side {
  readonly faults: string[] = [];
  /** Images that it said it has taken, by their ids. */
  readonly acknowledged = new Set<string>();
  requests = 0;
  /** What it refused as the earlier version did before the update, and how often. */
  readonly refused = new Map<string, number>();
  private readonly ending = new AbortController();
  private readonly running: Promise<unknown>[] = [];
  private lastMs = performance.now();
  private gapMs = 0;
  private slowest = new Map<string, number>();

  /** @param refusals what the earlier version refuses without any update; null while that is being found out */
  constructor(
    readonly name: string,
    readonly origin: string,
    private readonly refusals: { readonly known: Set<string>; isLearning: boolean },
  ) {}

  start(kinds: readonly Kind[]): void {
    this.lastMs = performance.now();
    this.running.push(...kinds.map((kind) => this.go(kind)));
  }

  private async go({ name, perSecond, work }: Kind): Promise<void> {
    const { signal } = this.ending;
    for (let turn = 0; !signal.aborted; turn += 1) {
      const startedAtMs = performance.now();
      await work(this, turn).catch((error: unknown) => this.fault(name, String(error)));
      const pauseMs = Math.max(0, 1_000 / perSecond - (performance.now() - startedAtMs));
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One request; null where no answer came. What is no success is a fault, or was refused before, too. */
  async ask(kind: string, request: SentRequest): Promise<HttpAnswer | null> {
    const startedAtMs = performance.now();
    const answer = await this.sent(request);
    this.requests += 1;
    if (typeof answer === 'string') {
      this.fault(kind, `${request.target}: ${answer}`);
      return null;
    }
    const nowMs = performance.now();
    this.gapMs = Math.max(this.gapMs, nowMs - this.lastMs);
    this.slowest.set(kind, Math.max(this.slowest.get(kind) ?? 0, nowMs - startedAtMs));
    this.lastMs = nowMs;
    if (answer.status >= 300) this.judge(kind, request.target, answer);
    else if (request.method === 'PUT') this.keep(answer);
    return answer;
  }

  /** A connection may end just when it is used once more: asked again, it has to answer. */
  private async sent(request: SentRequest): Promise<HttpAnswer | string> {
    const send = () => sendHttp(this.origin, request);
    return send().catch(() => send().catch(String));
  }

  private judge(kind: string, target: string, { status, text }: HttpAnswer): void {
    // Its own end, which nobody but this command asks for.
    if (status === 503 && text.includes('"draining"')) return;
    const what = `${kind} ${String(status)} ${text.slice(0, 80)}`;
    const isRefused = status >= 400 && status < 500;
    if (isRefused && this.refusals.isLearning) this.refusals.known.add(what);
    if (isRefused && this.refusals.known.has(what))
      this.refused.set(what, (this.refused.get(what) ?? 0) + 1);
    else this.fault(kind, `${target}: ${String(status)} ${text.slice(0, 300)}`);
  }

  private keep({ text }: HttpAnswer): void {
    const id = /"image_tag_id":"([0-9a-f-]{36})"/.exec(text)?.[1];
    if (id !== undefined) this.acknowledged.add(id);
  }

  fault(kind: string, what: string): void {
    this.faults.push(`${this.name}: ${kind}: ${what}`);
  }

  /** Takes the times since they were taken last. */
  taken(): Times {
    const times = { gapMs: this.gapMs, slowest: this.slowest };
    this.gapMs = 0;
    this.slowest = new Map();
    return times;
  }

  /** Begins no further request, and waits for the answers of those that are under way. */
  async end(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.running);
  }
}
