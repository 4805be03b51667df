import type { Day } from '@/domain/eol/calendar';
import type { ReleaseCycle, SupportEnd } from './catalog';

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

/** When the cycle ends by the catalogue itself, whatever date an organization has set. */
export function catalogEndOf(cycle: ReleaseCycle): Day | null {
  const standard = standardSupport(cycle);
  return standard?.override ? standard.override.catalogEndsOn : (standard?.endsOn ?? null);
}
