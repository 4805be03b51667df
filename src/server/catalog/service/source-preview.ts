import { invalid } from '@/domain/errors';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { Secret } from '@/server/platform/secrets/secret';
import type { CatalogSourcePreview } from './source-record';
import { findOwnProducts } from '../repository/overlay';
import { toShownChanges } from './own-entries';
import { planShared } from './shared-catalog';
import { fetchShared, sourceFault } from './source-reading';
import { requireSource, sourceKey } from './sources';

/** Milliseconds after which it is given up. */
const MAX_PREVIEW_MS = 25_000;

/** What to try. `key`: undefined for the stored one, null for none. */
export interface PreviewInput {
  /** One that is set up; null: none is yet. */
  readonly id: string | null;
  readonly url: string;
  readonly key: string | null | undefined;
}

/**
 * Tells what a catalog of others would bring: what would be new, changed and removed, and what is left out. Nothing is
 * stored.
 * @throws DomainError 404 when there is no such one, 422 when its key is for another address
 */
export async function previewSource(
  deps: Deps,
  organizationId: OrganizationId,
  input: PreviewInput,
): Promise<CatalogSourcePreview> {
  const key = await keyFor(deps, organizationId, input);
  try {
    const address = { url: input.url, key, etag: null };
    const document = await fetchShared(deps, address, AbortSignal.timeout(MAX_PREVIEW_MS));
    const rows = await findOwnProducts(organizationId, deps.db);
    const plan = planShared(document?.text ?? '', rows, input.id);
    const { changes, same } = toShownChanges(plan, false);
    return { fault: null, changes, same, conflicts: [...plan.conflicts] };
  } catch (error) {
    const fault = sourceFault(error);
    if (fault === null) throw error;
    return { fault, changes: [], same: 0, conflicts: [] };
  }
}

async function keyFor(
  deps: Deps,
  organizationId: OrganizationId,
  { id, url, key }: PreviewInput,
): Promise<Secret | null> {
  const stored = id === null ? null : await requireSource(organizationId, deps.db, id);
  if (key !== undefined) return key === null ? null : new Secret(key);
  if (!stored || stored.sealedKey === null) return null;
  if (stored.url !== url) {
    throw invalid([{ loc: ['body', 'api_key'], msg: 'Field required', type: 'missing' }]);
  }
  return sourceKey(deps, organizationId, stored);
}
