import { type InferResult, sql } from 'kysely';
import { identityOf } from '@/domain/identifiers/identity';
import type { ContractScope } from '@/domain/contract/contract';
import type { Day } from '@/domain/eol/calendar';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { PlanScope } from '@/domain/plan/plan';
import { ESTIMATED_FROM } from '@/server/catalog/sql';
import { EVIDENCE } from '@/server/evidence/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization, type Sql } from '@/server/platform/db/sql';

// As SQL: its days are text here, and would not be in Prisma Client.

const COLUMNS = [
  ...(['p.id', 'p.scope', 'p.projectId', 'p.teamId', 'p.productName', 'p.cycle'] as const),
  ...(['p.targetProduct', 'p.targetCycle', 'p.dueOn', 'p.ownerId', 'p.ownerName'] as const),
  ...(['p.ownerTeamId', 'p.ticket', 'p.note', 'p.startedAt', 'p.startedByName'] as const),
  ...([
    'p.createdByKind',
    'p.createdById',
    'p.createdByName',
    'p.createdAt',
    'p.updatedAt',
  ] as const),
] as const;

const plans = (db: Sql) => db.selectFrom('plan as p').select(COLUMNS);

export type PlanRow = InferResult<ReturnType<typeof plans>>[number];

/** Where and for what a plan is. */
export interface PlanSubject {
  readonly scope: PlanScope;
  readonly projectId: string | null;
  readonly teamId: string | null;
  readonly productName: string;
  readonly cycle: string;
}

/** Where and for what a plan is, as one key. */
export function subjectKeyOf(subject: PlanSubject): string {
  const { scope, projectId, teamId, productName, cycle } = subject;
  return identityOf(scope, projectId ?? teamId ?? '', productName, cycle);
}

/** Finds a plan's id by where and for what it is. Plan: plan (organization_id, subject_key). */
export async function findPlanFor(
  organizationId: OrganizationId,
  db: Transaction,
  subject: PlanSubject,
): Promise<string | null> {
  const row = await db.of(organizationId).plan.findFirst({
    where: { subjectKey: subjectKeyOf(subject) },
    select: { id: true },
  });
  return row?.id ?? null;
}

export function countPlans(organizationId: OrganizationId, db: Transaction): Promise<number> {
  return db.of(organizationId).plan.count();
}

/** @returns false when there is a plan for the same software and place */
export async function insertPlan(
  organizationId: OrganizationId,
  tx: Transaction,
  row: PlanRow,
): Promise<boolean> {
  const result = await tx.sql
    .insertInto('plan')
    .values({
      ...row,
      organizationId,
      cycleKey: identityOf(row.productName, row.cycle),
      subjectKey: subjectKeyOf(row),
    })
    .onConflict((known) => known.columns(['organizationId', 'subjectKey']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Locks a plan until the transaction ends; null for one of another organization, too. */
export async function lockPlan(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<PlanRow | null> {
  const row = await plans(tx.sql)
    .where('p.organizationId', '=', organizationId)
    .where('p.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Writes what may change of a plan. */
export async function updatePlan(
  organizationId: OrganizationId,
  tx: Transaction,
  row: PlanRow,
): Promise<void> {
  const { targetProduct, targetCycle, dueOn, ownerId, ownerName, ownerTeamId, ticket, note } = row;
  const { startedAt, startedByName, updatedAt } = row;
  await tx.sql
    .updateTable('plan')
    .set({ targetProduct, targetCycle, dueOn, ownerId, ownerName, ownerTeamId, ticket, note })
    .set({ startedAt, startedByName, updatedAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', row.id)
    .execute();
}

export async function removePlan(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).plan.deleteMany({ where: { id } });
}

/** Tells whether there is the project or the team of a plan; those of another organization are none. */
export async function placeExists(
  organizationId: OrganizationId,
  db: Transaction,
  { projectId, teamId }: Pick<PlanSubject, 'projectId' | 'teamId'>,
): Promise<boolean> {
  const own = db.of(organizationId);
  const select = { id: true };
  const found =
    projectId === null
      ? teamId !== null && (await own.team.findFirst({ where: { id: teamId }, select }))
      : await own.project.findFirst({ where: { id: projectId, deletedAt: null }, select });
  return Boolean(found);
}

/**
 * Finds the plans that move software which an image holds, under a contract or not, in its place: everywhere, in its project
 * or for its team.
 *
 * Plan: the image and its project by primary key, its software, their cycles and the ones that these stand for by primary
 * key, the organization's plans.
 */
export async function findPlansForImage(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagId: string,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT p.id
      FROM image_tag i
      JOIN project r ON r.organization_id = ${own} AND r.id = i.project_id
      JOIN software s ON s.organization_id = ${own} AND s.id = ANY(i.software_ids)
      JOIN software_cycle c ON c.organization_id = ${own} AND c.id = s.software_cycle_id
      LEFT JOIN software_cycle u ON u.organization_id = ${own} AND u.id = c.upstream_id
      JOIN plan p ON p.organization_id = ${own} AND p.cycle_key = coalesce(u.cycle_key, c.cycle_key)
     WHERE i.organization_id = ${own} AND i.id = ${imageTagId}::uuid AND i.deleted_at IS NULL
       AND (p.scope = 'organization' OR p.project_id = r.id OR p.team_id = r.owner_team_id)`.execute(
    db.sql,
  );
  return rows.map(({ id }) => id);
}

export type ListedPlanRow = Awaited<ReturnType<typeof findPlans>>[number];

/**
 * Finds all plans of an organization, or one of them, with the name of its project or team, the end of the cycle, and the
 * software that it is, that under contracts last.
 *
 * Plan: the organization's plans, a thousand at most; projects and teams by primary key, cycles by (organization_id, cycle_key),
 * covered ones by (organization_id, upstream_id).
 */
export function findPlans(
  organizationId: OrganizationId,
  db: Transaction,
  { id = null }: { readonly id?: string | null } = {},
) {
  const own = anyOrganization(organizationId);
  const all = db.sql
    .selectFrom('plan as p')
    .select(COLUMNS)
    .leftJoin('project as r', (join) =>
      join.on('r.organizationId', '=', own).onRef('r.id', '=', 'p.projectId'),
    )
    .leftJoin('team as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'p.teamId'),
    )
    .leftJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.cycleKey', '=', 'p.cycleKey'),
    )
    .leftJoin('team as o', (join) =>
      join.on('o.organizationId', '=', own).onRef('o.id', '=', 'p.ownerTeamId'),
    )
    .select(['r.name as projectName', 'r.ownerTeamId as projectTeamId', 't.name as teamName'])
    .select(['o.name as ownerTeamName', 'c.eolOn', 'c.eolOnKnown', ESTIMATED_FROM])
    .select(
      sql<string[]>`ARRAY(
        SELECT s.id FROM (
          SELECT c.id, false AS is_covered
          UNION ALL SELECT v.id, true FROM software_cycle v WHERE v.organization_id = ${own} AND v.upstream_id = c.id) held
          JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = held.id
         ORDER BY held.is_covered, s.id)`.as('softwareIds'),
    )
    .where('p.organizationId', '=', own)
    .orderBy('p.dueOn')
    .orderBy('p.id');
  return (id === null ? all : all.where('p.id', '=', id)).execute();
}

/** A contract that covers software of a plan, where the plan is. */
export interface PlanContract {
  readonly contractId: string;
  readonly vendor: string;
  readonly scope: ContractScope;
  /** The name of the project or the team that it covers; null: everything. */
  readonly place: string | null;
  readonly endsOn: Day;
}

/**
 * Finds the contracts that cover software of plans in projects where the plans are, those that end last first.
 *
 * Plan: plans by primary key, their cycles by (organization_id, cycle_key), covered ones by (organization_id, upstream_id);
 * for each up to one image by finding_open_software_idx.
 */
export async function findContractsOfPlans(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlanContract[]>> {
  if (ids.length === 0) return new Map();
  const own = anyOrganization(organizationId);
  const { rows } = await sql<PlanContract & { readonly id: string }>`
    SELECT p.id, k.id AS contract_id, k.vendor, k.scope, coalesce(r.name, t.name) AS place, k.ends_on
      FROM plan p
      JOIN software_cycle c ON c.organization_id = ${own} AND c.cycle_key = p.cycle_key
      JOIN software_cycle v ON v.organization_id = ${own} AND v.upstream_id = c.id
      JOIN contract k ON k.organization_id = ${own} AND k.id = v.contract_id AND k.has_begun
      LEFT JOIN project r ON r.organization_id = ${own} AND r.id = k.project_id
      LEFT JOIN team t ON t.organization_id = ${own} AND t.id = k.team_id
     WHERE p.organization_id = ${own} AND p.id = ANY(${ids}::uuid[]) AND EXISTS (
       SELECT FROM software s JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id AND f.is_open
         JOIN image_tag i ON i.organization_id = ${own} AND i.id = f.image_tag_id
         JOIN project q ON q.organization_id = ${own} AND q.id = i.project_id
        WHERE s.organization_id = ${own} AND s.software_cycle_id = v.id
          AND (p.scope = 'organization' OR q.id = p.project_id OR q.owner_team_id = p.team_id))
     ORDER BY k.ends_on DESC, k.id`.execute(db.sql);
  const found = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...found].map(([id, contracts]) => [id, contracts.map(({ id: _, ...contract }) => contract)]),
  );
}

/**
 * Finds how well the ends of what plans move are known, whatever contracts cover it; of what was never found nothing.
 * Plan: plans by primary key, their cycles by (organization_id, cycle_key).
 */
export async function findDegreesOfPlans(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvidenceDegree>> {
  if (ids.length === 0) return new Map();
  const own = anyOrganization(organizationId);
  const rows = await db.sql
    .selectFrom('plan as p')
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.cycleKey', '=', 'p.cycleKey'),
    )
    .select(['p.id', EVIDENCE])
    .where('p.organizationId', '=', own)
    .where(({ eb, fn, val }) => eb('p.id', '=', fn.any(val(ids))))
    .execute();
  return new Map(rows.map(({ id, evidence }) => [id, evidence]));
}
