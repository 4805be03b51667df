import { type DegreeCounts, type EvidenceDegree, perDegree } from '@/domain/evidence/degree';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { type CountedBy, countHeldDegrees } from './repository';

export type { CountedBy } from './repository';
export { findDegrees, findDegreesOfCycles, findDegreesOfSoftware } from './repository';

/** Numbers of packages by degree of evidence, of one place or ecosystem. */
export interface CountedDegrees {
  /** The id of the image, project or team; the ecosystem; null: all, and what no team owns. */
  readonly of: string | null;
  readonly total: number;
  readonly degrees: DegreeCounts;
}

/**
 * Counts the packages that images hold by degree of evidence, each once in each place: the most packages first. For pages
 * that keep what they show: it reads everything that is held.
 * @param imageTagIds only these images
 */
export async function countDegrees(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  { by, imageTagIds = null }: { by: CountedBy; imageTagIds?: readonly string[] | null },
): Promise<CountedDegrees[]> {
  const rows = await countHeldDegrees(organizationId, db, by, imageTagIds);
  const groups = Map.groupBy(rows, ({ of }) => of);
  return [...groups]
    .map(([of, counts]) => {
      const count = (degree: EvidenceDegree) =>
        counts.find((one) => one.degree === degree)?.packages ?? 0;
      const total = counts.reduce((sum, { packages }) => sum + packages, 0);
      return { of, total, degrees: perDegree(count) };
    })
    .sort((left, right) => right.total - left.total);
}
