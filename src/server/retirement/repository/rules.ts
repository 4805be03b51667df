import { sql, type RawBuilder } from 'kysely';
import type { RetirementReason, RetirementRules } from '@/domain/image/retirement';
import type { Day } from '@/domain/eol/calendar';
import { isKept, lastSeenAt } from '@/server/inventory/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { allRunning, joined } from '@/server/running/sql';

/** An organization's rules as they are stored. */
export interface RulesRow extends RetirementRules {
  /** No rule retires anything before; null: it may. */
  readonly from: Day | null;
  /** Counts the changes of these rules, projects' own among them. */
  readonly changes: number;
}

/** Null when the organization does not exist any more. Plan: primary key. */
export async function findRules(id: OrganizationId, db: Transaction): Promise<RulesRow | null> {
  const row = await db.sql
    .selectFrom('organization')
    .select(['retireNotScannedDays as notScannedDays', 'retireNotRunningDays as notRunningDays'])
    .select(['retiresFrom as from', 'retireChanges as changes'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes the rules, which are followed soon. Whoever changes them has seen what they do: nothing is put off any more. */
export async function updateRules(
  id: OrganizationId,
  tx: Transaction,
  { notScannedDays, notRunningDays }: RetirementRules,
): Promise<void> {
  const rules = { retireNotScannedDays: notScannedDays, retireNotRunningDays: notRunningDays };
  await tx.sql
    .updateTable('organization')
    .set({ ...rules, retiresFrom: null })
    .where('id', '=', id)
    .execute();
  await lookAgain(id, tx);
}

/** A project's own days; null: as the organization says, 0: never. */
export async function findProjectDays(
  organizationId: OrganizationId,
  db: Transaction,
  projectId: string,
): Promise<{ readonly days: number | null; readonly name: string } | null> {
  const row = await db.of(organizationId).project.findFirst({
    where: { id: projectId, deletedAt: null },
    select: { retireNotScannedDays: true, name: true },
  });
  return row && { days: row.retireNotScannedDays, name: row.name };
}

/** Writes a project's own days, which are followed soon. */
export async function updateProjectDays(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
  days: number | null,
): Promise<void> {
  const own = tx.of(organizationId);
  await own.project.updateMany({ where: { id: projectId }, data: { retireNotScannedDays: days } });
  await lookAgain(organizationId, tx);
}

async function lookAgain(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await tx.sql
    .updateTable('organization')
    .set({ retireLookedOn: null, retireChanges: sql`retire_changes + 1` })
    .where('id', '=', organizationId)
    .execute();
}

/** Notes that the rules were followed to the end on a day, unless they were changed meanwhile. */
export async function noteLooked(
  organizationId: OrganizationId,
  db: Transaction,
  { day, changes }: { readonly day: Day; readonly changes: number },
): Promise<void> {
  await db.sql
    .updateTable('organization')
    .set({ retireLookedOn: day })
    .where('id', '=', organizationId)
    .where('retireChanges', '=', changes)
    .execute();
}

/** The organizations, with those whose rules have not been followed on a day yet. Plan: a scan of the organizations. */
export function findOrganizations(db: Transaction, today: Day) {
  return db.sql
    .selectFrom('organization')
    .select('id as organizationId')
    .select(sql<boolean>`retire_looked_on IS DISTINCT FROM ${today}::date`.as('isDue'))
    .orderBy('id')
    .execute();
}

/** What runs, by image in the order of their ids, retired or not, and when that was last heard, however long ago. */
export interface HeardImage {
  readonly imageTagId: string;
  readonly heardAt: Date;
  readonly isRetired: boolean;
}

/** Plan: as {@link joined}; nothing where no cluster is known. */
export async function findHeard(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<HeardImage[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<HeardImage>`
    SELECT heard.*, i.retired_at IS NOT NULL AS is_retired
      FROM (SELECT place.image_tag_id, max(place.heard_at) AS heard_at
              FROM (${joined(own, allRunning(own, new Date(0)), isKept('i'))}) place
             WHERE place.image_tag_id IS NOT NULL
             GROUP BY place.image_tag_id) heard
      JOIN image_tag i ON i.organization_id = ${own} AND i.id = heard.image_tag_id
     ORDER BY i.id`.execute(db.sql);
  return rows;
}

/**
 * Notes when images were last heard of as running, where that is older by hours: no write for every report. Locks them in
 * the order in which others do.
 */
export async function noteRunning(
  organizationId: OrganizationId,
  tx: Transaction,
  heard: readonly HeardImage[],
): Promise<void> {
  const given = heard.map(({ imageTagId, heardAt }) => ({ id: imageTagId, at: heardAt }));
  const own = anyOrganization(organizationId);
  await sql`
    WITH behind AS MATERIALIZED (
      SELECT i.id, given.at
        FROM json_to_recordset(${JSON.stringify(given)}) AS given(id uuid, at timestamptz)
        JOIN image_tag i ON i.organization_id = ${own} AND i.id = given.id
       WHERE i.last_run_at IS NULL OR i.last_run_at < given.at - interval '6 hours'
       ORDER BY i.id FOR NO KEY UPDATE OF i)
    UPDATE image_tag i SET last_run_at = behind.at
      FROM behind WHERE i.organization_id = ${own} AND i.id = behind.id`.execute(tx.sql);
}

/** What rules look at beside the images. */
export interface RuleFacts {
  readonly rules: RetirementRules;
  /** Days to take for one project in the place of its own; null: as the projects have them. */
  readonly project: { readonly id: string; readonly days: number | null } | null;
  readonly now: Date;
  /** Images that run now: no rule retires them. */
  readonly runningIds: readonly string[];
  /** Images that a cluster ran when it was last heard of, be that long ago: that they run in none is not known. */
  readonly heardIds: readonly string[];
}

/**
 * Tells whether an image tag `i` is of a project that a Dependency-Track server lists as in use. What has not changed there
 * is not fetched again: that its scan is old says nothing.
 */
const isInUseElsewhere = (own: RawBuilder<string>) => sql<boolean>`i.id IN (
  SELECT c.image_tag_id FROM companion_project c
   WHERE c.organization_id = ${own} AND c.state <> 'gone' AND c.image_tag_id IS NOT NULL)`;

/**
 * Has rules count their days from an instant for some of the images that are in use elsewhere, where that is later. Locks them in
 * the order in which others do. Plan: a hash of the projects there, then primary keys.
 */
export async function countDaysFrom(
  organizationId: OrganizationId,
  tx: Transaction,
  at: Date,
  limit: number,
): Promise<number> {
  const own = anyOrganization(organizationId);
  const { numAffectedRows = 0n } = await sql`
    WITH kept AS MATERIALIZED (
      SELECT i.id FROM image_tag i
       WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND ${isInUseElsewhere(own)}
         AND (i.brought_back_at IS NULL OR i.brought_back_at < ${at}::timestamptz)
       ORDER BY i.id LIMIT ${limit} FOR NO KEY UPDATE OF i)
    UPDATE image_tag i SET brought_back_at = ${at}::timestamptz
      FROM kept WHERE i.organization_id = ${own} AND i.id = kept.id`.execute(tx.sql);
  return Number(numAffectedRows);
}

/** Since when an image tag `i` has been left alone. */
const leftAloneSince = sql`greatest(${lastSeenAt('i')}, i.brought_back_at)`;

const daysAgo = (now: Date, days: RawBuilder<unknown>) =>
  sql`${now}::timestamptz - make_interval(days => ${days})`;

/** The days after which an image of project `p` is retired that is not scanned. */
function daysOf({ rules, project }: RuleFacts): RawBuilder<number> {
  const inherited = sql<number>`${rules.notScannedDays}::int`;
  if (project === null) return sql<number>`coalesce(p.retire_not_scanned_days, ${inherited})`;
  return sql<number>`CASE WHEN p.id = ${project.id}::uuid THEN coalesce(${project.days}::int, ${inherited})
    ELSE coalesce(p.retire_not_scanned_days, ${inherited}) END`;
}

/** Tells for which rule an image tag `i` of project `p` is to be retired, as columns; it is to be where one is not null. */
function judged(facts: RuleFacts) {
  const { rules, now, heardIds } = facts;
  const days = daysOf(facts);
  const isNotScanned = sql<boolean>`${days} > 0 AND ${leftAloneSince} < ${daysAgo(now, days)}`;
  const notRunningDays = sql`${rules.notRunningDays}::int`;
  const isNotRunning =
    rules.notRunningDays === 0
      ? sql<boolean>`false`
      : sql<boolean>`coalesce(i.last_run_at IS NOT NULL AND i.id <> ALL(${heardIds}::uuid[])
          AND ${leftAloneSince} < ${daysAgo(now, notRunningDays)}, false)`;
  return { days, isNotScanned, isNotRunning };
}

/**
 * Selects the images `i` that rules are to retire, with the rule and its days. Plan: a scan of the organization's images
 * that count with hashes of its projects and of those that are in use elsewhere: 40 ms for 100,000 images.
 */
function toRetire(own: RawBuilder<string>, facts: RuleFacts): RawBuilder<unknown> {
  const { days, isNotScanned, isNotRunning } = judged(facts);
  return sql`
    SELECT i.id,
           (CASE WHEN ${isNotRunning} THEN 'not_running' ELSE 'not_scanned' END)::retirement_reason AS reason,
           CASE WHEN ${isNotRunning} THEN ${facts.rules.notRunningDays}::int ELSE ${days} END AS days
      FROM image_tag i
      JOIN project p ON p.organization_id = ${own} AND p.id = i.project_id
     WHERE i.organization_id = ${own} AND i.deleted_at IS NULL
       AND i.id <> ALL(${facts.runningIds}::uuid[]) AND NOT ${isInUseElsewhere(own)}
       AND ((${isNotScanned}) OR (${isNotRunning}))`;
}

/**
 * Selects the images that rules have retired, and would not now: of a project that is in use elsewhere, whatever they say. Plan: the retired ones by image_tag_retired_idx, their
 * retirements by image_retirement_current_key.
 */
function toBringBack(own: RawBuilder<string>, facts: RuleFacts): RawBuilder<unknown> {
  const { isNotScanned, isNotRunning } = judged(facts);
  return sql`
    SELECT i.id
      FROM image_tag i
      JOIN project p ON p.organization_id = ${own} AND p.id = i.project_id
      JOIN image_retirement r ON r.organization_id = ${own} AND r.image_tag_id = i.id
       AND r.ended_at IS NULL AND r.reason <> 'by_hand'
     WHERE i.organization_id = ${own} AND i.retired_at IS NOT NULL
       AND (${isInUseElsewhere(own)} OR NOT (${isNotScanned}) AND NOT (${isNotRunning}))`;
}

/** An image that a rule retires. */
export interface JudgedImage {
  readonly id: string;
  readonly reason: RetirementReason;
  readonly days: number;
}

/** Finds some of the images that rules are to retire. Plan: as {@link toRetire}. */
export async function findToRetire(
  organizationId: OrganizationId,
  db: Transaction,
  facts: RuleFacts,
  limit: number,
): Promise<JudgedImage[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<JudgedImage>`
    ${toRetire(own, facts)} ORDER BY i.id LIMIT ${limit}`.execute(db.sql);
  return rows;
}

/**
 * Locks those of some images, in the order in which others do, that rules still retire once they are locked: an upload may
 * have come. Plan: primary keys.
 */
export async function lockToRetire(
  organizationId: OrganizationId,
  tx: Transaction,
  facts: RuleFacts,
  ids: readonly string[],
): Promise<JudgedImage[]> {
  const own = anyOrganization(organizationId);
  await sql`
    SELECT i.id FROM image_tag i
     WHERE i.organization_id = ${own} AND i.id = ANY(${ids}::uuid[])
     ORDER BY i.id FOR NO KEY UPDATE`.execute(tx.sql);
  const { rows } = await sql<JudgedImage>`
    ${toRetire(own, facts)} AND i.id = ANY(${ids}::uuid[])`.execute(tx.sql);
  return rows;
}

/** Finds some of the images that rules have retired, and would not now. Plan: as {@link toBringBack}. */
export async function findToBringBack(
  organizationId: OrganizationId,
  db: Transaction,
  facts: RuleFacts,
  limit: number,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string }>`
    ${toBringBack(own, facts)} ORDER BY i.id LIMIT ${limit}`.execute(db.sql);
  return rows.map(({ id }) => id);
}

/** Counts what rules would do: what they would retire, and what they would bring back. */
export async function countByRules(
  organizationId: OrganizationId,
  db: Transaction,
  facts: RuleFacts,
): Promise<{ readonly retired: number; readonly broughtBack: number }> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ retired: number; broughtBack: number }>`
    SELECT (SELECT count(*) FROM (${toRetire(own, facts)}) one)::int AS retired,
           (SELECT count(*) FROM (${toBringBack(own, facts)}) one)::int AS brought_back`.execute(
    db.sql,
  );
  return rows[0] ?? { retired: 0, broughtBack: 0 };
}
