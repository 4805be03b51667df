import { type Random, randomOf } from '../fuzz/requests/sample';
import { type Choice, choiceOf } from './choice';
import type { Job } from './job';
import { kill, measure, messageOf, type Round } from './rounds';
import { isCounted, lineOf } from './telling';
import type { Installation } from './world';

/** A strike that hits nothing is done again so often, at other moments. */
const MAX_REPEATS = 20;

/** What a trial works with. */
export interface Setting {
  /** The one of all jobs that have none of their own. */
  readonly installation: Installation;
  readonly jobs: readonly Job[];
  readonly seed: number;
  readonly say: (line: string) => void;
  /** Whether somebody wants the trial to end. */
  readonly isInterrupted: () => boolean;
  /** Keeps what an installation wrote in a round that found something. */
  readonly keepLog: (installation: Installation, number: number) => Promise<void>;
}

/** Kills, round after round. */
export class Trial {
  /** How long each job takes when nothing is killed. */
  private readonly lasting = new Map<Job, number>();
  /** How often each was begun, to be killed. */
  private readonly begun = new Map<Job, number>();

  constructor(private readonly setting: Setting) {}

  /** Does every job once without a kill. @throws Error where one fails */
  async measureJobs(): Promise<void> {
    const { jobs, seed, say, isInterrupted } = this.setting;
    for (const job of jobs) {
      if (isInterrupted()) return;
      await this.within(job, async (installation) => {
        const lastsMs = await measure(installation, job, randomOf(seed, 0));
        this.lasting.set(job, lastsMs);
        say(`${job.name}: takes ${lastsMs.toFixed(0)} ms when nothing is killed`);
      });
    }
  }

  /** Does a round; a strike that hits nothing is done again, at another moment. */
  async round(number: number): Promise<Round> {
    const { jobs, seed, isInterrupted } = this.setting;
    // One for all strikes of the round: each has the next moment.
    const random = randomOf(seed, number);
    const choice = choiceOf(number, jobs.length);
    const missedAtMs: number[] = [];
    for (;;) {
      const round = await this.strike(number, choice, random);
      const isLast = missedAtMs.length >= MAX_REPEATS || isInterrupted();
      if (isCounted(round) || isLast) return { ...round, missedAtMs };
      this.setting.say(`${lineOf(round)}: done again`);
      missedAtMs.push(round.afterMs);
    }
  }

  private async strike(number: number, choice: Choice, random: Random): Promise<Round> {
    const { jobs, keepLog } = this.setting;
    const job = jobs[choice.job];
    if (!job) throw new RangeError(`There is no job for round ${String(number)}`);
    const nth = (this.begun.get(job) ?? 0) + 1;
    this.begun.set(job, nth);
    const lastsMs = this.lasting.get(job) ?? 0;
    const planned = { ...choice, number, job, lastsMs, nth, random };
    const work = async (installation: Installation) => {
      const round = await kill(installation, planned).catch((error: unknown) =>
        failedRound(number, job, choice, error),
      );
      if (round.faults.length > 0) await keepLog(installation, number);
      return round;
    };
    return this.within(job, work).catch((error: unknown) =>
      failedRound(number, job, choice, error),
    );
  }

  /** Has something done in the installation of a job; where that is its own, it is removed afterwards. */
  private async within<Result>(
    job: Job,
    work: (installation: Installation) => Promise<Result>,
  ): Promise<Result> {
    const own = await job.installation?.();
    try {
      return await work(own ?? this.setting.installation);
    } finally {
      await own?.remove();
    }
  }
}

/** A round that ended before anything was killed. */
function failedRound(
  number: number,
  job: Job,
  { victim, waitsForLeases }: Choice,
  error: unknown,
): Round {
  return {
    ...{ number, job: job.name, victim, waitsForLeases, afterMs: 0, isInTheMiddle: false },
    ...{ strikes: [], missedAtMs: [], faults: [messageOf(error)] },
  };
}
