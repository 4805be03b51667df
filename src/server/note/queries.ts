import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface NoteRow {
  readonly id: string;
  readonly productName: string;
  /** What the note was written on: a finding's id or a product's name, as given. */
  readonly eolSoftware: string;
  /** Null when it was cleared. */
  readonly content: string | null;
  readonly userProfile: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `id, product_name AS "productName", eol_software AS "eolSoftware", content,
  user_profile AS "userProfile", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** All notes by product and id. Plan: the primary key; there is one a product, and their number is bounded. */
export function findNotes(organizationId: OrganizationId, db: Transaction): Promise<NoteRow[]> {
  return db.query<NoteRow>(
    `SELECT ${COLUMNS} FROM note WHERE organization_id = $1
      ORDER BY lower(product_name), product_name, id`,
    [organizationId],
  );
}

/** The note, locked until the transaction ends; null for one of another organization, too. */
export async function lockNote(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<NoteRow | null> {
  const [row] = await tx.query<NoteRow>(
    `SELECT ${COLUMNS} FROM note WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

export async function findNoteIdOfProduct(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    'SELECT id FROM note WHERE organization_id = $1 AND product_key = $2',
    [organizationId, productKey],
  );
  return row?.id ?? null;
}

export async function countNotes(organizationId: OrganizationId, db: Transaction): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*) FROM note WHERE organization_id = $1',
    [organizationId],
  );
  return row?.count ?? 0;
}

/** False when the product has a note already; waits for one that is being written. */
export async function insertNote(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NoteRow & { readonly productKey: string },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO note (organization_id, id, product_name, product_key, eol_software, content, user_profile,
                       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (organization_id, product_key) DO NOTHING
     RETURNING id`,
    [
      organizationId,
      row.id,
      row.productName,
      row.productKey,
      row.eolSoftware,
      row.content,
      row.userProfile,
      row.createdAt,
      row.updatedAt,
    ],
  );
  return rows.length === 1;
}

export async function updateNote(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, content, updatedAt }: Pick<NoteRow, 'id' | 'content' | 'updatedAt'>,
): Promise<void> {
  await tx.query(
    'UPDATE note SET content = $3, updated_at = $4 WHERE organization_id = $1 AND id = $2',
    [organizationId, id, content, updatedAt],
  );
}

export async function removeNote(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.query('DELETE FROM note WHERE organization_id = $1 AND id = $2', [organizationId, id]);
}

/** The product of a finding; null for a finding of a deleted project or of another organization, too. */
export async function findProductOfFinding(
  organizationId: OrganizationId,
  db: Transaction,
  findingId: string,
): Promise<string | null> {
  const [row] = await db.query<{ productName: string }>(
    `SELECT c.product_name AS "productName"
       FROM finding f
       JOIN image_tag i ON i.organization_id = $1 AND i.id = f.image_tag_id AND i.deleted_at IS NULL
       JOIN software s ON s.organization_id = $1 AND s.id = f.software_id
       JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
      WHERE f.organization_id = $1 AND f.id = $2`,
    [organizationId, findingId],
  );
  return row?.productName ?? null;
}

/** Whether the organization knows a product. Plan: software_cycle (organization_id, product_key). */
export async function isKnownProduct(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>(
    `SELECT EXISTS (
       SELECT FROM software_cycle WHERE organization_id = $1 AND product_key = $2
     ) AS exists`,
    [organizationId, productKey],
  );
  return row?.exists ?? false;
}

/**
 * How many image tags hold any software of each product; one that none holds is left out.
 *
 * Plan: software_cycle (organization_id, product_key), then finding_open_software_idx.
 */
export async function countImagesOfProducts(
  organizationId: OrganizationId,
  db: Transaction,
  productKeys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ productKey: string; images: number }>(
    `SELECT c.product_key AS "productKey", count(DISTINCT f.image_tag_id) AS images
       FROM software_cycle c
       JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
       JOIN finding f ON f.organization_id = $1 AND f.software_id = s.id AND f.is_open
      WHERE c.organization_id = $1 AND c.product_key = ANY($2::uuid[])
      GROUP BY c.product_key`,
    [organizationId, productKeys],
  );
  return new Map(rows.map(({ productKey, images }) => [productKey, images]));
}
