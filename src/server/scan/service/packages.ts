import type { Day } from '@/domain/eol/calendar';
import type { StoredMatch } from '@/domain/inventory/matching';
import type { PolicySet } from '@/domain/policy/set';
import type { JudgedCycleFacts } from '@/server/inventory/service/software';
import type { ScanPlan } from '@/server/inventory/service/plan';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { findPackagesIn, type FoundPackages } from '@/server/registry/service/judged';

/** Whether the catalog tells its end, or it is a distribution's own package, which no registry knows. */
function isSettled(stored: StoredMatch | undefined): boolean {
  if (!stored) return false;
  return stored.cycleKey !== null || (stored.state !== 'unknown' && stored.state !== 'vendor');
}

/** Of an organization without policies on packages: nothing is read. */
const NOTHING: FoundPackages = { packages: [], news: new Map(), settled: [] };

/** Finds the packages of a scan or a check that policies judge, where one of them does. */
export function packagesIn(
  organizationId: OrganizationId,
  db: Transaction,
  plan: ScanPlan,
  cycles: ReadonlyMap<string, Pick<JudgedCycleFacts, 'eolOn'>>,
  { policies, today }: { readonly policies: PolicySet; readonly today: Day },
): Promise<FoundPackages> {
  if (!policies.judgesPackages) return Promise.resolve(NOTHING);
  return allPackagesIn(organizationId, db, plan, cycles, today);
}

/**
 * Finds the packages of a scan or a check that registries speak against, and those of a stale line, whatever policies say. Three
 * statements for what is held, one for each hundred of the rest.
 * @param cycles what is known of the cycles that it holds
 */
export function allPackagesIn(
  organizationId: OrganizationId,
  db: Transaction,
  plan: ScanPlan,
  cycles: ReadonlyMap<string, Pick<JudgedCycleFacts, 'eolOn'>>,
  today: Day,
): Promise<FoundPackages> {
  const dated = new Set(
    plan.findings.flatMap(({ cycleKey, componentKeys, catalogComponentKeys }) =>
      (cycles.get(cycleKey)?.eolOn ?? null) === null
        ? []
        : [...componentKeys, ...catalogComponentKeys],
    ),
  );
  const components = plan.components.map(({ identity: key, name, version, purl, scope }) => {
    const stored = plan.inventory.matches.get(key)?.stored;
    return {
      ...{ key, name, version, purl },
      isSettled: dated.has(key) || Boolean(scope) || isSettled(stored),
      isCataloged: Boolean(stored?.cycle),
    };
  });
  return findPackagesIn(organizationId, db, components, today);
}
