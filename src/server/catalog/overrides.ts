import { v7 as uuidv7 } from 'uuid';
import { foldedName } from '@/domain/catalog/product-names';
import type { Day } from '@/domain/eol/calendar';
import { conflict, notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Actor } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { isKnownProduct } from '@/server/note/queries';
import { changeOverlay } from './change-overlay';
import { toOverrideRecord } from './overlay-dto';
import { findOverrides, removeOverride, upsertOverride, type OverrideRow } from './overlay-queries';

/** They are held in memory, and every upload looks among them. */
export const MAX_OVERRIDES = 1_000;

export type OverrideRecord = ReturnType<typeof toOverrideRecord>;

export interface NewOverride {
  /** A product of the catalogue or one that was found, by any of its names. */
  readonly product: string;
  readonly cycle: string;
  readonly endsOn: Day;
  readonly reason: string;
}

/**
 * Sets the organization's own date for a cycle, in the place of one that it set before. A cycle that nobody has
 * found yet has it once it is found.
 * @throws DomainError 404 for a product that neither the catalogue nor the organization knows, 409 when there are
 *   {@link MAX_OVERRIDES}
 */
export async function setOverride(
  deps: Deps,
  actor: Actor,
  { product, cycle, endsOn, reason }: NewOverride,
): Promise<OverrideRecord> {
  const { organizationId } = actor;
  const productName = await requireProduct(deps, organizationId, product);
  const key = foldedName(productName);
  return changeOverlay(deps, actor, async (tx, setAt) => {
    const all = await findOverrides(organizationId, tx);
    const known = all.find((one) => foldedName(one.productName) === key && one.cycle === cycle);
    if (!known && all.length >= MAX_OVERRIDES) {
      throw conflict(`An organization has at most ${String(MAX_OVERRIDES)} dates of its own`);
    }
    const id = known?.id ?? uuidv7();
    const row: OverrideRow = { id, productName, cycle, endsOn, reason, setBy: actor.name, setAt };
    await upsertOverride(organizationId, tx, {
      ...row,
      nameKey: key,
      cycleKey: identityOf(key, cycle),
    });
    const after = toOverrideRecord(row);
    const before = known ? { before: toOverrideRecord(known) } : {};
    return { result: after, audit: { action: 'own_date.set', ...subject(id), ...before, after } };
  });
}

/** @throws DomainError 404 when the organization has no such date */
export function clearOverride(deps: Deps, actor: Actor, id: string): Promise<OverrideRecord> {
  const { organizationId } = actor;
  return changeOverlay(deps, actor, async (tx) => {
    const known = (await findOverrides(organizationId, tx)).find((one) => one.id === id);
    if (!known) throw notFound('Date');
    await removeOverride(organizationId, tx, id);
    const before = toOverrideRecord(known);
    return { result: before, audit: { action: 'own_date.clear', ...subject(id), before } };
  });
}

/** The name under which the date is kept: the product's own, else that which scanners gave. */
async function requireProduct(
  { db, catalog }: Deps,
  organizationId: OrganizationId,
  name: string,
): Promise<string> {
  const product = (await catalog.forOrganization(organizationId)).productNamed(name);
  if (product) return product.name;
  if (await isKnownProduct(organizationId, db, identityOf(name))) return name;
  throw notFound('Product');
}

const subject = (id: string) => ({ subjectKind: 'own_date', subjectId: id });
