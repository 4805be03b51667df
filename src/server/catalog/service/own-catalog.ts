import { Document } from 'yaml';
import { DomainError, invalid } from '@/domain/errors';
import { dayOf } from '@/domain/eol/calendar';
import { ownSteps } from '@/domain/own-catalog/difference';
import { toEndoflifeDocument } from '@/domain/own-catalog/endoflife';
import { readOwnCatalog } from '@/domain/own-catalog/file';
import { MAX_FILE_BYTES } from '@/domain/policy-file/text';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { OwnCatalogChanges } from '../dto';
import { findOwnProducts, type OwnProductRow } from '../repository/overlay';
import { changeOverlay } from './change-overlay';
import {
  entryOf,
  type EntryPlan,
  faultsTogether,
  sideOf,
  toShownChanges,
  toWritten,
  writeSteps,
} from './own-entries';
import { letOwnWin } from './shared-catalog';

/** Whether a product is the organization's own, and not from a catalog of others. */
const isOwn = ({ sourceId }: OwnProductRow) => sourceId === null;

/**
 * Writes the products of an organization's own as a file in YAML, without those that come from catalogs of others. Applied
 * as it is, it changes nothing.
 */
export async function exportOwnCatalog(
  { db, env }: Deps,
  organizationId: OrganizationId,
): Promise<string> {
  const products = (await findOwnProducts(organizationId, db)).filter(isOwn).map(entryOf);
  const document = new Document({ version: 1, products: products.map(toWritten) });
  document.commentBefore = ` yaml-language-server: $schema=${env.publicUrl}/api/own_catalog/schema`;
  return document.toString({ lineWidth: 0 });
}

/** Writes the same in the form of version 1 of endoflife.date, in JSON. */
export async function exportEndoflife(
  { db, clock }: Deps,
  organizationId: OrganizationId,
): Promise<string> {
  const products = (await findOwnProducts(organizationId, db)).filter(isOwn).map(entryOf);
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
  const shown = toShownChanges(plan, false);
  if (options.isDryRun || plan.steps.length === 0) return shown;
  return changeOverlay(deps, actor, async (tx, setAt) => {
    // Again, on what nobody else changes any more.
    const rows = await findOwnProducts(organizationId, tx);
    const now = planOf(text, rows, options);
    const writing = { setBy: actor.name, setAt, sourceId: null };
    await writeSteps(organizationId, tx, rows, now.steps, writing);
    const displaced = await letOwnWin(organizationId, tx);
    return {
      result: toShownChanges(now, true),
      audit: {
        action: 'own_catalog.apply',
        ...{ subjectKind: 'own_catalog', subjectId: organizationId },
        before: sideOf(now.steps, 'before'),
        after: { ...sideOf(now.steps, 'after'), ...displaced },
      },
    };
  });
}

function planOf(
  text: string,
  rows: readonly OwnProductRow[],
  { removesOthers, reason }: ApplyOptions,
): EntryPlan {
  const known = new Map(rows.filter(isOwn).map((row) => [row.slug, entryOf(row)]));
  const read = readOwnCatalog(text, { known, reason });
  if ('faults' in read) throw invalid(read.faults);
  const plan = ownSteps(known, read.entries, removesOthers);
  const faults = faultsTogether(known, read.entries, plan.steps, 0);
  if (faults.length > 0) throw invalid(faults);
  return plan;
}
