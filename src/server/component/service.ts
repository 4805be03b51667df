import { toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { requireImage } from '@/server/image/service';
import { imageComponentsPage } from './repository';

export interface ImageComponentsQuery extends PageRequest {
  readonly imageTagId: string;
  readonly search?: string | null | undefined;
}

/**
 * A page of everything the latest scan of an image found, matched or not.
 * @throws DomainError 404 when the organization has no such image
 */
export async function listImageComponents(
  deps: Deps,
  organizationId: OrganizationId,
  { imageTagId, search, ...page }: ImageComponentsQuery,
) {
  await requireImage(deps, organizationId, imageTagId);
  const found = await imageComponentsPage(
    organizationId,
    deps.db,
    imageTagId,
    search || null,
    page,
  );
  const items = found.items.map(({ id, name, version, type, language, purl, licenses }) => ({
    id,
    name,
    version,
    type,
    language,
    purl,
    licenses,
  }));
  return toPage(items, found.total, page);
}
