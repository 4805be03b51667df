import type { EvidenceDegree } from '@/domain/evidence/degree';
import { foldForSearch } from '@/domain/list';
import { findDegrees } from '@/server/evidence/service';
import type { ScanPlan } from '@/server/inventory/service/plan';
import type { JudgedCycleFacts } from '@/server/inventory/service/software';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/**
 * Finds how well the ends of the cycles of a scan or a check are known, by their keys, as lists say it of what is stored. One
 * statement; none where nothing is asked for.
 * @param wanted the keys of the cycles that are asked for; null: of all
 */
export async function degreesOfFound(
  organizationId: OrganizationId,
  db: Transaction,
  plan: Pick<ScanPlan, 'cycles' | 'findings' | 'components'>,
  cycles: ReadonlyMap<string, JudgedCycleFacts>,
  wanted: ReadonlySet<string> | null = null,
): Promise<ReadonlyMap<string, EvidenceDegree>> {
  const asked = plan.cycles.flatMap(({ cycleKey, product, cycle }) => {
    const facts = cycles.get(cycleKey);
    if (!facts || (wanted && !wanted.has(cycleKey))) return [];
    const { eolOn, eolSource } = facts;
    return [{ cycleKey, searchText: foldForSearch(product), cycle, eolOn, eolSource }];
  });
  const degrees = new Map(await findDegrees(organizationId, db, asked));
  // What is only checked is stored nowhere: the document itself says what its components carry.
  const carried = carriedCycles(plan);
  for (const { cycleKey, eolOn, eolSource } of asked) {
    const isCarried = eolSource === 'scanner' && eolOn !== null && carried.has(cycleKey);
    if (isCarried && degrees.get(cycleKey) === 'catalog') degrees.set(cycleKey, 'sbom');
  }
  return degrees;
}

/** The cycles of which a component carries when its support ends. */
function carriedCycles({ findings, components }: Pick<ScanPlan, 'findings' | 'components'>) {
  const carrying = new Set(
    components.filter(({ carried }) => carried).map(({ identity }) => identity),
  );
  if (carrying.size === 0) return carrying;
  return new Set(
    findings
      .filter(({ componentKeys }) => componentKeys.some((key) => carrying.has(key)))
      .map(({ cycleKey }) => cycleKey),
  );
}
