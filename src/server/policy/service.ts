import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { toPolicyRecord, toScannerPolicies } from './dto';
import { listPolicies } from './repository';

/** The EOL policies, flat, oldest first: what scanners of the first API read. */
export async function listEolPolicies({ db }: Deps, organizationId: OrganizationId) {
  const rows = await listPolicies(organizationId, db);
  return rows.filter(({ type }) => type === 'EOL').map(toPolicyRecord);
}

/** All policies by type, oldest first, in the scanner's own words. */
export async function listScannerPolicies({ db }: Deps, organizationId: OrganizationId) {
  return toScannerPolicies(await listPolicies(organizationId, db));
}
