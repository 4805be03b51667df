import type { Drawn } from './picture';

/** How long a load went on. */
export interface Run {
  /** What was asked for. */
  readonly minutes: number;
  readonly ranMinutes: number;
  /** Whether it went on for as long as that, and nobody ended it before. */
  readonly isWhole: boolean;
}

interface Outcome {
  readonly title: string;
  readonly series: readonly Drawn[];
  /** Whether it proves that nothing grows. */
  readonly isSteady: boolean;
}

/**
 * Says what a load came to. One that was ended before its time proves nothing: what is the warm-up of a whole one may be most
 * of it, so its series are drawn and not judged.
 */
export function outcomeOf({ minutes, ranMinutes, isWhole }: Run, all: readonly Drawn[]): Outcome {
  const load = `${String(minutes)} minutes of mixed load`;
  if (!isWhole) {
    const title = `Interrupted after ${ranMinutes.toFixed(1)} of ${load}: growth is not judged`;
    return { title, series: all.map((one) => ({ ...one, growth: null })), isSteady: false };
  }
  const isSteady = all.every(({ growth }) => growth?.isWithin !== false);
  return {
    title: `${load}: ${isSteady ? 'no growth' : 'growth beyond 3 %'}`,
    ...{ series: all, isSteady },
  };
}
