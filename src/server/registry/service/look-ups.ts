import pLimit from 'p-limit';
import { type Evidence, isUnreadableAnswer } from '@/domain/registry/evidence';
import type { RegistryComponent } from '@/domain/registry/component';
import { createEvidenceKeeper, type KeeperParts } from './evidence-keeper';
import { RegistryFailure, type RegistrySource } from './base';
import type { Clock } from '@/server/platform/clock';
import type { LogFields } from '@/server/platform/log-fields';

/** Questions to one registry at a time. */
const CONCURRENCY = 4;
/** Questions that wait for their turn; further ones are not asked this time. */
const MAX_WAITING = 1000;

/** Questions to one registry: bounded in number, each key once at a time, every outcome kept. */
export interface LookUps {
  /**
   * Asks the registry and keeps the answer; null also when there is none, or the registry is not asked now. Never
   * throws.
   */
  ask(key: string, component: RegistryComponent): Promise<Evidence | null>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/** Describes a failure for the log: a known one without its stack, an unknown one is a fault of this program. */
function described(error: unknown): LogFields {
  const isKnown = error instanceof RegistryFailure || isUnreadableAnswer(error);
  return isKnown ? { failure: error.message } : { err: error };
}

/** Asks one source, as {@link LookUps} says. */
export function createLookUps(source: RegistrySource, parts: KeeperParts): LookUps {
  const { clock, logger, stopped } = parts;
  const keeper = createEvidenceKeeper(parts);
  const pause = createPause(clock);
  const limit = pLimit(CONCURRENCY);
  const underWay = new Map<string, Promise<Evidence | null>>();
  const isClosed = () => stopped.aborted || pause.isOn();

  async function lookUp(key: string, component: RegistryComponent): Promise<Evidence | null> {
    // While this one waited for its turn, the others may have shown that there is no use in asking.
    if (isClosed()) return null;
    try {
      const said = await source.lookUp(component);
      pause.noteAnswer();
      return await keeper.keepAnswer(key, said);
    } catch (error) {
      if (stopped.aborted) return null;
      const { ecosystem } = source;
      logger.warn({ ecosystem, ...described(error) }, 'a registry gave no usable answer');
      if (error instanceof RegistryFailure && error.concernsRegistry) pause.noteFailure();
      await keeper.keepFailure(key);
      return null;
    }
  }

  return {
    ask: (key, component) => {
      const same = underWay.get(key);
      if (same) return same;
      if (isClosed() || limit.pendingCount >= MAX_WAITING) return Promise.resolve(null);
      const started = limit(lookUp, key, component).finally(() => underWay.delete(key));
      underWay.set(key, started);
      return started;
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}

const FAILURES_BEFORE_PAUSE = 5;
const PAUSE_MS = 60 * 1000;

/** A registry that fails five times in a row is left alone for a minute, so that nobody waits for it. */
export interface Pause {
  isOn(): boolean;
  noteAnswer(): void;
  noteFailure(): void;
}

export function createPause(clock: Clock): Pause {
  let failuresInRow = 0;
  let untilMs = 0;
  return {
    isOn: () => {
      const leftMs = untilMs - clock.now().getTime();
      // Longer than any pause: the clock was set back.
      return leftMs > 0 && leftMs <= PAUSE_MS;
    },
    noteAnswer: () => {
      failuresInRow = 0;
    },
    noteFailure: () => {
      failuresInRow += 1;
      if (failuresInRow < FAILURES_BEFORE_PAUSE) return;
      failuresInRow = 0;
      untilMs = clock.now().getTime() + PAUSE_MS;
    },
  };
}
