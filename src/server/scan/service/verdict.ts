import type { Day } from '@/domain/eol/calendar';
import { evaluate } from '@/domain/policy/evaluate';
import { violationsOf, type FoundCycle } from '@/domain/policy/violation';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { readPolicySet } from '@/server/policy/service/status';
import type { PolicyVerdict } from '../dto';
import type { JudgedCycleFacts } from '@/server/inventory/service/software';
import type { ScanPlan } from '@/server/inventory/service/plan';

/**
 * Judges by the organization's policies of today the software that a scan found, and that the catalog found in its
 * inventory: the scanner itself judges only its own matches. One statement, whatever the scan's size.
 */
export async function judgeScan(
  organizationId: OrganizationId,
  tx: Transaction,
  plan: ScanPlan,
  cycles: ReadonlyMap<string, JudgedCycleFacts>,
  { projectName, today }: { readonly projectName: string; readonly today: Day },
): Promise<PolicyVerdict> {
  const policies = await readPolicySet(organizationId, tx);
  const evaluation = evaluate(foundCycles(plan, cycles), policies, projectName, today);
  return { action: evaluation.action, violations: violationsOf(evaluation) };
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
      eolOn: known?.eolOn ?? null,
      eolOnKnown: known?.eolOnKnown ?? false,
      artifactTypes: (artifactTypes.get(cycleKey) ?? []).sort(),
    };
  });
}
