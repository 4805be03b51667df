import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { ComponentState } from '@/domain/inventory/component-state';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { requireImage } from '@/server/image/service';
import { toImageComponent } from './dto';
import {
  allImageComponents,
  type ComponentFilter,
  type ComponentRow,
  factsDigest,
  imageComponentsPage,
} from './repository';

export interface ImageComponentsQuery extends PageRequest {
  readonly imageTagId: string;
  readonly search?: string | null | undefined;
  readonly state?: ComponentState | null | undefined;
  readonly evidence?: EvidenceDegree | null | undefined;
  readonly ships?: boolean | null | undefined;
}

type Conditions = Omit<ImageComponentsQuery, keyof PageRequest | 'imageTagId'>;

function toFilter({ search, state, evidence, ships }: Conditions): ComponentFilter {
  return {
    ...{ search: search || null, state: state ?? null },
    ...{ evidence: evidence ?? null, ships: ships ?? null },
  };
}

/**
 * Lists a page of everything the latest scan of an image found, with the catalog's match of it.
 * @throws DomainError 404 when the organization has no such image
 */
export async function listImageComponents(
  deps: Deps,
  organizationId: OrganizationId,
  { imageTagId, search, state, evidence, ships, ...page }: ImageComponentsQuery,
) {
  await requireImage(deps, organizationId, imageTagId);
  const found = await imageComponentsPage(
    organizationId,
    deps.db,
    imageTagId,
    toFilter({ search, state, evidence, ships }),
    page,
  );
  const catalog = await deps.catalog.forOrganization(organizationId);
  return toPage(
    found.items.map((row) => toImageComponent(row, catalog)),
    found.total,
    page,
  );
}

/**
 * Reads all components of the same list, in batches.
 * @throws DomainError 404 when the organization has no such image
 */
export async function* imageComponentsForExport(
  deps: Deps,
  organizationId: OrganizationId,
  { imageTagId, ...conditions }: Omit<ImageComponentsQuery, keyof PageRequest>,
) {
  await requireImage(deps, organizationId, imageTagId);
  const catalog = await deps.catalog.forOrganization(organizationId);
  const filter = toFilter(conditions);
  const batches = allImageComponents(organizationId, deps.db, imageTagId, filter);
  for await (const rows of batches) yield rows.map((row) => toImageComponent(row, catalog));
}

/** Names what registries say of an image's components: another name once that is something else. Null where they say nothing. */
export function registryWordsOfImage(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
): Promise<string | null> {
  return factsDigest(organizationId, db, imageTagId);
}

/** Reads everything that an image's latest scan found, in the same order, in batches. The caller has made sure that it exists. */
export function componentsOfImage(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
): AsyncGenerator<ComponentRow[], void, undefined> {
  const all = { search: null, state: null, evidence: null, ships: null };
  return allImageComponents(organizationId, db, imageTagId, all);
}
