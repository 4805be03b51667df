import { Document } from 'yaml';
import { v7 as uuidv7 } from 'uuid';
import { foldedNamesOf } from '@/domain/catalog/product-names';
import { type StarterProduct, starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { DomainError, invalid, type Fault } from '@/domain/errors';
import { dayOf } from '@/domain/eol/calendar';
import { fieldChanges, ownSteps, type OwnStep } from '@/domain/own-catalog/difference';
import { toEndoflifeDocument } from '@/domain/own-catalog/endoflife';
import {
  type FileEntry,
  MAX_OWN_PRODUCTS,
  type OwnEntry,
  readOwnCatalog,
} from '@/domain/own-catalog/file';
import { MAX_FILE_BYTES, placed } from '@/domain/policy-file/text';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import type { OwnCatalogChanges } from '../dto';
import {
  findOwnProducts,
  type OwnProductRow,
  removeOwnProduct,
  upsertOwnProduct,
} from '../repository/overlay';
import { changeOverlay } from './change-overlay';

/** Writes the products of an organization's own as a file in YAML. Applied as it is, it changes nothing. */
export async function exportOwnCatalog(
  { db, env }: Deps,
  organizationId: OrganizationId,
): Promise<string> {
  const products = (await findOwnProducts(organizationId, db)).map(entryOf);
  const document = new Document({ version: 1, products: products.map(toWritten) });
  document.commentBefore = ` yaml-language-server: $schema=${env.publicUrl}/api/own_catalog/schema`;
  return document.toString({ lineWidth: 0 });
}

/** Writes the same in the form of version 1 of endoflife.date, in JSON. */
export async function exportEndoflife(
  { db, clock }: Deps,
  organizationId: OrganizationId,
): Promise<string> {
  const products = (await findOwnProducts(organizationId, db)).map(entryOf);
  const at = clock.now();
  const document = toEndoflifeDocument(
    products.map(({ product }) => product),
    dayOf(at),
    at,
  );
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** What a document is applied with. */
export interface ApplyOptions {
  /** Tells what would change, and changes nothing. */
  readonly isDryRun: boolean;
  /** Takes away the products that the document does not name. */
  readonly removesOthers: boolean;
  /** Why, for products of forms that give no reason. */
  readonly reason: string;
}

/**
 * Makes products of the organization's own what a document says, all of it or nothing, with one entry in the audit trail.
 * @throws DomainError 413 for a document above {@link MAX_FILE_BYTES}, 422 with the lines of everything that is wrong
 */
export async function applyOwnCatalog(
  deps: Deps,
  actor: Actor,
  text: string,
  options: ApplyOptions,
): Promise<OwnCatalogChanges> {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
    throw new DomainError('payload_too_large', 'The document is larger than 1 MiB');
  }
  const { organizationId } = actor;
  const plan = planOf(text, await findOwnProducts(organizationId, deps.db), options);
  const shown = toShown(plan, false);
  if (options.isDryRun || plan.steps.length === 0) return shown;
  return changeOverlay(deps, actor, async (tx, setAt) => {
    // Again, on what nobody else changes any more.
    const rows = await findOwnProducts(organizationId, tx);
    const now = planOf(text, rows, options);
    await write(actor, tx, rows, now.steps, setAt);
    const sides = (side: 'before' | 'after') => ({
      products: now.steps.flatMap((step) => {
        const entry = step[side];
        return entry ? [toWritten(entry)] : [];
      }),
    });
    return {
      result: toShown(now, true),
      audit: {
        action: 'own_catalog.apply',
        ...{ subjectKind: 'own_catalog', subjectId: organizationId },
        ...{ before: sides('before'), after: sides('after') },
      },
    };
  });
}

interface Plan {
  readonly steps: readonly OwnStep[];
  readonly same: number;
}

function planOf(
  text: string,
  rows: readonly OwnProductRow[],
  { removesOthers, reason }: ApplyOptions,
): Plan {
  const known = new Map(rows.map((row) => [row.slug, entryOf(row)]));
  const read = readOwnCatalog(text, { known, reason });
  if ('faults' in read) throw invalid(read.faults);
  const plan = ownSteps(known, read.entries, removesOthers);
  const faults = faultsTogether(known, read.entries, plan.steps);
  if (faults.length > 0) throw invalid(faults);
  return plan;
}

/** What is wrong with the products of a document beside those that stay: names that two of them go by, and their number. */
function faultsTogether(
  known: ReadonlyMap<string, OwnEntry>,
  wanted: readonly FileEntry[],
  steps: readonly OwnStep[],
): Fault[] {
  const gone = new Set(steps.flatMap(({ before, after }) => (after ? [] : [before?.product.slug])));
  const named = new Set(wanted.map(({ product }) => product.slug));
  const staying = [...known].filter(([slug]) => !gone.has(slug) && !named.has(slug));
  if (staying.length + wanted.length > MAX_OWN_PRODUCTS) {
    const msg = `Value error, an organization has at most ${String(MAX_OWN_PRODUCTS)} products of its own`;
    return [{ loc: ['body'], msg, type: 'value_error' }];
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

async function write(
  { organizationId, name: setBy }: Actor,
  tx: Transaction,
  rows: readonly OwnProductRow[],
  steps: readonly OwnStep[],
  setAt: Date,
): Promise<void> {
  const ids = new Map(rows.map(({ slug, id }) => [slug, id]));
  for (const { before, after } of steps) {
    const id = before && ids.get(before.product.slug);
    if (!after) {
      if (id) await removeOwnProduct(organizationId, tx, id);
      continue;
    }
    const { product, reason } = after;
    const { slug, name } = product;
    const nameKeys = foldedNamesOf(toProduct(product, 'organization'));
    const row = { id: id ?? uuidv7(), slug, name, document: product, reason, setBy, setAt };
    await upsertOwnProduct(organizationId, tx, { ...row, nameKeys });
  }
}

function entryOf({ document, reason }: OwnProductRow): OwnEntry {
  return { product: starterProduct.parse(document), reason };
}

/** Writes a product as the file does: what says nothing is left out. */
function toWritten({ product, reason }: OwnEntry) {
  const { slug, name, vendor, category, cycles, ...lists } = product;
  return {
    ...{ slug, name, ...(vendor !== null && { vendor }), category, reason },
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    cycles,
  };
}

function toShown({ steps, same }: Plan, applied: boolean): OwnCatalogChanges {
  return {
    applied,
    same,
    changes: steps.map(({ change, line, before, after }) => {
      const { slug, name } = (after ?? before)?.product ?? { slug: '', name: '' };
      return { change, line, slug, name, fields: fieldChanges(before, after) };
    }),
  };
}
