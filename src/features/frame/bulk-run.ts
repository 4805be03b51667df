import type { Outputs } from '@/trpc/outputs';

export type Outcome = Outputs['retirement']['retireMany'];

/** What became of those that were acted on so far. */
export interface Progress {
  readonly done: Outcome['done'];
  readonly refused: Outcome['refused'];
}

export const NONE: Progress = { done: [], refused: [] };

export interface BulkRun {
  /** How many go in one call. */
  readonly chunk: number;
  readonly act: (ids: readonly string[]) => Promise<Outcome>;
  /** Called after each call, with all that was reached so far. */
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Acts on those of some ids that were not reached before, a few in one call, until a call was stopped before its end.
 * @returns whether it came to the end
 * @throws what a call failed with as a whole
 */
export async function runBulk(
  ids: readonly string[],
  begun: Progress,
  { chunk, act, onProgress }: BulkRun,
): Promise<boolean> {
  const known = new Set([...begun.done, ...begun.refused.map(({ id }) => id)]);
  const rest = ids.filter((id) => !known.has(id));
  let progress = begun;
  for (let from = 0; from < rest.length; from += chunk) {
    const { done, refused, stopped } = await act(rest.slice(from, from + chunk));
    progress = {
      done: [...progress.done, ...done],
      refused: [...progress.refused, ...refused],
    };
    onProgress(progress);
    if (stopped) return false;
  }
  return true;
}
