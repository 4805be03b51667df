import type { LookupAddress } from 'node:dns';

/** Asks the system for all addresses of a name, as `dns.lookup` does. */
export type Resolve = (
  hostname: string,
  options: { readonly all: true },
  callback: (err: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Callback = Parameters<Resolve>[2];

interface LookUp {
  readonly name: string;
  readonly options: { readonly all: true };
  readonly callers: Callback[];
  /** When somebody last asked for it, and when it began; in milliseconds of the process. */
  askedAtMs: number;
  begunAtMs: number;
}

export interface LookUpLimits {
  /** Milliseconds that whoever asks waits at most, by a clock of its own. */
  readonly callerMs: number;
  /** Milliseconds after which nobody joins a look-up any more that is under way. */
  readonly joinMs: number;
  /** The clock of the process. */
  readonly nowMs?: () => number;
}

/** Names of which it is remembered that they are slow. */
const MAX_SLOW = 1_000;

/**
 * Looks up names that people type, one at a time. Node looks names up on half of its few threads, where one that no server
 * answers for takes as long as the system's resolver likes, and cannot be called off: two such names would keep the database from
 * being connected to. So a name that is being looked up is asked for no second time: whoever wants it waits with the first, or is
 * refused at once where that has lasted too long. Those who wait for other names keep their turns; names that were slow the last
 * time come behind all others, and what nobody waits for any more is not begun.
 */
export function createLookUps(
  resolve: Resolve,
  { callerMs, joinMs, nowMs = () => performance.now() }: LookUpLimits,
): Resolve {
  const slow = new Set<string>();
  const waiting = new Map<string, LookUp>();
  let underWay: LookUp | null = null;

  function refuseLate(now: number): void {
    for (const one of [...waiting.values()]) {
      // Whoever was refused just now may have asked again.
      if (waiting.get(one.name) !== one || now - one.askedAtMs < callerMs) continue;
      waiting.delete(one.name);
      end(one, notNow(one.name), []);
    }
  }

  function begin(): void {
    const now = nowMs();
    refuseLate(now);
    if (underWay) return;
    const all = [...waiting.values()];
    const next = all.find(({ name }) => !slow.has(name)) ?? all[0];
    if (!next) return;
    waiting.delete(next.name);
    next.begunAtMs = now;
    underWay = next;
    resolve(next.name, next.options, (err, addresses) => {
      underWay = null;
      remember(next.name, nowMs() - next.begunAtMs >= joinMs);
      end(next, err, addresses);
      begin();
    });
  }

  function remember(name: string, isSlow: boolean): void {
    slow.delete(name);
    if (!isSlow) return;
    slow.add(name);
    const [oldest] = slow;
    if (slow.size > MAX_SLOW && oldest !== undefined) slow.delete(oldest);
  }

  return (hostname, options, callback) => {
    const name = hostname.toLowerCase();
    const now = nowMs();
    if (underWay?.name === name) {
      if (now - underWay.begunAtMs < joinMs) underWay.callers.push(callback);
      else process.nextTick(callback, notNow(name), []);
      return;
    }
    const known = waiting.get(name);
    if (known) {
      known.callers.push(callback);
      known.askedAtMs = now;
      return;
    }
    waiting.set(name, { name, options, callers: [callback], askedAtMs: now, begunAtMs: now });
    begin();
  };
}

function end({ callers }: LookUp, err: NodeJS.ErrnoException | null, addresses: LookupAddress[]) {
  for (const callback of callers) callback(err, addresses);
}

/** As the system says that a name cannot be looked up for now. */
function notNow(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo EAI_AGAIN ${hostname}`), {
    ...{ code: 'EAI_AGAIN', syscall: 'getaddrinfo', hostname },
  });
}
