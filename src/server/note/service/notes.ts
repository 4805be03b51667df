import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { conflict, notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toNoteRecord } from '@/server/note/dto';
import {
  countNotes,
  findNoteIdOfProduct,
  findNotes,
  findProductOfFinding,
  insertNote,
  isKnownProduct,
  lockNote,
  removeNote,
  updateNote,
  type NoteRow,
} from '@/server/note/repository';

/** The list of notes has no pages, so it has a bound: more than twice the products that catalogs know. */
export const MAX_NOTES = 1_000;

export type NoteRecord = ReturnType<typeof toNoteRecord>;

export interface NewNote {
  readonly content: string;
  /** A finding's id or a product's name. */
  readonly eolSoftware: string;
  /** Null: the signed-in person's name. */
  readonly userProfile: string | null;
}

/** Lists all notes of the organization, by product. */
export async function listNotes({ db }: Deps, organizationId: OrganizationId) {
  return (await findNotes(organizationId, db)).map(toNoteRecord);
}

/**
 * Writes the one note on a product.
 * @throws DomainError 404 for software that the organization does not know, 409 when the product has a
 *   note or there are {@link MAX_NOTES}
 */
export async function createNote(
  { db, clock }: Deps,
  actor: Actor,
  note: NewNote,
): Promise<NoteRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const productName = await requireProduct(organizationId, tx, note.eolSoftware);
    const productKey = identityOf(productName);
    const at = clock.now();
    const row: NoteRow = {
      id: uuidv7(),
      productName,
      eolSoftware: note.eolSoftware,
      content: note.content,
      userProfile: note.userProfile ?? (actor.kind === 'person' ? actor.name : null),
      createdAt: at,
      updatedAt: at,
    };
    const isFull = (await countNotes(organizationId, tx)) >= MAX_NOTES;
    if (isFull || !(await insertNote(organizationId, tx, { ...row, productKey }))) {
      const known = await findNoteIdOfProduct(organizationId, tx, productKey);
      throw conflict(
        known === null
          ? `An organization has at most ${String(MAX_NOTES)} notes`
          : `${productName} already has the note ${known}`,
      );
    }
    const after = toNoteRecord(row);
    await recordAudit(tx, actor, { at, action: 'note.create', ...subject(row), after });
    return after;
  });
}

/**
 * @param content null clears it
 * @throws DomainError 404 when the organization has no such note
 */
export async function patchNote(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  content: string | null,
): Promise<NoteRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const known = await requireNote(organizationId, tx, id);
    const at = clock.now();
    const row: NoteRow = { ...known, content, updatedAt: at };
    await updateNote(organizationId, tx, row);
    const [before, after] = [toNoteRecord(known), toNoteRecord(row)];
    await recordAudit(tx, actor, { at, action: 'note.update', ...subject(row), before, after });
    return after;
  });
}

/** @throws DomainError 404 when the organization has no such note */
export async function deleteNote(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
): Promise<NoteRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const before = toNoteRecord(await requireNote(organizationId, tx, id));
    await removeNote(organizationId, tx, id);
    const at = clock.now();
    await recordAudit(tx, actor, { at, action: 'note.delete', ...subject(before), before });
    return before;
  });
}

async function requireNote(organizationId: OrganizationId, tx: Transaction, id: string) {
  const row = await lockNote(organizationId, tx, id);
  if (!row) throw notFound('Note');
  return row;
}

async function requireProduct(
  organizationId: OrganizationId,
  tx: Transaction,
  eolSoftware: string,
): Promise<string> {
  // PostgreSQL refuses to compare an id with what is none.
  const isId = z.guid().safeParse(eolSoftware).success;
  const ofFinding = isId ? await findProductOfFinding(organizationId, tx, eolSoftware) : null;
  if (ofFinding !== null) return ofFinding;
  const productName = eolSoftware.toWellFormed();
  if (await isKnownProduct(organizationId, tx, identityOf(productName))) return productName;
  throw notFound('Software');
}

const subject = ({ id }: { readonly id: string }) => ({ subjectKind: 'note', subjectId: id });
