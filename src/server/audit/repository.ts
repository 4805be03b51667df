import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';
import { AUDIT_PAGE } from './list-queries';
import type { AuditEventRow } from './queries';

/** Null means any. */
export interface AuditFilter {
  /** An action (`project.delete`) or the first part of one (`project`). */
  readonly action: string | null;
  /** The id of an actor, or lower-case text of its name. */
  readonly actor: string | null;
}

/** A page of the audit trail, newest first, then by id. */
export async function auditPage(
  organizationId: OrganizationId,
  db: Database,
  { action, actor }: AuditFilter,
  page: PageRequest,
): Promise<ItemsWithTotal<AuditEventRow>> {
  const params = [organizationId, action, actor, page.size, offsetOf(page)];
  return withTotal(await db.query<PageRow<AuditEventRow>>(AUDIT_PAGE, params));
}
