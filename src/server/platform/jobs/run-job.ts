import { jobs, type JobOutcome } from '../signals';
import { inTrace, markFailed } from '../tracing';

/**
 * Does one run of a job, and says how it went to whoever measures it. What is thrown goes on to the caller; a run that
 * was broken off since the process ends counts for nothing.
 * @param outcomeOf what a result says itself of the run; null: there was nothing to do, which counts for nothing
 * @param name one that stands in the program: never of an organization
 */
export async function runJob<Result>(
  name: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
  outcomeOf: (result: Result) => JobOutcome | null = () => 'done',
): Promise<Result> {
  const startedAtMs = performance.now();
  let outcome: JobOutcome | null = 'failed';
  try {
    const { result, said } = await inTrace(`job ${name}`, {}, async (span) => {
      const came = await work();
      const saidOfIt = outcomeOf(came);
      if (saidOfIt === 'failed') markFailed(span, saidOfIt);
      return { result: came, said: saidOfIt };
    });
    outcome = said;
    return result;
  } finally {
    if (outcome === 'done' || (outcome && !signal?.aborted)) {
      const seconds = (performance.now() - startedAtMs) / 1000;
      jobs.send({ name, outcome, seconds, endedAtMs: Date.now() });
    }
  }
}
