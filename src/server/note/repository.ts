import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { heldProducts } from '@/server/holding/sql';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** A note as stored. `eolSoftware`: the software it was written on, as given; `content` null: it was cleared. */
export type NoteRow = Awaited<ReturnType<typeof findNotes>>[number];

const COLUMNS = [
  'id',
  'productName',
  'eolSoftware',
  'content',
  'userProfile',
  'createdAt',
  'updatedAt',
] as const;

/** Finds all notes by product, without regard to case, and id. There is one a product, and their number is bounded. */
export async function findNotes(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('note')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .orderBy(({ fn }) => fn('lower', ['productName']))
    .orderBy('productName')
    .orderBy('id')
    .execute();
}

/** Locks the note until the transaction ends; null for one of another organization, too. */
export async function lockNote(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<NoteRow | null> {
  // Prisma has no locks.
  const row = await tx.sql
    .selectFrom('note')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function findNoteIdOfProduct(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<string | null> {
  const where = { productKey };
  const row = await db.of(organizationId).note.findFirst({ where, select: { id: true } });
  return row?.id ?? null;
}

export function countNotes(organizationId: OrganizationId, db: Transaction): Promise<number> {
  return db.of(organizationId).note.count();
}

/** Inserts a note; false when the product has one already. Waits for one that is being written. */
export async function insertNote(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NoteRow & { readonly productKey: string },
): Promise<boolean> {
  const { count } = await tx
    .of(organizationId)
    .note.createMany({ data: [row], skipDuplicates: true });
  return count === 1;
}

export async function updateNote(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, ...data }: Pick<NoteRow, 'id' | 'content' | 'updatedAt'>,
): Promise<void> {
  await tx.of(organizationId).note.updateMany({ where: { id }, data });
}

export async function removeNote(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).note.deleteMany({ where: { id } });
}

/** Finds the product of a finding; null for a finding of a deleted project or of another organization, too. */
export async function findProductOfFinding(
  organizationId: OrganizationId,
  db: Transaction,
  findingId: string,
): Promise<string | null> {
  const finding = await db.of(organizationId).finding.findFirst({
    where: { id: findingId, imageTag: { deletedAt: null } },
    select: { software: { select: { softwareCycle: { select: { productName: true } } } } },
  });
  return finding?.software.softwareCycle.productName ?? null;
}

/** Tells whether the organization knows a product. */
export async function isKnownProduct(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<boolean> {
  const where = { productKey };
  const known = await db
    .of(organizationId)
    .softwareCycle.findFirst({ where, select: { id: true } });
  return known !== null;
}

/**
 * Counts the image tags that hold any software of each product; a product that none holds is left out.
 *
 * Plan: the kept counts of the organization's products.
 */
export async function countImagesOfProducts(
  organizationId: OrganizationId,
  db: Transaction,
  productKeys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.sql
    .selectFrom(heldProducts(anyOrganization(organizationId)).as('held'))
    .select(['held.productKey', 'held.images'])
    .where(({ eb, fn, val }) => eb('held.productKey', '=', fn.any(val(productKeys))))
    .execute();
  return new Map(rows.map(({ productKey, images }) => [productKey, images]));
}
