import { notFound } from '@/domain/errors';
import { addDays, startOfDayMs, type Day } from '@/domain/eol/calendar';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { toAuditEvent, toInstallationAuditEvent } from './dto';
import {
  allAuditEvents,
  auditPage,
  findAuditEvent,
  installationAuditPage,
  type AuditFilter,
} from './repository';

/** Which entries; what is left out holds for all. */
export interface AuditConditions {
  readonly action?: string | null | undefined;
  readonly actor?: string | null | undefined;
  /** The first UTC day. */
  readonly from?: Day | null | undefined;
  /** The last UTC day, included. */
  readonly to?: Day | null | undefined;
}

export type AuditQuery = AuditConditions & PageRequest;

/** A page of the organization's audit trail, newest first. */
export async function listAuditEvents(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  query: AuditQuery,
) {
  const { items, total } = await auditPage(organizationId, db, filterOf(query), query);
  return toPage(items.map(toAuditEvent), total, query);
}

/** A page of the installation's audit trail, newest first: what belongs to no organization. For operators. */
export async function listInstallationAuditEvents({ db }: Pick<Deps, 'db'>, query: AuditQuery) {
  const { items, total } = await installationAuditPage(db, filterOf(query), query);
  return toPage(items.map(toInstallationAuditEvent), total, query);
}

/** All entries of the same list in batches. */
export async function* auditEventsForExport(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  query: AuditConditions,
) {
  const batches = allAuditEvents(organizationId, db, filterOf(query));
  for await (const rows of batches) yield rows.map(toAuditEvent);
}

function filterOf({ action, actor, from, to }: AuditConditions): AuditFilter {
  return {
    // An empty filter is none: no action and no actor has an empty name.
    action: action || null,
    actor: actor?.toLowerCase() || null,
    from: from ? new Date(startOfDayMs(from)) : null,
    before: to ? new Date(startOfDayMs(addDays(to, 1))) : null,
  };
}

/**
 * One entry of the organization's audit trail.
 * @throws DomainError 404 when it has no such entry
 */
export async function getAuditEvent(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
) {
  const row = await findAuditEvent(organizationId, db, id);
  if (!row) throw notFound('Audit event');
  return toAuditEvent(row);
}
