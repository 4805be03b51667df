import type { Day } from '@/domain/eol/calendar';
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

/**
 * Where to move from a cycle: the nearest newer one that is released and supported today, so that the step is
 * as small as it can be. Null when there is none, or when the product does not have the cycle.
 */
export function nextSupportedCycle(
  { cycles }: Product,
  cycleName: string,
  today: Day,
): ReleaseCycle | null {
  const position = cycles.findIndex(({ name }) => name === cycleName);
  if (position === -1) return null;
  const isReleased = ({ releasedOn }: ReleaseCycle) => releasedOn === null || releasedOn <= today;
  return (
    cycles.slice(0, position).findLast((cycle) => isReleased(cycle) && isSupported(cycle, today)) ??
    null
  );
}

/** What an organization's catalogue says of a cycle's end, its own date and the catalogue's apart. */
export interface CatalogEnd {
  readonly overrideOn: Day | null;
  readonly catalogOn: Day | null;
  /** It has ended, on a day that is not known where there is no date. */
  readonly catalogEnded: boolean;
}

export const NO_CATALOG_END: CatalogEnd = {
  overrideOn: null,
  catalogOn: null,
  catalogEnded: false,
};

export function catalogEndOf(cycle: ReleaseCycle): CatalogEnd {
  const standard = standardSupport(cycle);
  if (!standard) return NO_CATALOG_END;
  const { endsOn, ended, override } = standard;
  if (!override) return { overrideOn: null, catalogOn: endsOn, catalogEnded: ended };
  const { catalogEndsOn, catalogEnded } = override;
  return { overrideOn: endsOn, catalogOn: catalogEndsOn, catalogEnded };
}
