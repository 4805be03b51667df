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
}

/** Components of an image tag's current inventory by name, version, type and id. */
export async function imageComponentsPage(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  search: string | null,
  page: PageRequest,
): Promise<ItemsWithTotal<ComponentRow>> {
  const rows = await db.query<PageRow<ComponentRow>>(IMAGE_COMPONENTS_PAGE, [
    organizationId,
    imageTagId,
    search,
    page.size,
    offsetOf(page),
  ]);
  return withTotal(rows);
}
