import { sql } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { MessageKind } from '@/domain/message/content';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database, Transaction } from '@/server/platform/db/db';

/** A cycle that the organization's images hold, whose support ends soon or has ended. */
export interface EndingCycle {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  /** Where its day is not known, the first on which it was known to have ended. */
  readonly eolOn: Day;
  readonly eolOnKnown: boolean;
}

/**
 * Lists the organizations of which somebody hears messages of a kind. Plan: all channels, of which there are some dozens
 * an organization.
 */
export async function organizationsThatHear(db: Database, kind: MessageKind): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    SELECT DISTINCT organization_id FROM channel WHERE ${kind} = ANY(hears)`.execute(db.sql);
  return rows.map(({ organizationId }) => organizationId);
}

/** Whether an image holds a cycle now: of it (`c`), in the organization. */
function isHeld(organizationId: OrganizationId) {
  const own = anyOrganization(organizationId);
  return sql<boolean>`EXISTS (
    SELECT FROM software s
      JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id AND f.is_open
      JOIN image_tag t ON t.organization_id = ${own} AND t.id = f.image_tag_id AND t.deleted_at IS NULL
     WHERE s.organization_id = ${own} AND s.software_cycle_id = c.id)`;
}

/**
 * Lists the cycles that end until a day, or have ended, and that images hold. Plan:
 * software_cycle_organization_id_eol_on_idx, and for each cycle a look into its open findings.
 */
export async function findEndingCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  until: Day,
): Promise<EndingCycle[]> {
  const { rows } = await sql<EndingCycle>`
    SELECT c.id, c.product_name, c.cycle, c.eol_on, c.eol_on_known
      FROM software_cycle c
     WHERE c.organization_id = ${organizationId} AND c.eol_on <= ${until}::date
       AND ${isHeld(organizationId)}
     ORDER BY c.eol_on, c.product_name, c.cycle`.execute(tx.sql);
  return rows;
}

/** A cycle of which something was said. */
export interface ToldCycle extends Pick<EndingCycle, 'id' | 'productName' | 'cycle'> {
  readonly isHeld: boolean;
}

/** Lists the cycles of which something of a kind was said last. Plan: the kind's part of told_state's key. */
export async function findToldCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  kind: MessageKind,
): Promise<ToldCycle[]> {
  const { rows } = await sql<ToldCycle>`
    SELECT c.id, c.product_name, c.cycle, ${isHeld(organizationId)} AS is_held
      FROM told_state told
      JOIN software_cycle c ON c.organization_id = ${organizationId} AND c.id = told.subject::uuid
     WHERE told.organization_id = ${organizationId} AND told.kind = ${kind}
     ORDER BY c.product_name, c.cycle`.execute(tx.sql);
  return rows;
}
