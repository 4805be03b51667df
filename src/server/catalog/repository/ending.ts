import { sql } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { MessageKind } from '@/domain/message/kinds';
import type { ItemOwner } from '@/domain/message/software-key';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** A cycle that images of one owner hold, whose support ends soon or has ended. */
export interface EndingCycle {
  readonly id: string;
  /** The cycle as nobody covers it: its own id, unless it stands for another one under a contract. */
  readonly upstreamId: string;
  /** Whose projects hold it; null: nobody owns them. */
  readonly teamId: string | null;
  readonly productName: string;
  readonly cycle: string;
  /** Where its day is not known, the first on which it was known to have ended. */
  readonly eolOn: Day;
  readonly eolOnKnown: boolean;
  /** Whether the day is the end of a contract. */
  readonly isByContract: boolean;
  /** Nobody says that it has ended: it was concluded. */
  readonly isEstimate: boolean;
  /** Whether scanners alone say when it ends, of which two may disagree. */
  readonly isByScanner: boolean;
}

/**
 * Which cycles the images of which owner hold now, each once: `software_cycle_id` and `team_id`. Plan: one pass over the
 * organization's image tags, their software unnested and made distinct by hash; the findings, ten times as many, are left
 * alone. 100,000 images with ten software each in 2,000 projects of 50 teams: 1.2 s on two busy cores, without statistics
 * as well; by the findings it was 10 s without them.
 */
function held(organizationId: OrganizationId) {
  const own = anyOrganization(organizationId);
  return sql`
    SELECT DISTINCT s.software_cycle_id, each.team_id
      FROM (
        SELECT DISTINCT p.owner_team_id AS team_id, unnest(t.software_ids) AS software_id
          FROM image_tag t
          JOIN project p ON p.organization_id = ${own} AND p.id = t.project_id
         WHERE t.organization_id = ${own} AND t.deleted_at IS NULL) each
      JOIN software s ON s.organization_id = ${own} AND s.id = each.software_id`;
}

/** Lists the cycles that end until a day, or have ended, once for each owner whose images hold them. */
export async function findEndingCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  until: Day,
): Promise<EndingCycle[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<EndingCycle>`
    SELECT c.id, coalesce(c.upstream_id, c.id) AS upstream_id, held.team_id, c.product_name, c.cycle, c.eol_on,
           c.eol_on_known, c.eol_source = 'contract' AS is_by_contract, c.eol_source = 'inferred' AS is_estimate,
           c.eol_source = 'scanner' AS is_by_scanner
      FROM (${held(organizationId)}) held
      JOIN software_cycle c ON c.organization_id = ${own} AND c.id = held.software_cycle_id
     WHERE c.eol_on <= ${until}::date
     ORDER BY c.eol_on, c.product_name, c.cycle, held.team_id`.execute(tx.sql);
  return rows;
}

/** A cycle of an owner of which something was said. */
export interface ToldCycle extends Pick<
  EndingCycle,
  'id' | 'upstreamId' | 'teamId' | 'productName' | 'cycle' | 'isByScanner'
> {
  readonly subject: string;
  /** What was said, as `toldStateOf` names it. */
  readonly state: string;
  /** When it was said last. */
  readonly toldAt: Date;
  /** Null also for a team that is gone. */
  readonly owner: ItemOwner | null;
}

/** Says what a state of an end is about: {@link findToldCycles} reads it back. */
export function subjectOf({ id, teamId }: Pick<EndingCycle, 'id' | 'teamId'>): string {
  return `${id}/${teamId ?? NOBODY}`;
}
const NOBODY = 'nobody';

/** Lists the cycles of which something of a kind was said last. Plan: the kind's part of told_state's key. */
export async function findToldCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  kind: MessageKind,
): Promise<ToldCycle[]> {
  const { rows } = await sql<ToldCycle>`
    SELECT told.subject, told.state, told.told_at, c.id, coalesce(c.upstream_id, c.id) AS upstream_id, c.product_name, c.cycle,
           c.eol_source = 'scanner' AS is_by_scanner, told.team_id,
           CASE WHEN w.id IS NOT NULL
                THEN json_build_object('teamId', w.id, 'name', w.name, 'email', w.email) END AS owner
      FROM (SELECT subject, state, told_at, split_part(subject, '/', 1)::uuid AS cycle_id,
                   nullif(split_part(subject, '/', 2), ${NOBODY})::uuid AS team_id
              FROM told_state WHERE organization_id = ${organizationId} AND kind = ${kind}) told
      JOIN software_cycle c ON c.organization_id = ${organizationId} AND c.id = told.cycle_id
      LEFT JOIN team w ON w.organization_id = ${organizationId} AND w.id = told.team_id
     ORDER BY c.product_name, c.cycle, told.subject`.execute(tx.sql);
  return rows;
}

/** A cycle that images of one owner hold. */
export type HeldCycle = Pick<EndingCycle, 'id' | 'upstreamId' | 'teamId'>;

/** Lists whose images hold some cycles now, under contracts or not. */
export async function findHolders(
  organizationId: OrganizationId,
  tx: Transaction,
  upstreamIds: readonly string[],
): Promise<HeldCycle[]> {
  if (upstreamIds.length === 0) return [];
  const own = anyOrganization(organizationId);
  const { rows } = await sql<HeldCycle>`
    SELECT c.id, coalesce(c.upstream_id, c.id) AS upstream_id, held.team_id
      FROM (${held(organizationId)}) held
      JOIN software_cycle c ON c.organization_id = ${own} AND c.id = held.software_cycle_id
     WHERE coalesce(c.upstream_id, c.id) = ANY(${[...upstreamIds]}::uuid[])`.execute(tx.sql);
  return rows;
}
