import type { ComponentState } from '@/domain/inventory/component-state';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';
import { IMAGE_COMPONENTS_PAGE } from './queries';

export interface ComponentRow {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly language: string | null;
  readonly purl: string | null;
  readonly licenses: string[];
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

/** Rows of a list that are in memory at once when all of it is read. */
const BATCH_ROWS = 500;

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
    page.size,
    offsetOf(page),
    state,
  ]);
  return withTotal(rows);
}

/** All components of the same list in batches. */
export async function* imageComponentsInBatches(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  { search, state }: ComponentFilter,
): AsyncGenerator<ComponentRow[], void, undefined> {
  const parameters = [organizationId, imageTagId, search, null, 0, state];
  const batches = db.stream<PageRow<ComponentRow>>(IMAGE_COMPONENTS_PAGE, parameters, BATCH_ROWS);
  for await (const rows of batches) yield withTotal(rows).items;
}
