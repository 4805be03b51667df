import { toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { toAuditEvent } from './dto';
import { auditPage } from './repository';

export interface AuditQuery extends PageRequest {
  readonly action?: string | null | undefined;
  readonly actor?: string | null | undefined;
}

/** A page of the organization's audit trail, newest first. */
export async function listAuditEvents(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  { action, actor, ...page }: AuditQuery,
) {
  // An empty filter is none: no action and no actor has an empty name.
  const filter = { action: action || null, actor: actor?.toLowerCase() || null };
  const { items, total } = await auditPage(organizationId, db, filter, page);
  return toPage(items.map(toAuditEvent), total, page);
}
