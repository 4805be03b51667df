import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { POLICIES } from './queries';

export interface PolicyRow {
  readonly id: string;
  readonly type: 'EOL' | 'NOTARY';
  readonly scope: 'global' | 'project' | 'software';
  readonly warnOn: Day | null;
  readonly denyOn: Day | null;
  readonly warnDays: number | null;
  readonly denyDays: number | null;
  readonly projectName: string | null;
  readonly productName: string | null;
  readonly cycle: string | null;
  readonly cycleOperator: 'LT' | 'LTE' | 'EQ' | null;
  readonly notaryPolicy: object | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** All policies of an organization, oldest first. */
export function listPolicies(organizationId: OrganizationId, db: Database): Promise<PolicyRow[]> {
  return db.query<PolicyRow>(POLICIES, [organizationId]);
}
