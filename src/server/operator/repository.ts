import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Transaction } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';

/** Makes a person an operator; false when they are one already. */
export async function insertOperator(tx: Transaction, userId: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO operator (user_id, created_at) VALUES ($1, $2)
     ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
    [userId, at],
  );
  return rows.length === 1;
}

/** False when the person was none. */
export async function deleteOperator(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.query('DELETE FROM operator WHERE user_id = $1 RETURNING user_id', [
    userId,
  ]);
  return rows.length === 1;
}

export interface OperatorRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether they stand in the database, by the first set-up or by a command. */
  readonly isRecorded: boolean;
  /** Whether the address is shown to be theirs. */
  readonly isProven: boolean;
}

const COLUMNS = `u.id, u.name, u.email, o.user_id IS NOT NULL AS "isRecorded", 
  u.email_proven_at IS NOT NULL AS "isProven"`;

/** What makes one person an operator, or does not. Plan: three keys. */
export async function findOperator(db: Transaction, userId: string): Promise<OperatorRow | null> {
  const [row] = await db.query<OperatorRow>(
    `SELECT ${COLUMNS} FROM app_user u LEFT JOIN operator o ON o.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  return row ?? null;
}

/**
 * Everybody who stands in the database as an operator, or has one of these addresses; by name.
 * @param emails lower case
 */
export function findOperators(db: Transaction, emails: readonly string[]): Promise<OperatorRow[]> {
  return db.query<OperatorRow>(
    `SELECT ${COLUMNS} FROM app_user u LEFT JOIN operator o ON o.user_id = u.id
      WHERE o.user_id IS NOT NULL OR u.email = ANY ($1)
      ORDER BY lower(u.name), u.id`,
    [emails],
  );
}

export interface OrganizationSummary {
  readonly id: string;
  readonly name: string;
  readonly idpId: string;
  readonly createdAt: Date;
  readonly members: number;
  readonly images: number;
}

/**
 * A page of all organizations, the newest first: that they are there and how large, nothing that is in them.
 * Plan: the organizations by a sort, which are few; the counts of the page's by indexes that begin with the
 * organization.
 */
export async function organizationPage(
  db: Transaction,
  search: string | null,
  page: PageRequest,
): Promise<ItemsWithTotal<OrganizationSummary>> {
  const rows = await db.query<PageRow<OrganizationSummary>>(
    `WITH matching AS (
       SELECT id, name, idp_id, created_at FROM organization
        WHERE $3::text IS NULL OR strpos(lower(name), $3) > 0 OR strpos(lower(idp_id), $3) > 0
     ), page AS (
       SELECT * FROM matching ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2
     )
     SELECT counted.total, page.id, page.name, page.idp_id AS "idpId", page.created_at AS "createdAt",
            (SELECT count(*) FROM membership m WHERE m.organization_id = page.id) AS members,
            (SELECT count(*) FROM image_tag i
               JOIN project p ON p.organization_id = i.organization_id AND p.id = i.project_id
              WHERE i.organization_id = page.id AND p.deleted_at IS NULL) AS images
       FROM (SELECT count(*) AS total FROM matching) counted LEFT JOIN page ON true
      ORDER BY page.created_at DESC, page.id DESC`,
    [page.size, offsetOf(page), search],
  );
  return withTotal(rows);
}
