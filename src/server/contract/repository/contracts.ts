import { sql, type InferResult } from 'kysely';
import { foldForSearch } from '@/domain/list';
import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { heldSoftware, imagesHoldingAnyOf, type SoftwareGroup } from '@/server/holding/sql';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization, type Sql } from '@/server/platform/db/sql';

// As SQL: its days are text here, and would not be in Prisma Client.

const COLUMNS = [
  ...(['k.id', 'k.vendor', 'k.scope', 'k.projectId', 'k.teamId', 'k.startsOn'] as const),
  ...(['k.endsOn', 'k.hasBegun', 'k.noticeDays', 'k.costAmount', 'k.costCurrency'] as const),
  ...(['k.documentUrl', 'k.note', 'k.createdByKind', 'k.createdById'] as const),
  ...(['k.createdByName', 'k.createdAt', 'k.updatedAt'] as const),
] as const;

const contracts = (db: Sql) => db.selectFrom('contract as k').select(COLUMNS);

export type ContractRow = InferResult<ReturnType<typeof contracts>>[number];

/** What a contract covers; a cycle of null is every one of the product. */
export interface ContractLine {
  readonly productName: string;
  readonly cycle: string | null;
}

export function countContracts(organizationId: OrganizationId, db: Transaction): Promise<number> {
  return db.of(organizationId).contract.count();
}

/** Locks a contract until the transaction ends; null for one of another organization, too. */
export async function lockContract(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<ContractRow | null> {
  const row = await contracts(tx.sql)
    .where('k.organizationId', '=', organizationId)
    .where('k.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertContract(
  organizationId: OrganizationId,
  tx: Transaction,
  row: ContractRow,
): Promise<void> {
  await tx.sql
    .insertInto('contract')
    .values({ ...row, organizationId })
    .execute();
}

/** Writes what may change of a contract. */
export async function updateContract(
  organizationId: OrganizationId,
  tx: Transaction,
  row: ContractRow,
): Promise<void> {
  const {
    id,
    createdByKind: _,
    createdById: __,
    createdByName: ___,
    createdAt: ____,
    ...set
  } = row;
  await tx.sql
    .updateTable('contract')
    .set(set)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Puts what a contract covers in the place of what it covered. */
export async function replaceLines(
  organizationId: OrganizationId,
  tx: Transaction,
  contractId: string,
  lines: readonly ContractLine[],
): Promise<void> {
  const own = tx.of(organizationId).contractSoftware;
  await own.deleteMany({ where: { contractId } });
  const data = lines.map(({ productName, cycle }, position) => ({
    ...{ contractId, position, productName, cycle, nameKey: foldForSearch(productName) },
  }));
  await own.createMany({ data });
}

export async function removeContract(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).contract.deleteMany({ where: { id } });
}

/** Tells whether there is the project or the team of a contract; those of another organization are none. */
export async function placeExists(
  organizationId: OrganizationId,
  db: Transaction,
  { projectId, teamId }: Pick<ContractRow, 'projectId' | 'teamId'>,
): Promise<boolean> {
  const own = db.of(organizationId);
  const select = { id: true };
  const found =
    projectId === null
      ? teamId !== null && (await own.team.findFirst({ where: { id: teamId }, select }))
      : await own.project.findFirst({ where: { id: projectId, deletedAt: null }, select });
  return Boolean(found);
}

export type ListedContractRow = Awaited<ReturnType<typeof findContracts>>[number];

/**
 * Finds all contracts of an organization, or one of them, with what they cover, the name of their place, and how many
 * images and findings they cover now.
 *
 * Plan: the contracts, {@link MAX_CONTRACTS} at most; the covered cycles with what is kept of their software, once for all;
 * the images of a contract on several software by their entries of finding_open_software_idx, none of whose rows is read.
 */
export function findContracts(
  organizationId: OrganizationId,
  db: Transaction,
  { id = null }: { readonly id?: string | null } = {},
) {
  const own = anyOrganization(organizationId);
  const all = contracts(db.sql)
    .leftJoin(coveredBy(own, id).as('covered'), 'covered.contractId', 'k.id')
    .leftJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'k.projectId'),
    )
    .leftJoin('team as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'k.teamId'),
    )
    .select(['p.name as projectName', 'p.deletedAt as projectDeletedAt', 't.name as teamName'])
    .select([
      sql<ContractLine[]>`(
        SELECT coalesce(json_agg(json_build_object('productName', w.product_name, 'cycle', w.cycle)
                                 ORDER BY w.position), '[]')
          FROM contract_software w WHERE w.organization_id = ${own} AND w.contract_id = k.id)`.as(
        'lines',
      ),
      sql<number>`CASE WHEN covered.contract_id IS NULL THEN 0 ELSE ${imagesHoldingAnyOf(own, COVERED)} END`.as(
        'images',
      ),
      sql<number>`coalesce(covered.findings, 0)`.as('findings'),
    ])
    .where('k.organizationId', '=', own)
    .orderBy('k.endsOn')
    .orderBy('k.id');
  return (id === null ? all : all.where('k.id', '=', id)).execute();
}

/** The software that images hold and each contract covers, of those that cover some. @param id of one alone; null: of all */
const coveredBy = (own: ReturnType<typeof anyOrganization>, id: string | null) =>
  sql<{ contractId: string; softwareIds: string[]; images: number; findings: number }>`(
    SELECT c.contract_id, array_agg(s.id) AS software_ids, max(held.images) AS images,
           sum(held.images)::int AS findings
      FROM ${heldSoftware(own)} held
      JOIN software s ON s.organization_id = ${own} AND s.id = held.software_id
      JOIN software_cycle c ON c.organization_id = ${own} AND c.id = s.software_cycle_id
     WHERE ${id === null ? sql`c.contract_id IS NOT NULL` : sql`c.contract_id = ${id}`}
     GROUP BY c.contract_id)`;

const COVERED: SoftwareGroup = {
  softwareIds: sql`covered.software_ids`,
  images: sql`covered.images`,
  ofProduct: sql`NULL::int`,
};

/** Software that a contract covers where it is found. */
export interface HeldByContract {
  readonly softwareId: string;
  readonly productName: string;
  readonly cycle: string;
  readonly artifactType: string;
  readonly eolOn: Day | null;
  readonly upstreamOn: Day | null;
  readonly upstreamOnKnown: boolean;
  readonly isByContract: boolean;
  readonly images: number;
}

/** Lists what a contract covers and images hold now. Plan: as {@link findContracts} for one. */
export async function findHeld(
  organizationId: OrganizationId,
  db: Transaction,
  contractId: string,
): Promise<HeldByContract[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<HeldByContract>`
    SELECT s.id AS software_id, c.product_name, c.cycle, s.artifact_type, c.eol_on,
           c.upstream_eol_on AS upstream_on, coalesce(c.upstream_eol_on_known, false) AS upstream_on_known,
           c.eol_source = 'contract' AS is_by_contract, count(*)::int AS images
      FROM software_cycle c
      JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
      JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id AND f.is_open
     WHERE c.organization_id = ${own} AND c.contract_id = ${contractId}
     GROUP BY c.organization_id, c.id, s.organization_id, s.id
     ORDER BY c.sort_key, c.cycle, s.artifact_type`.execute(db.sql);
  return rows;
}

/** Tells whether a contract has begun; false for one that there is not. Plan: primary key. */
export async function hasContractBegun(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<boolean> {
  const where = { id, hasBegun: true };
  return (await tx.of(organizationId).contract.count({ where })) > 0;
}

const BEING_DELETED = 'this contract is being deleted: ';

/** The name that whoever deletes a contract in pieces holds, in a session, for as long as that takes. @param id as it is stored */
export const deletionOf = (id: string) => BEING_DELETED + id;

/**
 * Begins the contracts of an organization whose first day has come, but for those that are being deleted: these look as if
 * they were to begin. @returns their ids
 */
export async function beginDue(
  organizationId: OrganizationId,
  tx: Transaction,
  today: Day,
): Promise<string[]> {
  const due = await tx.sql
    .selectFrom('contract')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('hasBegun', '=', false)
    .where('startsOn', '<=', today)
    .execute();
  // In a statement without their rows, which may be on another machine: that has other locks than the sessions hold.
  const { rows: free } = await sql<{ id: string }>`
    SELECT id FROM unnest(${due.map(({ id }) => id)}::uuid[]) AS id
     WHERE pg_try_advisory_xact_lock(hashtextextended(${BEING_DELETED} || id, 0))`.execute(tx.sql);
  const ids = free.map(({ id }) => id);
  await tx.of(organizationId).contract.updateMany({
    where: { id: { in: ids }, hasBegun: false },
    data: { hasBegun: true },
  });
  return ids;
}

/**
 * Lists the organizations that have contracts, whether one is due to begin, and in what state is all that decides on what
 * they cover beside the findings, which are covered as they are written: contracts, names of products, and of teams'
 * contracts the owners. Plan: all contracts, which are few; the own products of each organization with some, and its
 * projects where one is for a team.
 */
export async function findOrganizationsWithContracts(db: Transaction, today: Day) {
  const { rows } = await sql<{ organizationId: string; isDue: boolean; state: string }>`
    SELECT k.organization_id, k.is_due, concat_ws(' ', k.state,
           (SELECT max(number) FROM catalog_revision),
           (SELECT md5(string_agg(concat(o.id, o.name_keys), '' ORDER BY o.id))
              FROM own_product o WHERE o.organization_id = k.organization_id),
           CASE WHEN k.is_of_team THEN (
             SELECT sum(hashtextextended(concat(p.id, p.owner_team_id), 0)) FROM project p
              WHERE p.organization_id = k.organization_id AND p.deleted_at IS NULL) END) AS state
      FROM (SELECT organization_id, bool_or(NOT has_begun AND starts_on <= ${today}::date) AS is_due,
                   bool_or(scope = 'team') AS is_of_team,
                   concat(count(*), ' ', sum(hashtextextended(concat(id, updated_at), 0)), ' ',
                          count(*) FILTER (WHERE has_begun)) AS state
              FROM contract GROUP BY organization_id) k
     ORDER BY k.organization_id`.execute(db.sql);
  return rows;
}

/** Tells of the contracts of an organization that begin. Plan: its contracts, which are few. */
export async function findBeginning(
  organizationId: OrganizationId,
  db: Transaction,
  today: Day,
): Promise<{
  /** Whether the first day of one has come that has not begun. */
  readonly isDue: boolean;
  /** Whether today is the first day of one, begun or not. */
  readonly isToday: boolean;
}> {
  const { rows } = await sql<{ isDue: boolean; isToday: boolean }>`
    SELECT coalesce(bool_or(k.starts_on <= ${today}::date AND NOT k.has_begun), false) AS is_due,
           coalesce(bool_or(k.starts_on = ${today}::date), false) AS is_today
      FROM contract k WHERE k.organization_id = ${organizationId}`.execute(db.sql);
  return rows[0] ?? { isDue: false, isToday: false };
}
