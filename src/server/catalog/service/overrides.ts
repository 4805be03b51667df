import { v7 as uuidv7 } from 'uuid';
import { standardSupport, type SupportEnd } from '@/domain/catalog/catalog';
import { foldedName } from '@/domain/catalog/product-names';
import { namesFoundBy } from '@/domain/catalog/stand-ins';
import { type CatalogView, cycleNamed, type FoundCycle } from '@/domain/catalog/view';
import { type Day, dayOf } from '@/domain/eol/calendar';
import { conflict, DomainError, notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { changeOverlay } from './change-overlay';
import { toOverrideRecord } from '../dto';
import {
  findOverrides,
  isFoundCycle,
  isFoundProduct,
  type OverrideRow,
  removeOverride,
  upsertOverride,
} from '@/server/catalog/repository/overlay';
import { hasCycle, namesLeadingTo } from './products';

/** They are held in memory, and every upload looks among them. */
export const MAX_OVERRIDES = 1_000;

export type OverrideRecord = ReturnType<typeof toOverrideRecord>;

export interface NewOverride {
  /** A product of the catalog or one that was found, by any of its names. */
  readonly product: string;
  readonly cycle: string;
  readonly endsOn: Day;
  readonly reason: string;
}

/**
 * Sets the organization's own date for a cycle, in the place of one that it set before. A date stays when a later
 * update takes the cycle out of the catalog: it counts for what scanners report of the cycle, and can be cleared.
 * @throws DomainError 404 for a product or a cycle that neither the catalog nor the organization knows, 409 when
 *   there are {@link MAX_OVERRIDES}
 */
export async function setOverride(
  deps: Deps,
  actor: Actor,
  { product, cycle, endsOn, reason }: NewOverride,
): Promise<OverrideRecord> {
  const { organizationId } = actor;
  const productName = await requireCycle(deps, organizationId, product, cycle);
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
    const view = await deps.catalog.forOrganization(organizationId);
    const toRecord = (one: OverrideRow) =>
      toOverrideRecord(one, hasCycle(view, one.productName, one.cycle));
    const after = toRecord(row);
    const before = known ? { before: toRecord(known) } : {};
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
    const view = await deps.catalog.forOrganization(organizationId);
    const before = toOverrideRecord(known, hasCycle(view, known.productName, known.cycle));
    return { result: before, audit: { action: 'own_date.clear', ...subject(id), before } };
  });
}

/**
 * Gives the name under which a date or a contract is kept: the product's own, else the one that scanners gave.
 * @param cycle null: whichever
 * @throws DomainError 404 for a product or a cycle that neither the catalog nor the organization knows
 */
export async function requireCycle(
  { db, catalog }: Pick<Deps, 'db' | 'catalog'>,
  organizationId: OrganizationId,
  name: string,
  cycle: string | null,
): Promise<string> {
  const view = await catalog.forOrganization(organizationId);
  const product = view.productNamed(name);
  if (!product && !(await isFoundProduct(organizationId, db, identityOf(name)))) {
    throw notFound('Product');
  }
  const productName = product?.name ?? name;
  const names = product ? namesLeadingTo(view, product) : [foldedName(name)];
  if (cycle === null || hasCycle(view, name, cycle)) return productName;
  if (await isFoundCycle(organizationId, db, names, cycle)) return productName;
  throw new DomainError(
    'not_found',
    `${productName} has no release cycle ${cycle} in the catalog, and no scan has found one`,
  );
}

const subject = (id: string) => ({ subjectKind: 'own_date', subjectId: id });

export type { OverrideRow } from '@/server/catalog/repository/overlay';

/** Reads all dates that an organization has set itself, by product and cycle. */
export function allOverrides(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<OverrideRow[]> {
  return findOverrides(organizationId, db);
}

/** Gives the organization's own date of a release cycle, by any name of its product; null: it has set none. */
export type OwnDates = (found: FoundCycle) => OwnDate | null;

export type OwnDate = Pick<OverrideRow, 'endsOn' | 'reason' | 'setBy'> & { readonly setOn: Day };

/**
 * Reads an organization's own dates as they count for what was found. Of a cycle that the catalog or a product of its own has
 * the view says which does; of others, which no {@link CatalogView} holds, that which names the product as it was found, or else
 * by another name of it.
 */
export async function readOwnDates(
  organizationId: OrganizationId,
  db: Transaction,
  view: Pick<CatalogView, 'productNamed' | 'upstreamOf'>,
): Promise<OwnDates> {
  const dates = await findOverrides(organizationId, db);
  const byKey = new Map(dates.map((one) => [keyOf(one), one]));
  return (found) => {
    const known = cycleNamed(view, found);
    if (known) return ownDateOf(standardSupport(known.cycle));
    const product = view.productNamed(found.productName);
    const names = [foldedName(found.productName), ...(product ? namesFoundBy(view, product) : [])];
    for (const productName of names) {
      const own = byKey.get(keyOf({ productName, cycle: found.cycle }));
      if (own) return { ...own, setOn: dayOf(own.setAt) };
    }
    return null;
  };
}

function ownDateOf(end: SupportEnd | null): OwnDate | null {
  if (!end?.override || end.endsOn === null) return null;
  const { reason, setBy, setOn } = end.override;
  return { endsOn: end.endsOn, reason, setBy, setOn };
}

const keyOf = ({ productName, cycle }: FoundCycle) =>
  JSON.stringify([foldedName(productName), cycle]);

/** What is to become of an organization's own dates at once. */
export interface OverrideChanges {
  readonly removed: readonly OverrideRow[];
  /** New ones, and others in the place of those of their cycle. The names are the ones that dates are kept under. */
  readonly set: readonly (Pick<OverrideRow, 'productName' | 'cycle' | 'endsOn' | 'reason'> & {
    readonly before: OverrideRow | null;
  })[];
}

/** Writes changes that were checked as a whole, in a change of the organization's additions to the catalog. */
export async function writeOverrides(
  { organizationId, name }: Actor,
  tx: Transaction,
  { removed, set }: OverrideChanges,
  setAt: Date,
): Promise<void> {
  for (const { id } of removed) await removeOverride(organizationId, tx, id);
  for (const { before, ...row } of set) {
    const key = foldedName(row.productName);
    await upsertOverride(organizationId, tx, {
      ...{ ...row, id: before?.id ?? uuidv7(), setBy: name, setAt },
      ...{ nameKey: key, cycleKey: identityOf(key, row.cycle) },
    });
  }
}
