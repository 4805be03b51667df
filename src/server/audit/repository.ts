import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import {
  allItems,
  limitsOf,
  withTotal,
  type ItemsWithTotal,
  type PageRow,
} from '@/server/page-rows';
import { AUDIT_EVENT, AUDIT_PAGE, INSTALLATION_AUDIT_PAGE } from './list-queries';
import type { AuditEventRow, InstallationAuditEventRow } from './queries';

/** Null means any. */
export interface AuditFilter {
  /** An action (`project.delete`) or the first part of one (`project`). */
  readonly action: string | null;
  /** The id of an actor, or lower-case text of its name. */
  readonly actor: string | null;
  readonly from: Date | null;
  /** Not itself included. */
  readonly before: Date | null;
}

/** A page of the audit trail, newest first, then by id. */
export async function auditPage(
  organizationId: OrganizationId,
  db: Database,
  filter: AuditFilter,
  page: PageRequest,
): Promise<ItemsWithTotal<AuditEventRow>> {
  const params = pageParameters(organizationId, filter, page);
  return withTotal(await db.query<PageRow<AuditEventRow>>(AUDIT_PAGE, params));
}

/** A page of what belongs to no organization, newest first, then by id. */
export async function installationAuditPage(
  db: Database,
  { action, actor, from, before }: AuditFilter,
  page: PageRequest,
): Promise<ItemsWithTotal<InstallationAuditEventRow>> {
  const params = [action, actor, from, before, ...limitsOf(page)];
  return withTotal(
    await db.query<PageRow<InstallationAuditEventRow>>(INSTALLATION_AUDIT_PAGE, params),
  );
}

/** All entries of the same list in batches. */
export function allAuditEvents(
  organizationId: OrganizationId,
  db: Database,
  filter: AuditFilter,
): AsyncGenerator<AuditEventRow[], void, undefined> {
  return allItems<AuditEventRow>(db, AUDIT_PAGE, pageParameters(organizationId, filter, null));
}

function pageParameters(
  organizationId: OrganizationId,
  { action, actor, from, before }: AuditFilter,
  page: PageRequest | null,
): unknown[] {
  return [organizationId, action, actor, from, before, ...limitsOf(page)];
}

export async function findAuditEvent(
  organizationId: OrganizationId,
  db: Database,
  id: string,
): Promise<AuditEventRow | null> {
  const [row] = await db.query<AuditEventRow>(AUDIT_EVENT, [organizationId, id]);
  return row ?? null;
}
