import { sql } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { ItemOwner } from '@/domain/message/software-key';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** Whom to ask about a plan. */
export interface PlanAsk {
  readonly id: string;
  /** The team that sees to it, or whose plan it is, or that owns the plan's project. */
  readonly owner: ItemOwner | null;
  /** The person who sees to it, while they are a member; null: nobody. */
  readonly person: { readonly id: string; readonly name: string; readonly email: string } | null;
}

/** Lists the plans whose day has passed, done or not. Plan: the organization's plans, a thousand at most. */
export async function findPastPlans(
  organizationId: OrganizationId,
  db: Transaction,
  today: Day,
): Promise<PlanAsk[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<PlanAsk>`
    SELECT p.id,
           CASE WHEN w.id IS NOT NULL
                THEN json_build_object('teamId', w.id, 'name', w.name, 'email', w.email) END AS owner,
           CASE WHEN m.user_id IS NOT NULL
                THEN json_build_object('id', m.user_id, 'name', u.name, 'email', u.email) END AS person
      FROM plan p
      LEFT JOIN project r ON r.organization_id = ${own} AND r.id = p.project_id
      LEFT JOIN team w ON w.organization_id = ${own} AND w.id = coalesce(p.owner_team_id, p.team_id, r.owner_team_id)
      LEFT JOIN membership m ON m.organization_id = ${own} AND m.user_id = p.owner_id
      LEFT JOIN app_user u ON u.id = m.user_id
     WHERE p.organization_id = ${own} AND p.due_on < ${today}::date`.execute(db.sql);
  return rows;
}
