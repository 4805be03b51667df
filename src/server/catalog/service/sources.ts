import { v7 as uuidv7 } from 'uuid';
import { conflict, invalid, notFound } from '@/domain/errors';
import { MAX_SOURCES, msToNextReading, type Rhythm } from '@/domain/own-catalog/source';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { Secret } from '@/server/platform/secrets/secret';
import {
  isUnreadableSecret,
  openSecret,
  sealSecret,
} from '@/server/platform/secrets/sealed-secret';
import { type CatalogSource, toAuditedSource, toCatalogSource } from './source-record';
import { lockOverlay } from '../repository/locks';
import { findOwnProducts, removeOwnProduct } from '../repository/overlay';
import {
  changeSource,
  countSourceProducts,
  findSource,
  findSources,
  forgetTags,
  insertSource,
  keepSourceProducts,
  removeSource,
  setNextReading,
  type SourceRow,
  type SourceSettings,
} from '../repository/sources';
import { changeOverlay } from './change-overlay';
import { entryOf, toWritten } from './own-entries';

/** What an admin sets. `key`: undefined for the stored one, null for none. */
export interface SourceInput {
  readonly name: string;
  readonly url: string;
  readonly key: string | null | undefined;
  readonly rhythm: Rhythm;
}

type SecretDeps = { readonly env: Pick<Deps['env'], 'authSecret'> };

function placeOf(organizationId: OrganizationId, id: string) {
  return { organizationId, column: 'own_catalog_source.sealed_key', rowId: id } as const;
}

/** Opens the stored key; null where there is none. @throws UnreadableSecret */
export function sourceKey(
  deps: SecretDeps,
  organizationId: OrganizationId,
  { id, sealedKey }: Pick<SourceRow, 'id' | 'sealedKey'>,
): Promise<Secret | null> {
  if (sealedKey === null) return Promise.resolve(null);
  return openSecret(deps, placeOf(organizationId, id), sealedKey);
}

/** Lists the catalogs of others that the organization has read, the oldest first. */
export async function listSources(
  deps: Pick<Deps, 'db' | 'env'>,
  organizationId: OrganizationId,
): Promise<CatalogSource[]> {
  const [rows, products] = [
    await findSources(organizationId, deps.db),
    await countSourceProducts(organizationId, deps.db),
  ];
  return Promise.all(
    rows.map(async (row) => {
      const readable = await isReadable(deps, organizationId, row);
      return toCatalogSource(row, { readable, products: products.get(row.id) ?? 0 });
    }),
  );
}

async function isReadable(deps: SecretDeps, organizationId: OrganizationId, row: SourceRow) {
  try {
    await sourceKey(deps, organizationId, row);
    return true;
  } catch (error) {
    if (isUnreadableSecret(error)) return false;
    throw error;
  }
}

async function shownSource(deps: Deps, organizationId: OrganizationId, id: string) {
  const shown = (await listSources(deps, organizationId)).find((one) => one.id === id);
  if (!shown) throw notFound('Catalog');
  return shown;
}

/**
 * Has a catalog of others read from now on, the first time at once.
 * @throws DomainError 409 when one has the name already, or there are {@link MAX_SOURCES}
 */
export async function createSource(deps: Deps, actor: Actor, input: SourceInput) {
  const { organizationId } = actor;
  const { name, url, rhythm, key } = input;
  const id = uuidv7();
  await deps.db.transaction(async (tx) => {
    await lockOverlay(organizationId, tx);
    const all = await findSources(organizationId, tx);
    if (all.length >= MAX_SOURCES) {
      throw conflict(`An organization reads at most ${String(MAX_SOURCES)} catalogs of others`);
    }
    requireFreeName(all, name, id);
    const at = deps.clock.now();
    const sealedKey = await sealed(deps, organizationId, id, key ?? null);
    const times = { changedAt: at, nextReadAt: at };
    const row = { id, name, url, rhythm, sealedKey, etag: null, failures: 0, ...times };
    await insertSource(organizationId, tx, row);
    const after = { ...toAuditedSource(row), ...(sealedKey !== null && { key: 'entered' }) };
    await recordAudit(tx, actor, { at, action: 'catalog_source.create', ...subject(id), after });
  });
  return shownSource(deps, organizationId, id);
}

/**
 * Changes a catalog of others, and reads it at once where address or key are new. A key is for one address: with another
 * address it has to be entered again, or whoever may change the address could have it sent anywhere.
 * @throws DomainError 404, 409 when another one has the name, 422 when the key is missing
 */
export async function updateSource(deps: Deps, actor: Actor, id: string, input: SourceInput) {
  const { organizationId } = actor;
  await deps.db.transaction(async (tx) => {
    await lockOverlay(organizationId, tx);
    const before = await requireSource(organizationId, tx, id);
    requireFreeName(await findSources(organizationId, tx), input.name, id);
    const at = deps.clock.now();
    const after = await settingsAfter(deps, organizationId, before, input, at);
    await changeSource(organizationId, tx, after);
    const isKeyNew = before.sealedKey !== after.sealedKey;
    const key = isKeyNew ? { key: after.sealedKey === null ? 'removed' : 'entered' } : {};
    await recordAudit(tx, actor, {
      ...{ at, action: 'catalog_source.update', ...subject(id) },
      ...{ before: toAuditedSource(before), after: { ...toAuditedSource(after), ...key } },
    });
  });
  return shownSource(deps, organizationId, id);
}

async function settingsAfter(
  deps: SecretDeps,
  organizationId: OrganizationId,
  before: SourceRow,
  { name, url, rhythm, key }: SourceInput,
  at: Date,
): Promise<SourceSettings> {
  const { id } = before;
  const isSameAddress = url === before.url;
  if (key === undefined && !isSameAddress && before.sealedKey !== null) throw keyMissing();
  const pause = msToNextReading(rhythm, 0);
  const latest = pause === null ? null : new Date(at.getTime() + pause);
  if (isSameAddress && key === undefined) {
    const { sealedKey, changedAt, etag, failures, nextReadAt: due } = before;
    const nextReadAt = latest !== null && due !== null && due < latest ? due : latest;
    return { id, name, url, rhythm, sealedKey, changedAt, etag, failures, nextReadAt };
  }
  const sealedKey = await sealed(deps, organizationId, id, key ?? null);
  const anew = { changedAt: at, nextReadAt: at, etag: null, failures: 0 };
  return { id, name, url, rhythm, sealedKey, ...anew };
}

function keyMissing() {
  const msg = 'Field required: it is asked for again when the address changes';
  return invalid([{ loc: ['body', 'api_key'], msg, type: 'missing' }]);
}

function requireFreeName(all: readonly SourceRow[], name: string, id: string): void {
  if (all.some((one) => one.name === name && one.id !== id)) {
    throw conflict(`There is a catalog of the name ${name} already`);
  }
}

async function sealed(
  deps: SecretDeps,
  organizationId: OrganizationId,
  id: string,
  key: string | null,
): Promise<string | null> {
  return key === null ? null : sealSecret(deps, placeOf(organizationId, id), new Secret(key));
}

/**
 * Ends that a catalog of others is read. Its products go, or become the organization's own.
 * @throws DomainError 404
 */
export function deleteSource(
  deps: Deps,
  actor: Actor,
  { id, keepsProducts }: { readonly id: string; readonly keepsProducts: boolean },
): Promise<null> {
  const { organizationId } = actor;
  return changeOverlay(deps, actor, async (tx) => {
    const before = await requireSource(organizationId, tx, id);
    const rows = (await findOwnProducts(organizationId, tx)).filter((row) => row.sourceId === id);
    if (keepsProducts) await keepSourceProducts(organizationId, tx, id);
    else for (const row of rows) await removeOwnProduct(organizationId, tx, row.id);
    await removeSource(organizationId, tx, id);
    await forgetTags(organizationId, tx);
    const products = rows.map((row) => toWritten(entryOf(row)));
    return {
      result: null,
      audit: {
        ...{ action: 'catalog_source.delete', ...subject(id) },
        before: { ...toAuditedSource(before), products },
        ...(keepsProducts && { after: { products: 'kept as own products' } }),
      },
    };
  });
}

/** Has a catalog of others read as soon as a process is free. @throws DomainError 404 */
export async function requestReading(deps: Deps, actor: Actor, id: string) {
  const { organizationId } = actor;
  await deps.db.transaction(async (tx) => {
    await lockOverlay(organizationId, tx);
    const before = await requireSource(organizationId, tx, id);
    const at = deps.clock.now();
    await setNextReading(organizationId, tx, id, at);
    await recordAudit(tx, actor, {
      ...{ at, action: 'catalog_source.request_reading', ...subject(id) },
      ...{ before: { next_read_at: before.nextReadAt }, after: { next_read_at: at } },
    });
  });
  return shownSource(deps, organizationId, id);
}

/** Finds one. @throws DomainError 404 */
export async function requireSource(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<SourceRow> {
  const row = await findSource(organizationId, tx, id);
  if (!row) throw notFound('Catalog');
  return row;
}

const subject = (id: string) => ({ subjectKind: 'catalog_source', subjectId: id });
