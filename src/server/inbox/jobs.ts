import { listenTo } from '@/server/platform/db/listen';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { runJob } from '@/server/platform/jobs/run-job';
import { outcomeOf } from '@/server/platform/jobs/turns';
import { LETTER_CHANNEL } from './repository/letters';
import { writeDigests } from './service/digests';
import { FAILURE, forgetOldLetters } from './service/forgetting';
import { type LetterDeps, sendLetters } from './service/sending';

/** Milliseconds until it is seen that a letter is due, or that its announcement was lost. */
const TICK_MS = 2_000;
/** How often it is looked for digests that are due, which they are at full hours. */
const DIGESTS_EVERY_MS = 30_000;
const CLEAN_EVERY_MS = 60 * 60_000;
/** How long a mail server is left alone that cannot be reached. */
const PAUSE_MS = 30_000;
/** Letters that one process sends at a time. */
const AT_ONCE = 4;

/**
 * Sends letters from now on, as soon as they are due, and writes the digests that are. Any number of processes may do so.
 * @returns a function that ends it, once what is being sent has been sent
 */
export function scheduleLetters(deps: LetterDeps): () => Promise<void> {
  const stopping = new AbortController();
  const senders = createSenders(deps, stopping.signal);
  const listening = listenTo({
    ...{ db: deps.db, logger: deps.logger, channel: LETTER_CHANNEL },
    ...{ onMessage: senders.look, onListening: senders.look },
  });
  let others = Promise.resolve();
  const doing = (what: string, work: () => Promise<unknown>) => () => {
    others = others
      .then(() => (stopping.signal.aborted ? undefined : work()))
      .then(
        () => undefined,
        (err: unknown) => {
          if (!stopping.signal.aborted) deps.logger.error({ err }, what);
        },
      );
  };
  // A look that finds nothing is no run: a digest that fails waits between tries, and would seem to be well meanwhile.
  const write = (ending: AbortSignal) =>
    runJob(
      'write digests',
      () => writeDigests(deps, ending),
      stopping.signal,
      (turns) => turns && outcomeOf(turns),
    );
  const digests = doing('digests cannot be written', () =>
    exclusively(deps.db, 'write digests', write, stopping.signal),
  );
  const cleaning = { name: 'forget old letters', everyMs: CLEAN_EVERY_MS, failure: FAILURE };
  const stopCleaning = scheduleRounds(deps, cleaning, (ending) => forgetOldLetters(deps, ending));
  digests();
  const timers = [
    setInterval(senders.look, TICK_MS).unref(),
    setInterval(digests, DIGESTS_EVERY_MS).unref(),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    stopping.abort();
    const cleaned = stopCleaning();
    await listening.stop();
    await senders.done();
    await others;
    await cleaned;
  };
}

/** Those of this process who go through the letters that are due. */
function createSenders(deps: LetterDeps, signal: AbortSignal) {
  const running = new Set<Promise<void>>();
  let pausedUntil = 0;

  async function turn(): Promise<void> {
    try {
      const round = await sendLetters(deps, signal);
      if (round === 'unreachable') pausedUntil = performance.now() + PAUSE_MS;
    } catch (err) {
      if (!signal.aborted) deps.logger.error({ err }, 'letters cannot be sent');
    }
  }

  return {
    look: () => {
      if (signal.aborted || performance.now() < pausedUntil) return;
      while (running.size < AT_ONCE) {
        const one = turn().finally(() => running.delete(one));
        running.add(one);
      }
    },
    async done(): Promise<void> {
      await Promise.all(running);
    },
  };
}
