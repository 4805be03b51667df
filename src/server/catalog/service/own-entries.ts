import { v7 as uuidv7 } from 'uuid';
import { foldedNamesOf } from '@/domain/catalog/product-names';
import { type StarterProduct, starterProduct, toProduct } from '@/domain/catalog/starter-product';
import type { Fault } from '@/domain/errors';
import { fieldChanges, type OwnStep } from '@/domain/own-catalog/difference';
import {
  type FileEntry,
  isTooLong,
  MAX_OWN_PRODUCTS,
  type OwnEntry,
  TOO_LONG,
} from '@/domain/own-catalog/file';
import { placed } from '@/domain/policy-file/text';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { OwnCatalogChanges } from '../dto';
import { type OwnProductRow, removeOwnProduct, upsertOwnProduct } from '../repository/overlay';

/** Makes the entry of a stored product. */
export function entryOf({ document, reason }: OwnProductRow): OwnEntry {
  return { product: starterProduct.parse(document), reason };
}

/** Writes a product as the file does: what says nothing is left out. */
export function toWritten({ product, reason }: OwnEntry) {
  const { slug, name, vendor, category, cycles, ...lists } = product;
  return {
    ...{ slug, name, ...(vendor !== null && { vendor }), category, reason },
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    cycles,
  };
}

/** What a document comes to, beside the products that there are. */
export interface EntryPlan {
  readonly steps: readonly OwnStep[];
  readonly same: number;
}

/** Shows what a document changes, or would change. */
export function toShownChanges({ steps, same }: EntryPlan, applied: boolean): OwnCatalogChanges {
  return {
    applied,
    same,
    changes: steps.map(({ change, line, before, after }) => {
      const { slug, name } = (after ?? before)?.product ?? { slug: '', name: '' };
      return { change, line, slug, name, fields: fieldChanges(before, after) };
    }),
  };
}

/** Gives the products before or after some steps, for the audit trail. */
export function sideOf(steps: readonly OwnStep[], side: 'before' | 'after') {
  return {
    products: steps.flatMap((step) => {
      const entry = step[side];
      return entry ? [toWritten(entry)] : [];
    }),
  };
}

/**
 * Says what is wrong with the products of a document beside those that stay: names that two of them go by, their number, and
 * how much they come to.
 * @param others products that the document does not concern
 */
export function faultsTogether(
  known: ReadonlyMap<string, OwnEntry>,
  wanted: readonly FileEntry[],
  steps: readonly OwnStep[],
  others: number,
): Fault[] {
  const gone = new Set(steps.flatMap(({ before, after }) => (after ? [] : [before?.product.slug])));
  const named = new Set(wanted.map(({ product }) => product.slug));
  const staying = [...known].filter(([slug]) => !gone.has(slug) && !named.has(slug));
  if (staying.length + wanted.length + others > MAX_OWN_PRODUCTS) {
    const msg = `Value error, an organization has at most ${String(MAX_OWN_PRODUCTS)} products of its own`;
    return [{ loc: ['body'], msg, type: 'value_error' }];
  }
  const productsOf = (entries: readonly OwnEntry[]) => entries.map(({ product }) => product);
  const after = productsOf([...staying.map(([, entry]) => entry), ...wanted]);
  if (isTooLong(after, productsOf([...known.values()]))) {
    return [{ loc: ['body'], msg: `Value error, ${TOO_LONG}`, type: 'value_error' }];
  }
  const owners = new Map<string, string>();
  for (const [, { product }] of staying) claim(owners, product);
  return wanted.flatMap(({ product, line }) => {
    const taken = claim(owners, product);
    if (taken === null) return [];
    const msg = placed(`${product.name} goes by the name ${taken.name}, as ${taken.owner} does`, {
      ...{ line, column: 1 },
    });
    return [{ loc: ['body'], msg, type: 'value_error' }];
  });
}

/** Gives a product its names; the first that another one has is returned. */
function claim(owners: Map<string, string>, product: StarterProduct) {
  let taken: { readonly name: string; readonly owner: string } | null = null;
  for (const name of foldedNamesOf(toProduct(product, 'organization'))) {
    const owner = owners.get(name);
    if (owner === undefined) owners.set(name, product.name);
    else taken ??= { name, owner };
  }
  return taken;
}

/** Whose products are written, and when. */
export interface Writing {
  readonly setBy: string;
  readonly setAt: Date;
  /** The catalog of others that they come from; null for the organization's own. */
  readonly sourceId: string | null;
}

/** Writes the steps of a document; the overlay must be locked. @param rows the products that there are */
export async function writeSteps(
  organizationId: OrganizationId,
  tx: Transaction,
  rows: readonly OwnProductRow[],
  steps: readonly OwnStep[],
  writing: Writing,
): Promise<void> {
  const ids = new Map(rows.map(({ slug, id }) => [slug, id]));
  for (const { before, after } of steps) {
    const known = ids.get((after ?? before)?.product.slug ?? '');
    if (!after) {
      if (known) await removeOwnProduct(organizationId, tx, known);
      continue;
    }
    const { product, reason } = after;
    const { slug, name } = product;
    const nameKeys = foldedNamesOf(toProduct(product, 'organization'));
    const row = { id: known ?? uuidv7(), slug, name, document: product, reason, ...writing };
    await upsertOwnProduct(organizationId, tx, { ...row, nameKeys });
  }
}
