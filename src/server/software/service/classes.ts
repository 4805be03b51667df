import { dayOf } from '@/domain/eol/calendar';
import {
  isInRange,
  rangeOfFilter,
  statesAsOf,
  type EolFilter,
  type EolState,
} from '@/domain/eol/proximity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { Past } from '@/server/past/sql';
import { softwareEnds } from '../repository/found';

/** Ids of an organization's software by state. */
export type SoftwareByState = Readonly<Record<EolState, readonly string[]>>;

/** The same as images are counted: all the rest ends later. */
export type SoftwareClasses = Omit<SoftwareByState, 'later'>;

export interface ClassifiedSoftware {
  readonly classes: SoftwareByState;
  /** Ids of the software that the filter keeps; null when it keeps everything. */
  readonly ofFilter: readonly string[] | null;
}

/**
 * Classifies the organization's software as of today, or of a day before, so that lists of images can count and filter by it. A few
 * thousand rows at most, read with one statement.
 */
export async function classifySoftware(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  eolFilter: EolFilter | null | undefined,
  past: Past | null = null,
): Promise<ClassifiedSoftware> {
  const today = past?.day ?? dayOf(clock.now());
  const software = await softwareEnds(organizationId, db, today, past);
  const state = statesAsOf(today);
  const range = rangeOfFilter(eolFilter, today);
  const ids: Record<EolState, string[]> = { ended: [], soon: [], next: [], later: [], unknown: [] };
  for (const { id, eolOn } of software) ids[state(eolOn)].push(id);
  return {
    classes: ids,
    ofFilter: range && software.filter(({ eolOn }) => isInRange(eolOn, range)).map(({ id }) => id),
  };
}
