import { starterProduct } from '@/domain/catalog/starter-product';
import { invalid } from '@/domain/errors';
import { besideHeld, type SourceConflict } from '@/domain/own-catalog/conflicts';
import { ownSteps } from '@/domain/own-catalog/difference';
import { readOwnCatalog } from '@/domain/own-catalog/file';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { findOwnProducts, type OwnProductRow, removeOwnProduct } from '../repository/overlay';
import { addConflicts, forgetTags } from '../repository/sources';
import { entryOf, type EntryPlan, faultsTogether } from './own-entries';

/** Why a product of a form that gives no reason is there. */
const REASON = 'From a catalog of others';

/** What a document of a catalog of others comes to. */
export interface SharedPlan extends EntryPlan {
  /** Products that are left out, for something that there is already wins. */
  readonly conflicts: readonly SourceConflict[];
}

const toHeld = ({ document, sourceName }: OwnProductRow) => ({
  product: starterProduct.parse(document),
  owner: sourceName,
});

/**
 * Finds what a document of a catalog of others changes: products of that catalog alone, all of them.
 * @param rows the organization's products, those from elsewhere too
 * @param sourceId null for a catalog that is not set up yet
 * @throws DomainError 422 with the lines of everything that is wrong; also where nothing would be left of what there is
 */
export function planShared(
  text: string,
  rows: readonly OwnProductRow[],
  sourceId: string | null,
): SharedPlan {
  const isOfIt = (row: OwnProductRow) => sourceId !== null && row.sourceId === sourceId;
  const known = new Map(rows.filter(isOfIt).map((row) => [row.slug, entryOf(row)]));
  const others = rows.filter((row) => !isOfIt(row));
  const read = readOwnCatalog(text, { known, reason: REASON, isWhole: true });
  if ('faults' in read) throw invalid(read.faults);
  if (read.entries.length === 0 && known.size > 0) {
    const msg = 'Value error, it names no product any more: those that are there stay';
    throw invalid([{ loc: ['body'], msg, type: 'value_error' }]);
  }
  const { taken, conflicts } = besideHeld(read.entries, others.map(toHeld));
  const plan = ownSteps(known, taken, true);
  const faults = faultsTogether(known, taken, plan.steps, others.length);
  if (faults.length > 0) throw invalid(faults);
  return { ...plan, conflicts };
}

/**
 * Takes products from catalogs of others away that something of the organization's own stands in the place of now, and has
 * all of these catalogs read in full next time. The overlay must be locked.
 * @returns for the audit trail, which they were
 */
export async function letOwnWin(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<{ readonly displaced?: readonly { readonly slug: string; readonly from: string }[] }> {
  await forgetTags(organizationId, tx);
  const rows = await findOwnProducts(organizationId, tx);
  const own = rows.filter(({ sourceId }) => sourceId === null).map(toHeld);
  const displaced: { readonly slug: string; readonly from: string }[] = [];
  for (const row of rows) {
    if (row.sourceId === null) continue;
    const { conflicts } = besideHeld([toHeld(row)], own);
    if (conflicts.length === 0) continue;
    await removeOwnProduct(organizationId, tx, row.id);
    await addConflicts(organizationId, tx, row.sourceId, conflicts);
    displaced.push({ slug: row.slug, from: row.sourceName ?? '' });
  }
  return displaced.length === 0 ? {} : { displaced };
}
