import { sql } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { NamedOwners } from '@/domain/team/codeowners';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization, type Places, prepared } from '@/server/platform/db/sql';

const ownersOfThese = prepared(
  (db, given: Places<{ organizationId: OrganizationId; projectIds: readonly string[] }>) =>
    db
      .selectFrom('project as p')
      .innerJoin('team as t', (join) =>
        join.onRef('t.organizationId', '=', 'p.organizationId').onRef('t.id', '=', 'p.ownerTeamId'),
      )
      .select(['p.id as projectId', 't.id as teamId', 't.name', 't.email', 't.link'])
      .where('p.organizationId', '=', anyOrganization(given('organizationId')))
      .where(({ eb, fn }) => eb('p.id', '=', fn.any(given('projectIds')))),
);

/** Finds the owners of some projects: those that have one. Plan: projects and teams by primary key. */
export function findOwners(
  organizationId: OrganizationId,
  db: Transaction,
  projectIds: readonly string[],
) {
  return ownersOfThese(db.sql, { organizationId, projectIds });
}

/** Finds the owner of a live project by the digest of its name. Plan: project by its unique name, team by primary key. */
export async function findOwnerNamed(
  organizationId: OrganizationId,
  db: Transaction,
  nameKey: string,
) {
  const row = await db.sql
    .selectFrom('project as p')
    .innerJoin('team as t', (join) =>
      join.onRef('t.organizationId', '=', 'p.organizationId').onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .select(['t.id as teamId', 't.name', 't.email', 't.link'])
    .where('p.organizationId', '=', anyOrganization(organizationId))
    .where('p.nameKey', '=', nameKey)
    .where('p.deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A project's owner, with the rule that gave it: null where it was set by hand. */
export type OwnedProject = Awaited<ReturnType<typeof findOwnedProject>> & {};

/** Finds who owns a live project, and why; null for one of another organization, too. Plan: four primary keys. */
export async function findOwnedProject(
  organizationId: OrganizationId,
  db: Transaction,
  projectId: string,
) {
  const row = await db.sql
    .selectFrom('project as p')
    .leftJoin('team as t', (join) =>
      join.onRef('t.organizationId', '=', 'p.organizationId').onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .leftJoin('ownerRule as r', (join) =>
      join.onRef('r.organizationId', '=', 'p.organizationId').onRef('r.id', '=', 'p.ownerRuleId'),
    )
    .leftJoin('projectCodeowners as c', (join) =>
      join.onRef('c.organizationId', '=', 'p.organizationId').onRef('c.projectId', '=', 'p.id'),
    )
    .select(['p.id', 'p.name', 'p.ownerTeamId', 'p.ownerRuleId'])
    .select(['t.name as teamName', 't.email', 't.link'])
    .select(['r.kind', 'r.subject', 'r.pattern'])
    .select(['c.path as filePath', 'c.line', 'c.pattern as filePattern', 'c.handles', 'c.sentAt'])
    .where('p.organizationId', '=', anyOrganization(organizationId))
    .where('p.id', '=', projectId)
    .where('p.deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a live project until the transaction ends; false when there is none. */
export async function lockOwnedProject(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('project')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks live projects until the transaction ends, in the order of their ids. Plan: primary keys. */
export async function lockOwnedProjects(
  organizationId: OrganizationId,
  tx: Transaction,
  projectIds: readonly string[],
): Promise<void> {
  await tx.sql
    .selectFrom('project')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(projectIds))))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** @param teamId null: by nobody, and rules may say otherwise */
export async function setOwner(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
  teamId: string | null,
): Promise<void> {
  await tx.of(organizationId).project.updateMany({
    where: { id: projectId },
    data: { ownerTeamId: teamId, ownerRuleId: null },
  });
}

/** Takes from a team the projects that it owns by hand or by rule. Plan: project (organization_id, owner_team_id). */
export async function disown(
  organizationId: OrganizationId,
  tx: Transaction,
  teamId: string,
): Promise<number> {
  const { count } = await tx.of(organizationId).project.updateMany({
    where: { ownerTeamId: teamId },
    data: { ownerTeamId: null, ownerRuleId: null },
  });
  return count;
}

/** Takes from a team the plans that it sees to. Plan: plan (organization_id, owner_team_id). */
export async function releasePlans(
  organizationId: OrganizationId,
  tx: Transaction,
  teamId: string,
): Promise<void> {
  await tx.of(organizationId).plan.updateMany({
    where: { ownerTeamId: teamId },
    data: { ownerTeamId: null },
  });
}

/**
 * Counts the waivers of a team that hold, or can still be granted. Plan: waiver (organization_id, decision, ends_on).
 */
export async function countOpenWaivers(
  organizationId: OrganizationId,
  tx: Transaction,
  teamId: string,
  today: Day,
): Promise<number> {
  const { count } = await tx.sql
    .selectFrom('waiver')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('decision', 'in', ['asked', 'granted'])
    .where('endsOn', '>=', today)
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the plans for what a team owns, which go with it. Plan: plan (organization_id, team_id). */
export function findPlansOfTeam(organizationId: OrganizationId, tx: Transaction, teamId: string) {
  return tx.of(organizationId).plan.findMany({
    where: { teamId },
    select: { id: true, productName: true, cycle: true, targetCycle: true },
    orderBy: { id: 'asc' },
  });
}

/** Lists the saved views of a team, which go with it. Plan: saved_view (organization_id, team_id). */
export function findViewsOfTeam(organizationId: OrganizationId, tx: Transaction, teamId: string) {
  return tx.of(organizationId).savedView.findMany({
    where: { teamId },
    select: { id: true, list: true, name: true, query: true },
    orderBy: { id: 'asc' },
  });
}

/** Lists the rules that lead messages on what a team owns to channels, which go with it. Plan: message_rule (organization_id, team_id). */
export function findMessageRulesOfTeam(
  organizationId: OrganizationId,
  tx: Transaction,
  teamId: string,
) {
  return tx.of(organizationId).messageRule.findMany({
    where: { teamId },
    select: { id: true, name: true, kinds: true },
    orderBy: { id: 'asc' },
  });
}

/** Lists the rules that give projects to a team, which go with it. Plan: owner_rule (organization_id, team_id). */
export function findOwnerRulesOfTeam(
  organizationId: OrganizationId,
  tx: Transaction,
  teamId: string,
) {
  return tx.of(organizationId).ownerRule.findMany({
    where: { teamId },
    select: { kind: true, subject: true, pattern: true },
    orderBy: { position: 'asc' },
  });
}

/** Gives the place that the image of a project that was scanned last says it was built at; null for none. */
export async function findLatestLocation(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
) {
  const row = await tx.sql
    .selectFrom('imageTag')
    .select(['kind', 'location'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .orderBy('latestScanAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Tells whether what a file says of a project is what is kept of the last one. Plan: primary key. */
export async function isKeptCodeowners(
  organizationId: OrganizationId,
  db: Transaction,
  projectId: string,
  { path, pattern, line, handles }: NamedOwners & { readonly path: string },
): Promise<boolean> {
  const row = await db.sql
    .selectFrom('projectCodeowners')
    .select('projectId')
    .where('organizationId', '=', organizationId)
    .where('projectId', '=', projectId)
    .where(
      sql<boolean>`(path, pattern, line, handles)
        IS NOT DISTINCT FROM (${path}, ${pattern}, ${line}::int, ${[...handles]}::text[])`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps what a file says of a project; false when that is what is kept already. */
export async function putCodeowners(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
  named: NamedOwners & { readonly path: string; readonly sentAt: Date },
): Promise<boolean> {
  const { path, pattern, line, handles, sentAt } = named;
  const { numAffectedRows } = await sql`
    INSERT INTO project_codeowners AS known
      (organization_id, project_id, path, pattern, line, handles, sent_at)
    VALUES (${organizationId}, ${projectId}, ${path}, ${pattern}, ${line}, ${[...handles]}::text[], ${sentAt})
    ON CONFLICT (organization_id, project_id) DO UPDATE
       SET path = excluded.path, pattern = excluded.pattern, line = excluded.line,
           handles = excluded.handles, sent_at = excluded.sent_at
     WHERE (known.path, known.pattern, known.line, known.handles)
           IS DISTINCT FROM (excluded.path, excluded.pattern, excluded.line, excluded.handles)`.execute(
    tx.sql,
  );
  return numAffectedRows === 1n;
}
