import type { Day } from '@/domain/eol/calendar';
import { evaluate } from '@/domain/policy/evaluate';
import {
  evaluatePackages,
  type JudgedPackage,
  packageViolationsOf,
  waivedPackageViolationsOf,
} from '@/domain/policy/package';
import { worstAction } from '@/domain/policy/policy';
import type { PolicySet } from '@/domain/policy/set';
import {
  violatingCycles,
  violationsOf,
  waivedViolationsOf,
  type FoundCycle,
} from '@/domain/policy/violation';
import type { ScanSource } from '@/domain/scan/upload';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Clock } from '@/server/platform/clock';
import type { Transaction } from '@/server/platform/db/db';
import { placeOfSource } from '@/server/policy/service/places';
import type { PolicyVerdict } from '../dto';
import { degreesOfFound } from './degrees';
import { estimatedFromOf, type JudgedCycleFacts } from '@/server/inventory/service/software';
import type { ScanPlan } from '@/server/inventory/service/plan';

/**
 * Judges by the organization's policies of today the software that a scan found, and that the catalog found in its
 * inventory, and the packages that registries speak of: the scanner itself judges only its own matches. Two statements,
 * whatever the scan's size, where a policy asks what runs, and one where there is anything to say.
 */
export async function judgeScan(
  deps: { readonly db: Transaction; readonly clock: Clock },
  organizationId: OrganizationId,
  plan: ScanPlan,
  cycles: ReadonlyMap<string, JudgedCycleFacts>,
  { source, today, policies, packages, ...of }: JudgedScan,
): Promise<PolicyVerdict> {
  const place = await placeOfSource(deps, organizationId, policies, source, of);
  const evaluation = evaluate(foundCycles(plan, cycles), policies, place, today);
  const ofPackages = evaluatePackages(packages, policies, place, today);
  const { isRunningKnown, runs } = place;
  const violating = new Set(violatingCycles(evaluation).map(({ cycleKey }) => cycleKey));
  const degrees = await degreesOfFound(organizationId, deps.db, plan, cycles, violating);
  const waived = waivedViolationsOf(evaluation, degrees);
  const waivedPackages = waivedPackageViolationsOf(ofPackages, today);
  return {
    action: worstAction([evaluation.action, ofPackages.action]),
    violations: violationsOf(evaluation, degrees),
    ...(waived.length > 0 && { waived }),
    ...(policies.judgesPackages && { packages: packageViolationsOf(ofPackages, today) }),
    ...(waivedPackages.length > 0 && { waived_packages: waivedPackages }),
    ...(isRunningKnown !== null && {
      only_running: { policies: policies.onlyRunning.length, runs: isRunningKnown ? runs : null },
    }),
  };
}

interface JudgedScan {
  readonly projectName: string;
  /** Null: nothing is stored of it. */
  readonly imageTagId: string | null;
  readonly source: ScanSource;
  readonly today: Day;
  /** Those of today. */
  readonly policies: PolicySet;
  /** Those of its packages that policies may judge. */
  readonly packages: readonly JudgedPackage[];
}

function foundCycles(plan: ScanPlan, cycles: ReadonlyMap<string, JudgedCycleFacts>): FoundCycle[] {
  const artifactTypes = new Map<string, string[]>();
  for (const { cycleKey, artifactType } of plan.findings) {
    const known = artifactTypes.get(cycleKey);
    if (known) known.push(artifactType);
    else artifactTypes.set(cycleKey, [artifactType]);
  }
  return plan.cycles.map(({ product, cycle, cycleKey }) => {
    const known = cycles.get(cycleKey);
    return {
      productName: product,
      cycle,
      cycleKey,
      eolOn: known?.eolOn ?? null,
      eolOnKnown: known?.eolOnKnown ?? false,
      estimatedFrom: known ? estimatedFromOf(known) : null,
      artifactTypes: (artifactTypes.get(cycleKey) ?? []).sort(),
    };
  });
}
