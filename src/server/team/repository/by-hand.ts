import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { givenRows } from '@/server/platform/db/given-rows';
import { anyOrganization } from '@/server/platform/db/sql';

/** A live project whose owner was set by hand. */
export type OwnedByHand = Awaited<ReturnType<typeof findOwnedByHand>>[number];

/** Finds the live projects whose owner was set by hand, as lists have them. Plan: project_list_idx, teams by primary key. */
export function findOwnedByHand(organizationId: OrganizationId, db: Transaction, limit: number) {
  return db.sql
    .selectFrom('project as p')
    .innerJoin('team as t', (join) =>
      join.onRef('t.organizationId', '=', 'p.organizationId').onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .select(['p.id as projectId', 'p.name as projectName', 't.id as teamId', 't.name as teamName'])
    .where('p.organizationId', '=', anyOrganization(organizationId))
    .where('p.deletedAt', 'is', null)
    .where('p.ownerRuleId', 'is', null)
    .orderBy('p.sortKey')
    .orderBy('p.id')
    .limit(limit)
    .execute();
}

/** Finds live projects by what is derived of their names. Plan: project_live_name_key. */
export function findProjectsNamed(
  organizationId: OrganizationId,
  db: Transaction,
  nameKeys: readonly string[],
) {
  return db.sql
    .selectFrom('project')
    .select(['id', 'name', 'nameKey'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('deletedAt', 'is', null)
    .where(({ eb, fn, val }) => eb('nameKey', '=', fn.any(val(nameKeys))))
    .execute();
}

/** Finds teams by what is derived of their names. */
export function findTeamsNamed(
  organizationId: OrganizationId,
  db: Transaction,
  nameKeys: readonly string[],
) {
  return db.sql
    .selectFrom('team')
    .select(['id', 'name', 'nameKey'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('nameKey', '=', fn.any(val(nameKeys))))
    .execute();
}

/** Sets owners by hand. @returns how many projects and teams of them there are */
export async function setOwners(
  organizationId: OrganizationId,
  tx: Transaction,
  owners: readonly { readonly id: string; readonly ownerTeamId: string | null }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE project p SET owner_team_id = given.owner_team_id, owner_rule_id = NULL
      FROM ${givenRows('project', owners)}
     WHERE p.organization_id = ${anyOrganization(organizationId)} AND p.id = given.id
       AND p.deleted_at IS NULL
       AND (given.owner_team_id IS NULL OR EXISTS (
         SELECT FROM team t
          WHERE t.organization_id = ${anyOrganization(organizationId)} AND t.id = given.owner_team_id))`.execute(
    tx.sql,
  );
  return Number(numAffectedRows ?? 0n);
}
