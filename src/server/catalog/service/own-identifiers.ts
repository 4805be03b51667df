import { v7 as uuidv7 } from 'uuid';
import { conflict, notFound } from '@/domain/errors';
import { type PageRequest, toPage } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toOwnIdentifierRecord } from '../dto';
import {
  findOwnIdentifiers,
  type OwnIdentifierRow,
  removeOwnIdentifier,
  upsertOwnIdentifier,
} from '../repository/own-identifiers';
import { changeOverlay } from './change-overlay';

/** They are held in memory, and every upload looks among them. */
export const MAX_OWN_IDENTIFIERS = 1_000;

export type OwnIdentifierRecord = ReturnType<typeof toOwnIdentifierRecord>;

/** Lists a page of what products are recognized by on the organization's word. */
export async function listOwnIdentifiers(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  page: PageRequest,
) {
  const all = await findOwnIdentifiers(organizationId, db);
  const first = (page.page - 1) * page.size;
  const items = all.slice(first, first + page.size).map(toOwnIdentifierRecord);
  return toPage(items, all.length, page);
}

/** Reads all that products are recognized by on the organization's word. */
export function allOwnIdentifiers(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<OwnIdentifierRow[]> {
  return findOwnIdentifiers(organizationId, db);
}

/**
 * Says that a product of the organization's own or of the catalog is recognized by an identifier, too; the same one that led
 * to another product leads to this one.
 * @throws DomainError 404 for a product that neither the catalog nor the organization has, 409 when there are
 *   {@link MAX_OWN_IDENTIFIERS}
 */
export async function saveOwnIdentifier(
  deps: Deps,
  actor: Actor,
  said: Pick<OwnIdentifierRow, 'product' | 'kind' | 'value' | 'reason'>,
): Promise<OwnIdentifierRecord> {
  const { organizationId, name: setBy } = actor;
  const view = await deps.catalog.forOrganization(organizationId);
  if (!view.productBySlug(said.product)) throw notFound('Product');
  return changeOverlay(deps, actor, async (tx, setAt) => {
    const all = await findOwnIdentifiers(organizationId, tx);
    const known = all.find(({ kind, value }) => kind === said.kind && value === said.value);
    if (!known && all.length >= MAX_OWN_IDENTIFIERS) {
      throw conflict(
        `An organization has at most ${String(MAX_OWN_IDENTIFIERS)} identifiers of its own`,
      );
    }
    const row = { id: known?.id ?? uuidv7(), ...said, setBy, setAt };
    await upsertOwnIdentifier(organizationId, tx, row);
    const after = toOwnIdentifierRecord(row);
    const before = known ? { before: toOwnIdentifierRecord(known) } : {};
    return {
      result: after,
      audit: { action: 'own_identifier.save', ...subject(row.id), ...before, after },
    };
  });
}

/** @throws DomainError 404 when the organization has no such identifier */
export function deleteOwnIdentifier(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<OwnIdentifierRecord> {
  const { organizationId } = actor;
  return changeOverlay(deps, actor, async (tx) => {
    const known = (await findOwnIdentifiers(organizationId, tx)).find((one) => one.id === id);
    if (!known) throw notFound('Identifier');
    await removeOwnIdentifier(organizationId, tx, id);
    const before = toOwnIdentifierRecord(known);
    return {
      result: before,
      audit: { action: 'own_identifier.delete', ...subject(id), before },
    };
  });
}

const subject = (id: string) => ({ subjectKind: 'own_identifier', subjectId: id });
