import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import type { CycleReport } from './cycle-report';
import {
  findCycles,
  insertCycles,
  saysTheSame,
  updateCycles,
  type KnownCycle,
} from './software-queries';

/** Makes the organization's cycles say what an upload says, and reads them back. */
export async function bringCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  reports: readonly CycleReport[],
  at: { instant: Date; today: Day },
): Promise<Map<string, KnownCycle>> {
  const keys = reports.map(({ cycleKey }) => cycleKey);
  const cycles = await findCycles(organizationId, tx, keys);
  const missing = reports.filter(({ cycleKey }) => !cycles.has(cycleKey));
  if (missing.length > 0) {
    await insertCycles(organizationId, tx, missing, at);
    const inserted = await findCycles(
      organizationId,
      tx,
      missing.map(({ cycleKey }) => cycleKey),
    );
    for (const [key, cycle] of inserted) cycles.set(key, cycle);
  }
  const differing = reports.filter((report) => {
    const known = cycles.get(report.cycleKey);
    return known && !saysTheSame(known, report);
  });
  if (differing.length === 0) return cycles;
  const locked = await findCycles(
    organizationId,
    tx,
    differing.map(({ cycleKey }) => cycleKey),
    'lock',
  );
  const changes = differing.flatMap((report) => {
    const known = locked.get(report.cycleKey);
    return known ? [{ report, known }] : [];
  });
  await updateCycles(organizationId, tx, changes, at.instant);
  const updated = await findCycles(organizationId, tx, [...locked.keys()]);
  return new Map([...cycles, ...updated]);
}
