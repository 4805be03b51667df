import { sql, type InferResult, type SqlBool } from 'kysely';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database, Transaction } from '@/server/platform/db/db';
import { allRows, findPage } from '@/server/platform/db/page-rows';

const TRACE = [
  ...(['id', 'at', 'actorKind', 'actorId', 'actorName', 'remoteAddress', 'requestId'] as const),
  ...(['action', 'subjectKind', 'subjectId'] as const),
] as const;

export type AuditEventRow = InferResult<ReturnType<typeof matchingEvents>>[number];

/** An entry of the installation's trail, which belongs to no organization. */
export type InstallationAuditEventRow = InferResult<
  ReturnType<typeof matchingInstallationEvents>
>[number];

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

/** The columns of both trails. */
function conditionsOf({ action, actor, from, before }: AuditFilter) {
  const { ref } = sql;
  const conditions: ReturnType<typeof sql<SqlBool>>[] = [];
  if (action !== null) {
    const first = `${action}.`;
    conditions.push(sql`(${ref('action')} = ${action} OR starts_with(${ref('action')}, ${first}))`);
  }
  if (actor !== null) {
    const [id, name] = [ref('actorId'), ref('actorName')];
    conditions.push(sql`(${id}::text = ${actor} OR strpos(lower(${name}), ${actor}) > 0)`);
  }
  if (from !== null) conditions.push(sql`${ref('at')} >= ${from}`);
  if (before !== null) conditions.push(sql`${ref('at')} < ${before}`);
  return conditions;
}

function matchingEvents(organizationId: OrganizationId, db: Transaction, filter: AuditFilter) {
  return db.sql
    .selectFrom('auditEvent')
    .select([...TRACE, 'before', 'after', 'importedAt'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ and }) => and(conditionsOf(filter)));
}

function matchingInstallationEvents(db: Transaction, filter: AuditFilter) {
  return db.sql
    .selectFrom('installationAuditEvent')
    .select([...TRACE, 'detail'])
    .where(({ and }) => and(conditionsOf(filter)));
}

const NEWEST_FIRST = sql`at DESC, id DESC`;

/**
 * Reads a page of the audit trail, newest first, then by id.
 *
 * Plan: audit_event_organization_id_at_id_idx in order, stopping after the page; the total by an index-only scan of
 * the organization's part, or by the table when something is filtered.
 */
export function auditPage(
  organizationId: OrganizationId,
  db: Database,
  filter: AuditFilter,
  page: PageRequest,
) {
  return findPage(db, matchingEvents(organizationId, db, filter), NEWEST_FIRST, page);
}

/**
 * Reads a page of the entries that belong to no organization, newest first, then by id.
 *
 * Plan: installation_audit_event_at_idx in order, stopping after the page.
 */
export function installationAuditPage(db: Database, filter: AuditFilter, page: PageRequest) {
  return findPage(db, matchingInstallationEvents(db, filter), NEWEST_FIRST, page);
}

/** Reads all entries of the same list in batches. */
export function allAuditEvents(organizationId: OrganizationId, db: Database, filter: AuditFilter) {
  const matching = matchingEvents(organizationId, db, filter);
  return allRows<AuditEventRow>(db, matching.orderBy('at', 'desc').orderBy('id', 'desc'));
}

export async function findAuditEvent(
  organizationId: OrganizationId,
  db: Database,
  id: string,
): Promise<AuditEventRow | null> {
  const row = await db.sql
    .selectFrom('auditEvent')
    .select([...TRACE, 'before', 'after', 'importedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Finds the changes of policies since an instant, newest first. Plan: audit_event_policy_idx from its end back to then:
 * nothing else that happened is read, however long ago that is.
 */
export function findAuditOfPolicies(organizationId: OrganizationId, db: Transaction, since: Date) {
  return (
    db.sql
      .selectFrom('auditEvent')
      .select(['at', 'action', 'subjectId', 'before', 'after'])
      .where('organizationId', '=', anyOrganization(organizationId))
      .where('at', '>=', since)
      // To the letter, as the index is of these alone.
      .where('subjectKind', 'in', [sql.lit('policy'), sql.lit('policy_file')])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  );
}

/** Finds the newest changes of one contract. Plan: audit_event_contract_idx in order, stopping after so many. */
export function findAuditOfContract(
  organizationId: OrganizationId,
  db: Database,
  contractId: string,
  limit: number,
): Promise<AuditEventRow[]> {
  return (
    db.sql
      .selectFrom('auditEvent')
      .select([...TRACE, 'before', 'after', 'importedAt'])
      .where('organizationId', '=', organizationId)
      // To the letter, as the index is of contracts alone.
      .where('subjectKind', '=', sql.lit('contract'))
      .where('subjectId', '=', contractId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  );
}

// As SQL: records of every shape are written here, and Prisma has a type of its own for what JSON may hold.

export async function insertAuditEvent(
  organizationId: OrganizationId,
  tx: Transaction,
  row: Omit<AuditEventRow, 'importedAt'>,
): Promise<void> {
  await tx.sql
    .insertInto('auditEvent')
    .values({ ...row, organizationId })
    .execute();
}

/** Adds an entry to the installation's trail, which outlives the organizations. */
export async function insertInstallationAuditEvent(
  tx: Transaction,
  row: InstallationAuditEventRow,
): Promise<void> {
  await tx.sql.insertInto('installationAuditEvent').values(row).execute();
}
