import type { EolState } from '@/domain/eol/proximity';
import type { DashboardImage } from './image-types';

/** How many software cycles of an image are in each state. */
export function statesOf({ eol, soonCount, unknownCount }: DashboardImage): Record<EolState, number> {
  const { high = 0, med = 0, low = 0 } = eol ?? {};
  return { ended: high, soon: soonCount, next: med - soonCount, later: low, unknown: unknownCount };
}

/** What the counts of an image count. */
export const SOFTWARE_NOUN = ['software', 'software'] as const;
