import type { ComponentState } from '@/domain/inventory/component-state';
import type { Upstream } from '@/domain/scan/component';
import type { Distro } from '@/domain/scan/scan-context';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import {
  allItems,
  limitsOf,
  withTotal,
  type ItemsWithTotal,
  type PageRow,
} from '@/server/page-rows';
import { IMAGE_COMPONENTS_PAGE } from './queries';

export interface ComponentRow {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly language: string | null;
  readonly purl: string | null;
  readonly licenses: string[];
  readonly cpes: string[];
  readonly upstreams: Upstream[];
  /** Of the image, or what is kept of it with the package. */
  readonly distro: Distro | null;
  readonly state: ComponentState;
  /** The product's slug, also where only the cycle is unknown. */
  readonly product: string | null;
  readonly cycle: string | null;
}

/** Null means any. */
export interface ComponentFilter {
  readonly search: string | null;
  readonly state: ComponentState | null;
}

/** Components of an image tag's current inventory by name, version, type and id. */
export async function imageComponentsPage(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  { search, state }: ComponentFilter,
  page: PageRequest,
): Promise<ItemsWithTotal<ComponentRow>> {
  const rows = await db.query<PageRow<ComponentRow>>(IMAGE_COMPONENTS_PAGE, [
    organizationId,
    imageTagId,
    search,
    ...limitsOf(page),
    state,
  ]);
  return withTotal(rows);
}

/** All components of the same list in batches. */
export function allImageComponents(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  { search, state }: ComponentFilter,
): AsyncGenerator<ComponentRow[], void, undefined> {
  const parameters = [organizationId, imageTagId, search, ...limitsOf(null), state];
  return allItems<ComponentRow>(db, IMAGE_COMPONENTS_PAGE, parameters);
}
