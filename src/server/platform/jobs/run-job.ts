import { jobs, type JobOutcome } from '../signals';
import { inTrace } from '../tracing';

/**
 * Does one run of a job, and says how it went to whoever measures it. What is thrown goes on to the caller; a run that
 * was broken off since the process ends counts for nothing.
 * @param isFailed whether a result says itself that nothing came of it
 * @param name one that stands in the program: never of an organization
 */
export async function runJob<Result>(
  name: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
  isFailed: (result: Result) => boolean = () => false,
): Promise<Result> {
  const startedAtMs = performance.now();
  let outcome: JobOutcome = 'failed';
  try {
    const result = await inTrace(`job ${name}`, {}, work);
    if (!isFailed(result)) outcome = 'done';
    return result;
  } finally {
    if (outcome === 'done' || !signal?.aborted) {
      const seconds = (performance.now() - startedAtMs) / 1000;
      jobs.send({ name, outcome, seconds, endedAtMs: Date.now() });
    }
  }
}
