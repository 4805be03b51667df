import { addMonths, type Day } from '@/domain/eol/calendar';
import type { Product, ReleaseCycle, SupportEnd } from './catalog';

/** The level that decides when a cycle ends: after it there are no security fixes without paying. */
export function standardSupport({ support }: ReleaseCycle): SupportEnd | null {
  return support.find(({ level }) => level === 'STANDARD_SUPPORT') ?? null;
}

/** Whether an end is announced or has come. Without one there is nothing to find. */
export function hasEnd(cycle: ReleaseCycle): boolean {
  const standard = standardSupport(cycle);
  return standard !== null && (standard.ended || standard.endsOn !== null);
}

/** Whether security fixes are still to be had for nothing on `today`. A cycle with no announced end is supported. */
export function isSupported(cycle: ReleaseCycle, today: Day): boolean {
  const standard = standardSupport(cycle);
  if (!standard) return true;
  return standard.endsOn === null ? !standard.ended : standard.endsOn > today;
}

/** A cycle that ends sooner is no place to move to, as long as there is another. */
const LASTING_MONTHS = 6;

/**
 * Where to move from a cycle: the nearest newer one that is released and supported for another six months, so
 * that the step is small and lasts; failing that, the newest that is supported at all. Null when there is none,
 * or when the product does not have the cycle.
 */
export function nextSupportedCycle(
  { cycles }: Product,
  cycleName: string,
  today: Day,
): ReleaseCycle | null {
  const position = cycles.findIndex(({ name }) => name === cycleName);
  if (position === -1) return null;
  const isReleased = ({ releasedOn }: ReleaseCycle) => releasedOn === null || releasedOn <= today;
  const supported = cycles
    .slice(0, position)
    .filter((cycle) => isReleased(cycle) && isSupported(cycle, today));
  const later = addMonths(today, LASTING_MONTHS);
  return supported.findLast((cycle) => isSupported(cycle, later)) ?? supported[0] ?? null;
}

/** When the cycle ends by the catalogue itself, whatever date an organization has set. */
export function catalogEndOf(cycle: ReleaseCycle): Day | null {
  const standard = standardSupport(cycle);
  return standard?.override ? standard.override.catalogEndsOn : (standard?.endsOn ?? null);
}
