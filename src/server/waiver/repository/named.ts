import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

export interface NamedCycle {
  /** As `endId` makes it, in lower case. */
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
}

/**
 * Finds the release cycles that the organization's images hold, or held, by what documents call their ends; several have
 * one id where their names differ in blanks, dashes and capitals alone.
 *
 * Plan: the organization's part of software_cycle.
 * @param ids in lower case
 */
export async function findCyclesByEndId(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
): Promise<NamedCycle[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedCycle>`
    SELECT id, product_name, cycle
      FROM (SELECT lower(regexp_replace('EOL-' || product_name || '-' || cycle, '\\s+', '-', 'g')) AS id,
                   product_name, cycle
              FROM software_cycle
             WHERE organization_id = ${organizationId} AND contract_id IS NULL) named
     WHERE id = ANY(${[...ids]}::text[])
     ORDER BY product_name, cycle`.execute(db.sql);
  return rows;
}
